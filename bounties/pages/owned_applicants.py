"""/owner/jobs/{id}/applicants: those who want to do it side by side; hire one, or turn several down at once."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from rest_framework.request import Request

from bounties.models import Application, Bounty
from bounties.pages import conditions
from bounties.pages.owned import OwnedPage, person
from bounties.pages.owned_person import answers, asks, checks
from bounties.rules.bounties import HIRES, REFILL
from bounties.selectors import listing, overview
from bounties.selectors.overview import Applicant
from bounties.serializers.applications import DecisionIn
from bounties.serializers.overview import OwnerApplicationOut
from bounties.services import applications
from bounties.web import owner_words
from marketplace.api.pagination import page as keyset_page
from marketplace.core import clock
from marketplace.core.errors import Invalid
from marketplace.web import formats
from marketplace.web.formats import cents_words

PER_PAGE = 50
STATES = ("pending", "accepted", "rejected", "withdrawn", "expired")
_ORDER = {"newest": ("-id",), "oldest": ("id",)}
# How the rows of one page are put; the list itself goes by `newest`.
_ON_PAGE: dict[str, Any] = {
    "stars": lambda row: -(row["person"]["stars"] or 0),
    "done": lambda row: -row["person"]["jobs_done"],
    "price": lambda row: (row["proposedPrice"] is None, row["proposedPrice"] or 0),
}
SORTS = {
    "newest": gettext_lazy("Newest first"),
    "oldest": gettext_lazy("Oldest first"),
    "stars": gettext_lazy("Best reviewed"),
    "done": gettext_lazy("Most work done here"),
    "price": gettext_lazy("Lowest pay asked for"),
}


class OwnedApplicants(OwnedPage):
    template = "bounties/owned_applicants.html"
    operations = {"hire": "decideApplication", "reject_many": "decideApplication"}

    def show(self, bounty_id: str) -> dict[str, Any]:
        bounty = self.owned(bounty_id)
        asked, sort = self.request.GET.get("status", STATES[0]), self.request.GET.get("sort", "newest")
        asked, sort = asked if asked in STATES else STATES[0], sort if sort in SORTS else "newest"
        rows = listing.applications(bounty).select_related("human__profile", "escrow", "conversation")
        found = keyset_page(
            rows.filter(status=asked),
            Request(self.request),
            scope=f"pages:applicants:{bounty.pk}",
            default=PER_PAGE,
            order=_ORDER.get(sort, _ORDER["newest"]),
            filters={"status": asked, "sort": sort},
        )
        kept = self.head(bounty, "applicants")
        shown = [_shown(bounty, row) for row in overview.for_owner(bounty, found.rows)]
        if sort in _ON_PAGE:
            shown.sort(key=_ON_PAGE[sort])
        reviews = [one["checks"]["review"] for one in shown]
        now = clock.now()
        hires = bounty.status in HIRES and bounty.deadline + REFILL > now and bounty.spots_remaining > 0
        return kept | {
            "applicants": shown,
            "next_url": self.next_url(found.next_cursor),
            "asked": asked,
            "states": [{"name": state, "words": owner_words.SEATS[state][0]} for state in STATES],
            "sort": sort,
            "sorts": SORTS.items(),
            "may_accept": asked == "pending" and hires and "accept" not in kept["reserved"] and self.may["hire"],
            "may_reject": asked == "pending"
            and "reject" not in kept["reserved"]
            and bool(shown)
            and self.may["reject_many"],
            # Why nobody is hired automatically, where that lies in the job: said once, above the rows.
            "undecided": list(dict.fromkeys(words for words in reviews if words in owner_words.REVIEWERS.values())),
            "some_ask": any(one["asks"] for one in shown),
            "takes_applications": bounty.accepts_applications,
            "hire_until": bounty.deadline + REFILL,
            "reasons": owner_words.reasons(owner_words.TURN_DOWN),
            "unit": bounty.unit,
            "before_hire": conditions.before_hire(bounty),
            "wants_mic": bounty.mic_check_required,
            "wants_level": bool(bounty.language_requirement),
        }

    def act_hire(self, bounty_id: str) -> HttpResponse:
        data = self.read(DecisionIn, {"action": "accept"})
        application_id = self.request.POST.get("applicationId", "")

        def said(hired: Application) -> str:
            sums = {"name": hired.human_name, "sum": cents_words(hired.escrow.amount_cents if hired.escrow else 0)}
            return _("%(name)s is hired, and told so. %(sum)s is held for them.") % sums

        return self.once(
            lambda: applications.accept(self.actor, bounty_id, application_id, response=data["response"]), said=said
        )

    def act_reject_many(self, bounty_id: str) -> HttpResponse:
        """Turn down those who were chosen: all of them, or nobody. Each counts as one call of the API does."""
        chosen = list(dict.fromkeys(self.request.POST.getlist("applications")))
        if not chosen or len(chosen) > PER_PAGE:
            raise Invalid({}, _("Choose at least one person, and at most %d.") % PER_PAGE)
        data = self.read(DecisionIn, {"action": "reject", "response": self.told(owner_words.TURN_DOWN)})
        for _more in chosen[1:]:
            self.count_towards(*self.limits)

        def perform() -> int:
            for application_id in sorted(chosen):  # the job's own lock comes first, and is held through all of them
                applications.reject(self.actor, bounty_id, application_id, response=data["response"])
            return len(chosen)

        said = ngettext(
            "%d person is turned down, and told so.", "%d people are turned down, and told so.", len(chosen)
        )
        return self.once(perform, said=said % len(chosen))


def _shown(bounty: Bounty, row: Applicant) -> dict[str, Any]:
    """One applicant as the API shows them, with what the table says of them."""
    shown = OwnerApplicationOut.render(row)
    return shown | {
        "person": person(row),
        "asks": asks(bounty, row.application),
        "told": answers(bounty, shown["answers"]),
        "files": [formats.attached(file) for file in shown["files"]],
        "checks": checks(shown, row),
    }
