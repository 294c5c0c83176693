"""Pure rules of managed runs: prices, schedules, state machines, reasons to escalate. No database, clock or settings."""
