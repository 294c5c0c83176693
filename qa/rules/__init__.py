"""Pure rules of the managed runs: no database, no clock."""
