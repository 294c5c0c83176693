"""Authentication and the API's foundations: accounts, keys, sessions, limits, idempotency, errors, files, mail, support.

The lowest app. It knows nothing of money, profiles or work, and imports no other app.
"""

VERSION = "1.1.0"  # of the program, its API and its tools: that of pyproject.toml and the newest of CHANGELOG.md
