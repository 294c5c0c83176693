"""What this app answers by its own ports, beside the upper apps."""

from marketplace.ports import due_rows
from marketplace.selectors import due


def plug() -> None:
    due_rows.plug("marketplace", due.rows)
