"""People: profiles, search, block and preferred lists, reviews, conversations, services and their subscriptions, speech checks.

It never imports bounties: a conversation and a review name their bounty by id only.
"""
