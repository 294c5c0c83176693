"""Staff pages of the managed runs."""
