"""/owner/jobs/new: a job posted by hand, with the dry run beside the form; begun from an earlier job, if one likes."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bounties.models import Application, Bounty
from bounties.pages import posting_fields, posting_plan
from bounties.rules.applications import LINK_TYPES
from bounties.rules.checks import LEVELS
from bounties.selectors import access, listing, policies
from bounties.serializers.bounties import render_own
from bounties.services import bounties, funding
from marketplace.core import countries, ids, rights
from marketplace.core.errors import NotFound
from marketplace.web import formats, reader
from marketplace.web.drafts import Refused, typed
from marketplace.web.page import Page

ACT = "post"
EARLIER_SHOWN = 6
WORKED_SHOWN = 30  # earlier jobs whose people can be left out
_LINKS = {"linkedin": "LinkedIn", "instagram": "Instagram", "twitter": "X (Twitter)", "github": "GitHub"}
EVIDENCE = [
    ("photo", gettext_lazy("Photos")),
    ("video", gettext_lazy("Videos")),
    ("text", gettext_lazy("A text")),
    ("link", gettext_lazy("A link")),
]
PLACES = [("true", gettext_lazy("From anywhere")), ("false", gettext_lazy("At a place"))]
PRICES = [("fixed", gettext_lazy("for the whole job")), ("hourly", gettext_lazy("for an hour"))]
MODES = [
    ("application", gettext_lazy("People apply, I hire, they send evidence")),
    ("photo_upload", gettext_lazy("People send photos with their application")),
    ("video_upload", gettext_lazy("People send videos with their application")),
    ("document_upload", gettext_lazy("People send documents with their application")),
]
CAPTURE = [("", gettext_lazy("Any photo or video")), ("photo", gettext_lazy("A photo taken on the spot"))]
CAPTURE += [("video", gettext_lazy("A video taken on the spot"))]
SIGNS = [("", gettext_lazy("No sign")), ("poster_provided", gettext_lazy("I provide the sign that they hold"))]


class PostJob(Page):
    """The form. What was typed is checked with each change by a script, or by the button Check without one; it is posted with the
    sum that was shown last, and with no other."""

    template = "bounties/job_new.html"
    least = rights.MANAGER  # the page is nothing but its form
    operations = {"post": "createBounty"}

    def show(self) -> dict[str, Any]:
        earlier = self._earlier()
        source = self.request.GET.get("from", "")
        held = self._values(source) if source else _fresh(reader.country(self.request))
        # What is filled in already is told its cost at once.
        plan = posting_plan.plan(self, posting_fields.body(*posting_fields.typed(held))) if source else None
        return {
            "values": held,
            "source": source,
            "earlier": earlier,
            "worked": self._worked(held),
            "plan": plan,
            **(_reached(plan) if plan else {}),
            "zone": timezone.get_current_timezone_name(),
            "categories": [("", _("None")), *_categories()],
            "countries": [("", _("None")), *countries.choices()],
            "zones": [("", _("My own: %s") % timezone.get_current_timezone_name()), *reader.zone_choices()],
            "levels": [("", _("Any")), *((level, level) for level in LEVELS)],
            "links": [(kind, _LINKS.get(kind, kind.capitalize())) for kind in LINK_TYPES if kind != "custom"],
            "evidence": EVIDENCE,
            "places": PLACES,
            "prices": PRICES,
            "modes": MODES,
            "capture": CAPTURE,
            "signs": SIGNS,
            "messages_for": _messages(),
            "filled_in": _filled_in(),
        }

    def act_post(self) -> HttpResponse:
        posted = self.request.POST
        body = posting_fields.body(posted.dict(), posted.getlist)
        if self.request.headers.get("HX-Request") == "true":
            return self._part(body)
        if "check" in posted:
            return self._checked(body)
        data = posting_plan.read(self, body)
        cost = funding.total(posting_plan.prepared(self.actor, data))
        if posted.get("agreedCents", "") != str(cost):
            note = _("The cost is %s now. Look it over, and post it for that sum.") % formats.cents_words(cost)
            return self._checked(body, note=note if posted.get("agreedCents") else "")

        def perform() -> dict[str, Any]:
            bounty = bounties.prepare(self.actor, data)
            checkout = funding.fund_or_ask(self.actor, bounty)
            return {"bounty": bounty, "checkout": checkout}

        return self.once(perform, to=_leads_to, said=_said)

    def _part(self, body: dict[str, Any]) -> HttpResponse:
        """The dry run alone, for the script that asks with each change. It posts nothing."""
        plan = posting_plan.plan(self, body)
        return render(self.request, "bounties/job_plan.html", {"page": self, "plan": plan} | _reached(plan))

    def _checked(self, body: dict[str, Any], *, note: str = "") -> HttpResponse:
        """The whole page with what was typed, and the dry run."""
        plan = posting_plan.plan(self, body)
        refused = Refused(act=ACT, message="", code="checked", fields=plan.fields, typed=typed(self.request))
        shown = {"refused": refused, "page": self, **self.show(), "plan": plan, "note": note}
        return render(self.request, self.template, shown | _reached(plan))

    def _earlier(self) -> list[Bounty]:
        mine = Bounty.objects.filter(owner_id=self.actor.id, kind="ordinary", product_ref="").order_by("-id")
        return list(mine[:EARLIER_SHOWN])

    def _worked(self, held: dict[str, Any]) -> list[tuple[str, str]]:
        """Own jobs on which somebody worked, the newest, after those that the form holds already: id and what it is called."""
        hired = Application.objects.filter(bounty=OuterRef("pk"), escrow__isnull=False)
        mine = Bounty.objects.filter(owner_id=self.actor.id).only("id", "title", "created_at").order_by("-id")
        chosen = [ids.decode("bty", text) for text in held.get(posting_fields.EXCLUDED) or []]
        rows = [*(mine.filter(pk__in=chosen) if chosen else ()), *mine.filter(Exists(hired))[:WORKED_SHOWN]]
        return list({row.public_id: f"{row.title} · {_local_day(row.created_at)}" for row in rows}.items())

    def _values(self, bounty_id: str) -> dict[str, Any]:
        """What the form holds for an own earlier job. Raises NotFound (404), NotOwner (403) as the API does."""
        bounty = access.owned_bounty(self.actor, bounty_id)
        if bounty.kind != "ordinary":
            raise NotFound("This job was made by one of our products. Start it anew there.")
        return posting_fields.values(render_own(bounty, listing.hired_profile_ids(bounty)))


def _local_day(moment: datetime) -> str:
    return formats.date_words(timezone.localtime(moment).date())


def _reached(plan: posting_plan.Plan) -> dict[str, Any]:
    found = plan.reach
    if found is None:
        return {}
    named = {"people": found.people, "active": found.active, "inCity": found.in_city, "atRate": found.at_their_rate}
    return {"reached": {name: posting_plan.number(bounds) for name, bounds in named.items()}}


def _leads_to(made: dict[str, Any]) -> str:
    """To the job, or where the wallet is short, to the page that pays the rest."""
    checkout = made["checkout"]
    return f"/checkout/{checkout.public_id}" if checkout else f"/owner/jobs/{made['bounty'].public_id}"


def _said(made: dict[str, Any]) -> str:
    bounty = made["bounty"]
    if made["checkout"]:
        return ""
    paid = formats.cents_words(funding.total(bounty))
    if bounty.status == "pending_review":
        return _("Posted: %s left your wallet and is held. Our staff read the job before people see it.") % paid
    return _("Posted: %s left your wallet and is held until the work is done. People can apply now.") % paid


def _fresh(country: str) -> dict[str, Any]:
    """What an empty form holds: nothing is ticked that hires, or that asks something of people."""
    return {
        "location.isRemoteAllowed": "true",
        "location.country": "",
        "priceType": "fixed",
        "spotsAvailable": 1,
        "submissionMode": "application",
    }


def _categories() -> list[tuple[str, str]]:
    return [(slug, slug.replace("-", " ").capitalize()) for slug in policies.categories()]


def _messages() -> list[tuple[str, str]]:
    return [
        ("lifecycleMessages.onAccepted", _("When you hire somebody")),
        ("lifecycleMessages.onRejected", _("When you turn somebody down")),
        ("lifecycleMessages.onSubmissionReceived", _("When evidence comes in")),
        ("lifecycleMessages.onSubmissionApproved", _("When you approve it")),
        ("lifecycleMessages.onSubmissionRejected", _("When you send it back")),
    ]


def _filled_in() -> list[tuple[str, str]]:
    """What stands in the messages for words that are known when they are sent."""
    return [
        ("{{name}}", _("the person's name")),
        ("{{bountyTitle}}", _("what the job is, in one line")),
        ("{{deadline}}", _("when their evidence is due")),
        ("{{reason}}", _("what you write when you decide")),
    ]
