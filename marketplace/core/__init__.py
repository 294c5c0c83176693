"""Small parts without models and without DRF that every step may use: errors, ids, clock, money, states, http, crypto."""
