"""Demo data: a small marketplace, created once in an empty sandbox through the same services as real requests."""
