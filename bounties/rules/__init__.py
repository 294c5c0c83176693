"""Pure rules of this step: states, limits, prices, clocks. No database, no clock, no settings."""
