"""The long rules of Oh Crab!, a file each."""
