"""Staff in the back office: their browsers, and changes that take two operators."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.test import Client
from django.urls import reverse

from marketplace.core.actor import Actor
from marketplace.models import Account, Proposal
from marketplace.services import account_restrictions
from tests.api import Api
from tests.factories.accounts import AccountFactory

WHY = {"why": "As agreed."}


def office(who: Api | Account) -> Client:
    """A browser in which this person is signed in."""
    client = Client()
    account = who.account if isinstance(who, Api) else who
    client.force_login(account, "django.contrib.auth.backends.ModelBackend")
    return client


def given_operator(**fields: Any) -> Account:
    """Another operator."""
    return AccountFactory(is_staff=True, is_superuser=True, **fields)


def given_restriction(
    account: Account,
    *,
    by: Account,
    stops: Collection[str] = ("jobs", "applications", "withdrawals"),
    reason: str = "Two chargebacks.",
    until: datetime | None = None,
) -> None:
    """Our staff restrict an account: what it may not begin."""
    account_restrictions.restrict(
        Actor.staff(by),
        account.pk,
        no_jobs="jobs" in stops,
        no_applications="applications" in stops,
        no_withdrawals="withdrawals" in stops,
        reason=reason,
        until=until,
    )


def press(who: Api | Account, proposal: Proposal, verb: str, reason: str = "Agreed.") -> Any:
    """This person presses a button of the proposal's page."""
    page = reverse("admin:marketplace_proposal_decide", args=[proposal.pk, verb])
    return office(who).post(page, {f"{verb}-reason": reason, "confirmed": "1"}, follow=True)


def approve_open(by: Account | None = None) -> Proposal:
    """Another operator approves the proposal that is open."""
    proposal = Proposal.objects.get(state="open")
    answer = press(by or given_operator(), proposal, "approve")
    proposal.refresh_from_db()
    assert proposal.state == "applied", said(answer)
    return proposal


def said(answer: Any) -> str:
    """The messages on a page."""
    return " ".join(map(str, answer.context["messages"]))


def page_of(model: Any) -> Any:
    return admin.site._registry[model]
