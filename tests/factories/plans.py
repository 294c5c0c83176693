"""What a statement costs, as PostgreSQL counts it: blocks read, not time."""

import json

from django.db import connection


def blocks(statement: str) -> int:
    """Blocks that it reads, from memory or not; a second time, when nothing has to be looked up for planning it."""
    with connection.cursor() as cursor:
        for _ in range(2):
            cursor.execute("explain (analyze, buffers, format json) " + statement)
            plan = cursor.fetchone()[0]
    root = (json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]
    return int(root["Shared Hit Blocks"]) + int(root["Shared Read Blocks"])
