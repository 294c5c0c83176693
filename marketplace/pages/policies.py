"""/terms and /privacy: what everybody who signs up accepts."""

from typing import Any

from django.conf import settings

from marketplace.web.page import Page


class Terms(Page):
    template = "marketplace/terms.html"
    needs_account = False

    def show(self) -> dict[str, Any]:
        return {"version": settings.TERMS_VERSION}


class Privacy(Page):
    template = "marketplace/privacy.html"
    needs_account = False

    def show(self) -> dict[str, Any]:
        return {"version": settings.PRIVACY_VERSION}
