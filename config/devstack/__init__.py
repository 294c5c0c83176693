"""The machinery of `./dev run` and `./dev test`: private servers, their supervisor, and the gates.

It manages processes, sockets and folders, and has no business logic. Nothing outside `config` imports it, and a deployment that
sets DATABASE_URL and REDIS_URL starts none of its servers.
"""
