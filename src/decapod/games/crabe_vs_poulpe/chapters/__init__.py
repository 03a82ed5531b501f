"""The long rules of Crabe vs Poulpe, a file each."""
