"""Django's PostgreSQL backend, without two costs that every request pays: a round trip to ask whether the connection
still lives, and a regular expression per timestamp."""

import select
from datetime import UTC, datetime
from typing import Any

from django.db.backends.postgresql import base, psycopg_any
from psycopg.adapt import AdaptersMap


class UtcLoader(psycopg_any.BaseTzLoader):
    """Our connections speak UTC and ISO, which Python reads by itself; anything else (infinity) is psycopg's."""

    timezone = UTC

    def load(self, data: Any) -> datetime:
        try:
            moment = datetime.fromisoformat(bytes(data).decode())
        except ValueError:
            return super().load(data)
        return moment if moment.tzinfo is UTC else super().load(data)


class DatabaseWrapper(base.DatabaseWrapper):
    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        params["context"] = AdaptersMap(params["context"])
        params["context"].register_loader("timestamptz", UtcLoader)
        return params

    def is_usable(self) -> bool:
        """A server that went away has closed the socket, which then has something to read; only then is it asked."""
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return not poll.poll(0) or super().is_usable()
