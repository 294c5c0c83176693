"""Staff pages of the managed runs."""

from qa.admin import escalations, runs, templates

__all__ = ("escalations", "runs", "templates")
