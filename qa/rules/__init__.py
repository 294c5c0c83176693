"""Pure rules of the managed runs: prices, clocks, states, what counts as clear. No database, no clock, no settings."""
