"""The people: profiles, search, conversations. Later: relations, reviews, services, proficiency.

Knows nothing of bounties and applications; a conversation names its subject by id only.
"""
