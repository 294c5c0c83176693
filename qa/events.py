"""Facts about managed runs."""
