"""/support: how to reach the staff, and a person's own reports with their answers."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from marketplace.api.pagination import page as keyset_page
from marketplace.core import ids
from marketplace.models import SupportReport
from marketplace.selectors import support as reads
from marketplace.serializers.support import ReportIn
from marketplace.services import support
from marketplace.web.page import Page

PER_PAGE = 20
CATEGORIES = (
    ("bug", gettext_lazy("Something does not work")),
    ("billing", gettext_lazy("Money")),
    ("content", gettext_lazy("A job, a person or a text that should not be here")),
    ("ui_ux", gettext_lazy("Something is hard to use")),
    ("performance", gettext_lazy("Something is slow")),
    ("feature_request", gettext_lazy("Something is missing")),
    ("improvement", gettext_lazy("Something could be better")),
    ("other", gettext_lazy("Something else")),
)
PRIORITIES = (
    ("low", gettext_lazy("It can wait")),
    ("medium", gettext_lazy("It is in my way")),
    ("high", gettext_lazy("I can't go on")),
    ("urgent", gettext_lazy("Money or a person is at risk")),
)


class Support(Page):
    """A stranger is told the address; who is signed in reports here, and reads the answers in a conversation."""

    template = "marketplace/support.html"
    needs_account = False

    def show(self) -> dict[str, Any]:
        context: dict[str, Any] = {"email": settings.SUPPORT_EMAIL, "person": self.caller}
        if self.caller is None:
            return context
        found = keyset_page(
            reads.own(self.caller), Request(self.request), scope=f"pages:support:{self.caller.id}", default=PER_PAGE
        )
        return context | {
            "reports": [_card(row) for row in found.rows],
            "next_url": self.next_url(found.next_cursor),
            "categories": CATEGORIES,
            "priorities": PRIORITIES,
        }

    def act_report(self) -> HttpResponse:
        if self.caller is None:
            return self.ask_to_sign_in()
        self.count_towards("support.report")
        data = self.read(ReportIn, self.posted("summary", "description", "category", "priority"))
        return self.once(
            lambda: support.report(self.actor, **data).number,
            said=lambda number: (
                _("Report %d has reached our staff. The answer comes as a message, and by mail.") % number
            ),
        )


def _card(row: SupportReport) -> dict[str, Any]:
    talk = row.conversation_id
    return {
        "number": row.number,
        "summary": row.summary,
        "status": "pending" if row.status == "open" else row.status,
        "created_at": row.created_at,
        "href": f"/messages/{ids.encode('cnv', talk)}#newest" if talk else "",
    }
