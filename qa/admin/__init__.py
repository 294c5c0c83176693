"""Staff pages of the managed runs."""

from qa.admin import escalations, runs, taste, templates

__all__ = ("escalations", "runs", "taste", "templates")
