"""`{% load heroicons %}` on pages: the library's tags, each icon made once instead of at each use."""

from functools import lru_cache

from django import template
from heroicons.templatetags import heroicons

register = template.Library()
for name, tag in (("outline", heroicons.heroicon_outline), ("solid", heroicons.heroicon_solid)):
    register.simple_tag(lru_cache(maxsize=256)(tag), name=f"heroicon_{name}")
