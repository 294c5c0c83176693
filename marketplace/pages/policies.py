"""/terms and /privacy: what everybody who signs up accepts."""

from typing import Any

from django.conf import settings

from marketplace.web.page import Page


class Policy(Page):
    needs_account = False
    which = "terms"

    @property
    def template(self) -> str:  # type: ignore[override]
        return f"marketplace/{self.which}.html"

    def show(self) -> dict[str, Any]:
        return {"version": settings.TERMS_VERSION if self.which == "terms" else settings.PRIVACY_VERSION}
