"""What this app answers by its own ports, beside the upper apps."""

from marketplace.ports import called, due_rows
from marketplace.selectors import due, names


def plug() -> None:
    due_rows.plug("marketplace", due.rows)
    called.plug("key", names.keys)
    called.plug("mbr", names.members)
