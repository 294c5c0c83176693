"""Template tags of all pages of the back office (`{% load office %}`)."""

from typing import Any

from django import template
from django.contrib import admin

from marketplace.api.backoffice.pages import Page

register = template.Library()


@register.filter
def heading(part: Any) -> str:
    """What the head of a page calls this: a row as its own page does, anything else as it is."""
    page = admin.site._registry.get(type(part))
    return page.heading(part) if isinstance(page, Page) else str(part)
