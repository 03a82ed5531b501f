"""The long rules of Yadokarick, a file each."""
