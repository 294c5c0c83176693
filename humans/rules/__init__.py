"""Pure rules and limits of this app: profiles and search, conversations, services and their subscriptions, speech checks."""
