"""The long rules of Crabs!, a file each."""
