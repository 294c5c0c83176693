"""One migration in place of the library's, for tests only: see `MIGRATION_MODULES` in config/settings/test.py."""
