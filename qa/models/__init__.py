"""One module per resource; the names are re-exported here."""

from qa.models.taste import TasteRun

__all__ = ["TasteRun"]
