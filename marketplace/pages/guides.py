"""/docs: the guides for those who use the service, each with its Markdown beside it."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from marketplace.api import handler
from marketplace.core.errors import Problem
from marketplace.rules import PUBLIC_FOR_A_DAY, SKILL_PATH
from marketplace.selectors import guides
from marketplace.web.page import Page

FILES = (
    ("/api/openapi.json", "OpenAPI"),
    ("/api/asyncapi.json", "AsyncAPI"),
    ("/llms.txt", "llms.txt"),
    ("/llms-full.txt", "llms-full.txt"),
    (SKILL_PATH, "SKILL.md"),
)


class Guides(Page):
    """The list without a name, one guide with it."""

    template = "marketplace/guide.html"
    needs_account = False

    def dispatch(self, request: HttpRequest, *args: Any, **ids: Any) -> HttpResponse:
        """With `.md` behind the name, the guide as its authors wrote it: for models, which read no HTML."""
        name = _whole(**ids)
        if request.method not in ("GET", "HEAD") or not name.endswith(".md"):
            return super().dispatch(request, *args, **ids)
        try:
            text = guides.markdown(name.removesuffix(".md"))
        except Problem as problem:
            return handler.answer(request, problem)
        return HttpResponse(text, content_type="text/markdown; charset=utf-8", headers=PUBLIC_FOR_A_DAY)

    def show(self, name: str = "", folder: str = "") -> dict[str, Any]:
        name = _whole(name, folder)
        listed = [
            {"name": guide.name, "title": guides.title(guide.name), "about": guide.about} for guide in guides.GUIDES
        ]
        if not name:
            return {"guides": listed, "files": FILES}
        return {"guides": listed, "name": name, "title": guides.title(name), "text": guides.html(name)}


def _whole(name: str = "", folder: str = "") -> str:
    return f"{folder}/{name}" if folder else name
