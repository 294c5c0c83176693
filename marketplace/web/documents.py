"""Documents that stand on their own: receipts and reports, with their style within, so that a saved file looks as it did here."""

from typing import Any

from django.http import HttpResponse

from marketplace.web.drafts import Refused
from marketplace.web.page import Page


def document(html: str, style_hash: str) -> HttpResponse:
    """The answer for a whole document; nothing but its own style is let in."""
    response = HttpResponse(html)
    response["Cache-Control"] = "private, no-store"
    response["Content-Security-Policy"] = (
        f"default-src 'none'; style-src '{style_hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    response["X-Robots-Tag"] = "noindex"
    return response


class Document(Page):
    """A document for its owner, in a browser."""

    def document(self, **ids: str) -> HttpResponse:
        """Raises what the API's route raises."""
        raise NotImplementedError

    def render(self, ids: dict[str, Any], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        return self.document(**ids)
