"""Who is calling and how we answer: accounts, keys, sessions, limits, idempotency, errors, files, mail, support.

The lowest step of the staircase. It knows nothing of money, people's profiles or work, and imports no other app.
"""
