"""Taste runs: a question is put to a panel by a bounty with one seat per respondent. Here a run is made and paid for; what follows
is in `taste_panels.py`.
"""

from decimal import Decimal
from typing import Any, TypedDict
from uuid import UUID

from django.conf import settings
from django.db import transaction

from bounties.rules import listings
from bounties.rules.fields import ApplicationDetail, BountyFields
from bounties.selectors import access
from bounties.selectors.approvals import about_bounty
from bounties.services import bounties, funding
from humans.rules.people import TASTE as CATEGORIES
from marketplace.core import clock, countries
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.core.transactions import for_each_due
from marketplace.selectors.countries import blocked_among
from marketplace.services import switches
from qa import events
from qa.models import TasteRun
from qa.rules.taste import FUND_EVERY, TASTE, WINDOW
from qa.selectors import taste
from wallet.errors import InsufficientFunds, WalletOwes
from wallet.services import spending

_SKILLS_PER_CATEGORY = 3  # shown on the listing and used to match people; applicants may have any skill of the category


class Artifact(TypedDict):
    """What is voted on: a label, unique in its run, and a public http(s) URL."""

    label: str
    url: str


class TasteRunFields(TypedDict):
    """A new taste run, as validated by serializers.taste.TasteRunIn."""

    title: str
    question: str
    artifacts: list[Artifact]
    respondent_count: int
    pay_per_respondent_cents: int
    target_categories: list[str]  # keys of humans.rules.people.TASTE
    allowed_countries: list[str]  # ISO 3166, two letters
    allowed_genders: list[str]
    identity_required: bool
    require_video_response: bool
    require_portfolio_upload: bool


def create(actor: Actor, fields: TasteRunFields) -> TasteRun:
    """Create a run and its bounty, and pay from the wallet. If the wallet is too low, the run stays pending_funding, and
    `start_due` tries again.

    Runs in the caller's transaction. Raises Invalid, PoolTooLarge (400), WalletOwes (402), SpendingCapExceeded (403),
    ProductUnavailable (503), and what `spending.spend` raises for an approval. Route: POST /api/v1/taste/runs. Spec:
    Endpoints, Tool interface (create_taste_run).
    """
    switches.require("taste")
    run = TasteRun(
        owner=actor.me,
        question=fields["question"],
        artifacts=fields["artifacts"],
        respondent_count=fields["respondent_count"],
        target_categories=fields["target_categories"],
        allowed_genders=fields["allowed_genders"],
        requires_video=fields["require_video_response"],
        requires_portfolio=fields["require_portfolio_upload"],
    )
    if blocked := blocked_among(fields["allowed_countries"]):
        named = ", ".join(countries.name(code) for code in sorted(blocked))
        raise Invalid({"allowedCountries": [f"Nobody can be hired in {named}."]})
    run.bounty = bounties.create(actor, _listing(run, fields), kind="taste")
    run.save(force_insert=True)
    _start(actor, run)
    if run.status == "pending_funding":  # it starts by itself then: the owner is asked now, if they want to be
        spending.agree_on(
            account_id=actor.id,
            by=actor,
            cents=funding.total(run.bounty),
            kind="when_funded",
            about=about_bounty(run.bounty),
        )
    return run


def _listing(run: TasteRun, fields: TasteRunFields) -> BountyFields:
    """The fields of the bounty (`bounties.create`). It shows the question and the sorted labels; the artifacts are only on the
    ballot, so that nobody sees them in another order first."""
    video = "Answer in a short video, too, recorded with the camera at that moment.\n" if run.requires_video else ""
    return {
        "title": fields["title"],
        "description": listings.written(
            f"{run.question}\n\nYou are shown {len(run.artifacts)} works, in an order of your own, and vote for one of them: "
            f"say which one, and why in your own words.\n{video}\nWhoever applies and fits is hired at once and has 24 hours. "
            "The works are on the page of your place, once you are hired. Each valid vote is paid at once.",
            routes=f"GET {run.ballot_url}",
        ),
        "completion_criteria": f"One vote, with a reason of 20 to 1,000 characters: {', '.join(sorted(run.labels))}.",
        "evidence_types": ["text", "video"] if run.requires_video else ["text"],
        "live_capture": "video" if run.requires_video else "",
        "skills_needed": [term for name in run.target_categories for term in CATEGORIES[name][:_SKILLS_PER_CATEGORY]],
        "supported_countries": fields["allowed_countries"],
        "identity_required": fields["identity_required"],
        "application_details": [_PORTFOLIO] if run.requires_portfolio else [],
        "lifecycle_messages": {
            "onAccepted": "You are on the panel, until {{deadline}}. The works, and where to vote, are on the page of your place: "
            f"{settings.BASE_URL}/today\n\nFor programs: GET {run.ballot_url}"
        },
        "price_type": "fixed",
        "price_cents": fields["pay_per_respondent_cents"],
        "estimated_hours": Decimal("0.25"),
        "spots_available": run.respondent_count,
        "auto_accept": False,
        "keep_applicants_on_fill": True,  # a lost seat is filled from the remaining applicants
        "product_ref": run.public_id,
    }


_PORTFOLIO: ApplicationDetail = {"id": "d1", "type": "file_upload", "label": "Portfolio", "required": True}


def _start(actor: Actor, run: TasteRun) -> None:
    """pending_funding -> open: the wallet pays, and the bounty goes live. With too low a wallet only the time of the next
    attempt changes. Run and bounty are locked, or new; money is moved last."""
    bounty, now = run.bounty, clock.now()
    try:
        with transaction.atomic():
            move(actor, run, "fund", fund_at=None, ends_at=now + WINDOW)
            bounty.deadline = now + WINDOW
            bounty.save(update_fields=["deadline"])
            funding.go_live(actor, bounty, source="wallet")
    except WalletOwes:
        raise
    except InsufficientFunds:
        run.refresh_from_db()  # also drops the cached bounty
        run.fund_at = now + FUND_EVERY
        run.save(update_fields=["fund_at"])


def resume(actor: Actor, run_id: str) -> TasteRun:
    """A replayed `create`: try once more to pay for a run in pending_funding; any other run is not changed.

    Runs in the caller's transaction. Locks run, bounty. Raises WalletOwes (402), SpendingCapExceeded (403), UnknownRun (404).
    """
    run = locked(taste.lock_own(actor, run_id))
    if run.status == "pending_funding" and run.bounty.status == "pending_deposit":
        # Whoever asked for it has agreed on what it costs (`create`).
        _start(actor if actor.via == "session" else Actor(actor.me, via="system", on_behalf=actor.spender), run)
    return run


def locked(run: TasteRun) -> TasteRun:
    """Lock the bounty of a locked run, which then knows it."""
    run.bounty = access.lock_bounty(run.bounty_id)
    return run


def move(actor: Actor, run: TasteRun, action: str, **columns: Any) -> None:
    """Take a locked run to its next state, with these columns, and publish `run.status_changed`. Raises InvalidState (409)."""
    run.status = TASTE.next(run.status, action)
    for name, value in columns.items():
        setattr(run, name, value)
    run.save(update_fields=["status", *columns])
    events.taste_status_changed(actor, run)


def start_due() -> int:
    """Timer: try to pay for runs in pending_funding; returns how many it took. One transaction per run, which locks run,
    bounty, wallet. After seven days `endings.lapse_unpublished` closes their bounty, and they expire."""

    def work(pk: UUID) -> None:
        run = locked(TasteRun.objects.locked().get(pk=pk))
        if run.status != "pending_funding" or run.bounty.status != "pending_deposit":
            return
        run.fund_at = clock.now() + FUND_EVERY
        run.save(update_fields=["fund_at"])
        if funding.quote(run.bounty).shortfall or not run.bounty.owner.is_active:
            return
        try:
            with transaction.atomic():
                _start(Actor(run.bounty.owner, via="system", on_behalf=run.bounty.spender), run)
        except Problem as refused:  # a spending cap or a debt; repeating the POST shows the owner which
            if taste.is_new_reason(run, refused.code):
                events.taste_waits(run, refused.code)
                if refused.after is not None:
                    refused.after()  # publishes wallet.spending_cap_hit: once, not with every retry

    return for_each_due(TasteRun.objects.filter(status="pending_funding", fund_at__lte=clock.now()), work, by="fund_at")
