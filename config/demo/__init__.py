"""A small lively marketplace for a newcomer: made once, in an empty sandbox, through the same services as real calls."""
