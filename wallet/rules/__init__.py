"""Pure rules of this app by topic: states, amounts, times, statement texts, the sandbox's cards. No database, no clock."""
