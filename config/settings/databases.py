"""How the processes connect to PostgreSQL."""

from typing import Any

import environ

from config.settings import reading

# A lock is waited for at most 5 seconds; who holds some and has gone silent loses them.
DATABASE_LIMITS = {"lock_timeout": "5s", "idle_in_transaction_session_timeout": "60s"}


def databases(url: str) -> dict[str, dict[str, Any]]:
    """The primary at this address, and the replica of DATABASE_REPLICA_URL, if it is named (marketplace/core/replica.py)."""
    schemes, example = ["postgresql", "postgres"], "postgresql://user:password@replica.example.org:5432/ahm"
    replica = reading.server_address("DATABASE_REPLICA_URL", schemes=schemes, example=example)
    found = {"default": database(url)}
    if replica:
        found["replica"] = database(replica)
        found["replica"]["OPTIONS"]["connect_timeout"] = 2  # the primary can be asked instead
    return found


def database(url: str) -> dict[str, Any]:
    """The web server's processes set DATABASE_POOL: at most that many connections each, lent to a request and returned after
    it. Otherwise each thread keeps one. Connections are checked before use. DATABASE_LIMITS are given with the connection;
    behind a pooler by transaction nothing may be kept in a session, and the transactions have them (config/postgres)."""
    parsed: dict[str, Any] = dict(environ.Env.db_url_config(url))
    parsed["ENGINE"] = "config.postgres"
    parsed["CONN_HEALTH_CHECKS"] = True
    parsed.setdefault("OPTIONS", {})
    parsed["OPTIONS"]["connect_timeout"] = 5
    if reading.choice("DATABASE_POOLER", "none", ["none", "transaction"]) == "transaction":
        parsed["LIMITS_OF_TRANSACTIONS"] = DATABASE_LIMITS
        parsed["DISABLE_SERVER_SIDE_CURSORS"] = True
    else:
        parsed["OPTIONS"]["options"] = " ".join(f"-c {name}={value}" for name, value in DATABASE_LIMITS.items())
    if most := reading.whole_number("DATABASE_POOL", 0, lowest=0, highest=1000):
        # Without a free connection a request waits for `timeout` seconds, and is then told to come back (503).
        parsed["OPTIONS"]["pool"] = {
            "min_size": 1,
            "max_size": most,
            "timeout": 3,
            "max_idle": 60,
            "max_lifetime": 3600,
            "reconnect_timeout": 1,  # then the next request tries again: after an outage nobody waits for a back-off
        }
    else:
        parsed["CONN_MAX_AGE"] = 600
    return parsed
