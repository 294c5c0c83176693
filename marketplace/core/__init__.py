"""Building blocks without models and without DRF that every app may import: errors, ids, clock, money, states, http, crypto."""
