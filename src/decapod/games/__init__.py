"""Our five games, a package each, all with the same files; CONTRIBUTING says what each file is for."""
