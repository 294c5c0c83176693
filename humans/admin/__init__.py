"""Staff pages of people: profiles, services, conversations, spoken language. Records are read only."""

from humans.admin import conversations, people, services, speech

__all__ = ("conversations", "people", "services", "speech")
