"""Documents that stand on their own, receipts and reports: HTML with its style within, so that a saved or mailed file looks as it
did here. They have the site's colours and spaces, read from its style sheet: light and dark on a screen, light on paper."""

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.template.loader import render_to_string

from marketplace.core.open_mappings import TemplateValues

_SITE: Final = Path(__file__).parents[1] / "static" / "marketplace" / "site.css"
_TOKENS_END: Final = "/* documents have the tokens until here, too */"


def render(name: str, values: TemplateValues) -> str:
    """The document of the template `<name>.html`, which extends `document.html`, with the style of `style`. Locks nothing."""
    return render_to_string(f"{name}.html", {"service": settings.SERVICE_NAME, "style": style(name), **values})


@cache
def style(name: str) -> str:
    """The tokens of the site, what all documents look like, and what this one has besides: `<name>.css`."""
    tokens, mark, _ = _SITE.read_text().partition(_TOKENS_END)
    assert mark, "site.css says where its tokens end"
    sheets = (tokens, render_to_string("document.css"), render_to_string(f"{name}.css"))
    return "\n".join(sheets)


@cache
def style_source(name: str) -> str:
    """The style as a source of a Content-Security-Policy: its hash, so that no other style is let in."""
    digest = hashlib.sha256(style(name).encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
