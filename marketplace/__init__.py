"""Authentication and the API's foundations: accounts, keys, sessions, limits, idempotency, errors, files, mail, support.

The lowest app. It knows nothing of money, profiles or work, and imports no other app.
"""
