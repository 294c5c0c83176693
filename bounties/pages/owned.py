"""The ground of the pages about one's own job: whose it is, its head, and the tabs below it."""

from typing import Any

from bounties.models import Application, Bounty
from bounties.pages import nearby
from bounties.pages.jobs import full
from bounties.ports import products
from bounties.selectors import access, listing, overview, owned
from bounties.selectors.overview import Applicant
from bounties.web import owner_words
from escrow.models import Dispute
from escrow.rules.disputes import OPEN_DISPUTE
from escrow.rules.escrows import DISPUTED
from marketplace.core import countries, ids
from marketplace.core.errors import NotFound
from marketplace.web.page import Page


class OwnedPage(Page):
    """A page below /owner/jobs/{id}: 404 for a hidden job of somebody else, 403 for one that they can see."""

    reads = "browse"

    def owned(self, bounty_id: str) -> Bounty:
        return access.owned_bounty(self.actor, bounty_id)

    def head(self, bounty: Bounty, tab: str) -> dict[str, Any]:
        """What stands above every such page: title, badge, tabs with how many wait in each. One query; none without a `tab`,
        where no tabs are shown."""
        people = owned.people([bounty.pk]).get(bounty.pk) if tab else None
        people = people or owned.People()
        return {
            "job": full(bounty) | {"own_href": f"/owner/jobs/{bounty.public_id}"},
            "badge": owner_words.badge(owner_words.JOBS, bounty.status),
            "kind_words": owner_words.kind_words(bounty.kind, bounty.submission_mode),
            "people": people,
            "tab": tab,
            "is_upload": bounty.submission_mode != "application",
            "reserved": reserved(bounty),
        }

    def told(self, reasons: dict[str, Any]) -> str:
        """The words to a person: the reason that was chosen from the list, and what was typed."""
        chosen = reasons.get(self.request.POST.get("reason", ""))
        typed = self.request.POST.get("response", "").strip()
        return "\n".join(str(part) for part in (chosen, typed) if part)


def reserved(bounty: Bounty) -> dict[str, bool]:
    """The acts that this kind of job keeps to itself."""
    product = products.find(bounty.kind)
    return dict.fromkeys(product.reserved, True) if product is not None else {}


def person(row: Applicant) -> dict[str, Any]:
    """Who applied, as rows and tables show them: their name, where they live, what others said of them. Whose account is closed
    has no profile."""
    application = row.application
    account = application.human
    profile = getattr(account, "profile", None) if "profile" in account._state.fields_cache else None
    summary = row.review_summary
    return {
        "name": application.human_name,
        "initial": (application.human_name.strip() or "?")[0].upper(),
        "profile_href": f"/people/{account.username or account.public_profile_id}" if account.is_active else "",
        "place": countries.place(profile.city, country=profile.country) if profile is not None else "",
        "is_close": nearby.is_close(profile, application.bounty),
        "stars": summary.average_rating,
        "reviews": summary.review_count,
        "jobs_done": row.earned.seats,
        "badge": owner_words.seat(row),
        "relation": row.relation or "",
        "href": f"/owner/jobs/{application.bounty.public_id}/people/{application.public_id}",
    }


def application(bounty: Bounty, application_id: str) -> Application:
    """One application to this job. Raises NotFound (404)."""
    try:
        found = listing.applications(bounty).select_related("human__profile", "escrow", "conversation")
        return found.get(pk=ids.decode("app", application_id))
    except (ValueError, Application.DoesNotExist):
        raise NotFound("This job has no such application.")


def one(bounty: Bounty, application_id: str) -> Applicant:
    """The same as its owner sees it."""
    [row] = overview.for_owner(bounty, [application(bounty, application_id)])
    return row


def photo_href(person_href: str, file: dict[str, Any]) -> str:
    """The page on which an image is seen large; empty for a file of another kind, which is only downloaded."""
    return f"{person_href}/photos/{file['id']}#photo" if file["isImage"] else ""


def dispute(
    application: Application, below: str = "/owner/disputes", *, paid_by_it: bool = False
) -> dict[str, Any] | None:
    """The open or latest dispute about this seat: where it is, whether it is open, and who ended it. None where none holds the
    money now or has divided it. `below`: the address of disputes on the reader's side. `paid_by_it`: also where it was paid whole,
    which a dispute may have led to. Two queries."""
    escrow = application.escrow
    if escrow is None:
        return None
    was_refunded = application.end_reason == "dispute_refunded"
    if escrow.status not in DISPUTED and not was_refunded and not (paid_by_it and escrow.status == "released"):
        return None
    rows = Dispute.objects.filter(escrow_id=escrow.pk).exclude(status="withdrawn").prefetch_related("decisions")
    found: Dispute | None = rows.order_by("-id").first()
    if found is None:
        return None
    decision = found.decision
    return {
        "href": f"{below}/{found.public_id}",
        "is_open": found.status in OPEN_DISPUTE,
        "is_settled": decision is not None and decision.offer_id is not None,
    }
