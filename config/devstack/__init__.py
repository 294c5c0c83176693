"""The machinery behind `./dev run` and `./dev test`: private servers, their supervisor, and the gates.

It owns processes, sockets and folders, and nothing of the business. Nothing outside `config` imports it, and a
deployment that names DATABASE_URL and REDIS_URL starts none of its servers.
"""
