"""Documents that stand on their own, as answers and as pages for their owner (`services/document_pages.py`)."""

from typing import Any

from django.http import HttpResponse

from marketplace.services import document_pages
from marketplace.web.drafts import Refused
from marketplace.web.page import Page


def document(html: str, name: str, *, has_pictures: bool = False) -> HttpResponse:
    """The answer for a whole document, as it was rendered by this name; nothing but its own style is let in, and pictures of ours
    where it has some."""
    response = HttpResponse(html)
    response["Cache-Control"] = "private, no-store"
    pictures = " img-src 'self';" if has_pictures else ""
    response["Content-Security-Policy"] = (
        f"default-src 'none'; style-src {document_pages.style_source(name)};{pictures} base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
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
