"""The admin: every page opens for the operator, support sees what it is permitted, and nobody edits money by hand."""

from datetime import date
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.test import Client
from django.urls import reverse

from bounties.models import Bounty
from escrow.models import Escrow
from marketplace.core import clock, ids
from marketplace.models import Account, ApiKey
from marketplace.services import mails, staff_log
from tests.contract.scenario import World
from tests.factories.accounts import AccountFactory
from wallet import ledger

REGISTERED = list(admin.site._registry)
MONEY = {
    "ledgeraccount",
    "ledgertransaction",
    "ledgermove",
    "ledgercheckpoint",
    "checkout",
    "payment",
    "discrepancy",
    "providerwebhook",
    "outflow",
    "topup",
    "controls",
    "spenderlimits",
    "approval",
    "provideraccount",
    "transfer",
    "escrow",
    "dispute",
    "endpoint",
    "delivery",
    "event",
}
EDITED_BY_OPERATORS = {
    *("ratetier", "ladderband", "feerate", "disputepolicy", "macro", "messagerule", "taskplace", "switch"),
    *("category", "noticerule", "payminimum", "screeningrule", "cakeprice", "blockedcountry", "stafflimit"),
    *("deskclocks", "reasoncode", "evidencewanted", "keepingtime"),
}
every_page = pytest.mark.parametrize("model", REGISTERED, ids=[model._meta.label for model in REGISTERED])


def url(model: type[models.Model], page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.fixture
def operator_pages(world: World) -> Client:
    return world.browser("operator")


@pytest.fixture
def support_pages(world: World) -> Client:
    """Support needs nothing but the flag: it may look at everything, and changes no row by hand."""
    return world.browser("support")


def given_row(model: type[models.Model]) -> models.Model:
    """A row of this kind from the prepared market, or one made for it."""
    found = model._default_manager.first()
    if found is not None:
        return found
    match model._meta.model_name:
        case "case":
            seat = Escrow.objects.filter(kind="seat").order_by("pk")[0]
            parties = {"owner_id": seat.owner_id, "worker_id": seat.worker_id, "amount_cents": seat.amount_cents}
            about = {"kind": "contest", "escrow": seat, "category": "contest", "title": "A contested seat"}
            return model._default_manager.create(stage="decision", due_at=clock.now(), **parties, **about)
        case "blockedcountry":
            return model._default_manager.create(pk="KP")
        case "logentry":
            kind = ContentType.objects.get_for_model(Account)
            return LogEntry.objects.create(user=AccountFactory(), content_type=kind, object_id="1", action_flag=2)
        case "spenderlimits":
            key: Any = given_row(ApiKey)
            return model._default_manager.create(account=key.account, key=key, ask_above_cents=500)
        case "stafflimit":
            return model._default_manager.create(role="support", case_cents=100)
        case "staffentry":
            return staff_log.write(None, "note", None)
        case "accountrestriction":
            about = {"account": given_row(Account), "made_by": given_row(Account)}
            return model._default_manager.create(no_jobs=True, reason="x", **about)
        case "topup":
            return model._default_manager.create(account=given_row(Account), amount_cents=500)
        case "mail":
            return mails.write(to="a@example.com", subject="Hello", text="Hello.")
        case "push":
            about = {"account": AccountFactory(), "device_id": ids.new(), "expires_at": clock.now()}
            return model._default_manager.create(kind="paid", title="Paid", outcome="sent", **about)
        case "micsample":
            told = {"bounty": given_row(Bounty), "human": AccountFactory(), "number": 1, "recording_id": ids.new()}
            return model._default_manager.create(status="scored", scored_at=clock.now(), seconds=6.0, **told)
        case "speechattempt":
            told = {"account": AccountFactory(), "bounty_id": ids.new(), "language": "en", "recording_id": ids.new()}
            told |= {"status": "scored", "cefr": "B2", "decided_at": clock.now()}
            return model._default_manager.create(seconds=6.0, **told)
        case "invoice":
            about = {"account": AccountFactory(), "month": clock.now().date(), "lines": [], "seller": "x", "buyer": "x"}
            return model._default_manager.create(year=2026, number=1, fee_cents=90, **about)
        case "ledgercheckpoint":
            month = date(2020, 1, 1)
            ledger.close_month(month)
            ledger.seal_month(month, through=0, moves=0, cents=0, digest=bytes(32))
            return model._default_manager.get(pk=month)
        case "x402payment":
            return model._default_manager.create(kind="signup", amount_cents=1, atoms=10_000, valid_before=1)
    return made(model)


def made(model: type[models.Model]) -> models.Model:
    """The plainest row that its constraints take."""
    values: dict[str, Any] = {}
    for field in model._meta.concrete_fields:
        if isinstance(field, models.ForeignKey) and not field.null:
            target: Any = field.related_model
            values[field.name] = given_row(target)
        elif (
            not field.has_default() and not field.null and not field.primary_key and isinstance(field, models.CharField)
        ):
            values[field.name] = "x"
        elif not field.has_default() and not field.null and isinstance(field, models.IntegerField):
            values[field.name] = 1
        elif isinstance(field, models.FloatField):
            values[field.name] = 1.5
        elif not field.has_default() and not field.null and isinstance(field, models.DateTimeField):
            values[field.name] = AccountFactory().created_at
    return model._default_manager.create(**values)


@every_page
def test_staff_reads_a_row_and_nobody_adds_changes_or_deletes_one_by_hand(
    world: World, unchanged: Any, model: type[models.Model]
) -> None:
    """Support needs nothing but the flag; an auditor reads, and decides nothing; operators edit what is theirs to set."""
    support, auditor = world.browser("support"), world.browser("auditor")
    strangers = (Client(), world.browser("owner"))
    row = given_row(model)
    pages = (url(model, "add"), url(model, "change", row.pk), url(model, "delete", row.pk))

    with unchanged():
        for staff in (support, auditor):
            assert staff.get(url(model, "changelist")).status_code == 200
            shown = staff.get(url(model, "change", row.pk))
            assert shown.status_code == 200
            assert b'name="_save"' not in shown.content and b"deletelink" not in shown.content
            assert staff is support or b'class="decisions"' not in shown.content
            for page in pages:
                assert staff.post(page, {"post": "yes"}).status_code == 403, page
        for client in strangers:
            answer = client.get(url(model, "changelist"))
            assert answer.status_code == 302
            assert answer.headers["Location"].startswith("/admin/login/")


READ_ONLY = [model for model in REGISTERED if model._meta.model_name not in EDITED_BY_OPERATORS]


@pytest.mark.parametrize("model", READ_ONLY, ids=[model._meta.label for model in READ_ONLY])
def test_not_even_an_operator_adds_changes_or_deletes_a_row_by_hand(
    operator_pages: Client, unchanged: Any, model: type[models.Model]
) -> None:
    row = given_row(model)

    with unchanged():
        for page in (url(model, "add"), url(model, "change", row.pk), url(model, "delete", row.pk)):
            assert operator_pages.post(page, {"post": "yes"}).status_code == 403, page
        action = {"action": "delete_selected", "_selected_action": [str(row.pk)], "post": "yes"}
        operator_pages.post(url(model, "changelist"), action)


def test_every_table_of_money_has_a_page(world: World) -> None:
    assert {model._meta.model_name for model in REGISTERED} >= MONEY


def test_a_key_or_a_session_token_opens_no_page(world: World) -> None:
    for headers in (world["operator"].headers, {"X-Session-Token": "x"}):
        assert world["operator"].client.get("/admin/", headers=headers).status_code == 302


def test_a_tier_is_given_to_a_key_by_an_operator(operator_pages: Client, support_pages: Client, world: World) -> None:
    from marketplace.models import RateTier

    tier = RateTier.objects.create(name="fivefold", multiplier=5)
    page = url(ApiKey, "decide", world["owner"].key.pk, "tier")
    sent = {"tier-tier": tier.pk, "tier-reason": "A client of theirs.", "name": "renamed", "confirmed": "1"}
    assert support_pages.post(page, sent).status_code == 403

    operator_pages.post(page, sent)

    key = ApiKey.objects.get(pk=world["owner"].key.pk)
    assert (key.tier, key.name, key.revoked_at) == (tier, "test", None), "the tier is all that changes here"


def test_a_person_is_put_forward_by_an_operator_and_nothing_else_of_a_profile_changes(
    operator_pages: Client, support_pages: Client, world: World
) -> None:
    from humans.models import Profile

    worker = world["worker"].account
    before = Profile.objects.filter(pk=worker.pk).values().get()
    page, sent = url(Profile, "decide", worker.pk, "feature"), {"feature-reason": "Good work.", "confirmed": "1"}
    assert support_pages.post(page, sent).status_code == 403

    operator_pages.post(page, sent | {"headline": "Not mine"})

    assert Profile.objects.filter(pk=worker.pk).values().get() == before | {"is_featured": True}
    found = world["nobody"].get("/api/humans?featured=true")["humans"]
    assert [row["id"] for row in found] == [worker.public_profile_id]
