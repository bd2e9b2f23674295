"""The command line. Importing this package loads nothing; each command imports what it needs when it runs."""
