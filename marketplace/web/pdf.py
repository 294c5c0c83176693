"""Documents to be filed, as a PDF. Every process imports this; the libraries behind it only one that writes a document."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from marketplace.web.sheets import Sheets


class Column(NamedTuple):
    """`width` in mm; numbers stand to the right."""

    head: str
    width: float
    is_number: bool = False


def sheets(*, title: str, author: str, foot: str) -> "Sheets":
    """An empty document. foot: what stands below each page."""
    from marketplace.web.sheets import Sheets  # imported only when used: its libraries take 50 MB of memory

    return Sheets(title=title, author=author, foot=foot)
