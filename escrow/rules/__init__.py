"""Pure rules of this step, by topic. No database, no clock, no settings."""
