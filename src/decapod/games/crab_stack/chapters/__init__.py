"""The long rules of Crab Stack, a file each."""
