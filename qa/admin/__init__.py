"""Staff pages of the managed runs."""

from qa.admin import taste

__all__ = ("taste",)
