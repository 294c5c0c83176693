"""/owner/jobs: what somebody has posted, with filters."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from bounties.models import Bounty
from bounties.selectors import listing, owned
from bounties.serializers.bounties import BountyOut
from bounties.serializers.browse import BountyQuery
from bounties.web import owner_words
from marketplace.api.pagination import page as keyset_page
from marketplace.core.errors import Problem
from marketplace.web.drafts import Refused
from marketplace.web.page import Page
from wallet.selectors import flows

PER_PAGE = 30
# Tab -> (words, statuses). The first is what is shown without one.
TABS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "open": (_("Open"), ("open", "partially_filled")),
    "full": (_("At work"), ("assigned", "completed")),
    "stopped": (_("Stopped"), ("paused", "in_review")),
    "unpaid": (_("Not live yet"), ("pending_deposit", "pending_funding", "pending_review")),
    "over": (_("Over"), ("closing", "closed", "cancelled", "paid")),
}
NEEDS_ME = "mine"


class OwnedJobs(Page):
    """The newest first. `?state=` one of TABS, or `mine`: about which something waits for the owner; `?q=` words."""

    template = "bounties/owned_jobs.html"
    reads = "browse"

    def show(self) -> dict[str, Any]:
        state, words = self.request.GET.get("state", ""), self.request.GET.get("q", "").strip()
        numbers = owned.counts(self.actor)
        context: dict[str, Any] = {
            "asked": {"q": words, "state": state if state in (*TABS, NEEDS_ME) else ""},
            "tabs": [
                {"name": name, "words": said, "count": sum(numbers.get(status, 0) for status in statuses)}
                for name, (said, statuses) in TABS.items()
            ],
            "total": sum(numbers.values()),
        }
        try:
            rows, _sent = BountyQuery(Request(self.request), listing.of_owner(self.actor)).apply()
            found = self._page(rows, context["asked"])
        except Problem as problem:
            refused = Refused.by(problem, typed={"q": [words]})
            return context | {"refused": refused, "jobs": [], "next_url": ""}
        return context | {"jobs": _shown(found.rows), "next_url": self.next_url(found.next_cursor)}

    def _page(self, rows: Any, asked: dict[str, str]) -> Any:
        state = asked["state"]
        if state == NEEDS_ME:
            rows = owned.needing(rows, self.actor)
        elif state:
            rows = rows.filter(status__in=TABS[state][1])
        scope = f"pages:owned:{self.actor.id}"
        return keyset_page(rows, Request(self.request), scope=scope, default=PER_PAGE, filters=asked)


def _shown(rows: list[Bounty]) -> list[dict[str, Any]]:
    """Each job with its people and its money. Two queries for all of them."""
    keys = [row.pk for row in rows]
    people, money = owned.people(keys), flows.of_bounties(keys)
    return [
        BountyOut.render(row)
        | {
            "href": f"/owner/jobs/{row.public_id}",
            "badge": owner_words.badge(owner_words.JOBS, row.status),
            "kind_words": owner_words.kind_words(row.kind, row.submission_mode),
            "people": people.get(row.pk, owned.People()),
            "flow": money.get(row.pk, flows.NOTHING),
        }
        for row in rows
    ]
