"""Pure rules: states, limits, prices, deadlines. No database, no clock, no settings."""
