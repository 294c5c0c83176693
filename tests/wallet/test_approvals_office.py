"""The back office: what owners were asked about, and the limits of single keys and programs. Read only: owners decide."""

from typing import Any

import pytest
from django.contrib import admin
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from marketplace.api.backoffice import Deciding
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_connection
from tests.factories.approvals import decide, given_asking_agent, owner_of, posting
from wallet.models import Approval, SpenderLimits
from wallet.models.ledger import LedgerTransaction
from wallet.rules.approvals import APPROVAL_LIFE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.fixture
def office(support: Api) -> Client:
    client = Client()
    client.force_login(support.account, "django.contrib.auth.backends.ModelBackend")
    return client


def address(model: type[models.Model], page: str, *args: object) -> str:
    return reverse(f"admin:wallet_{model._meta.model_name}_{page}", args=args)


def found(client: Client, model: type[models.Model], **query: str) -> set[Any]:
    return {row.pk for row in client.get(address(model, "changelist"), query).context["cl"].result_list}


def given_limits(agent: Api) -> SpenderLimits:
    assert agent.key is not None
    answer = owner_of(agent).patch(f"/api/keys/{agent.key.public_id}/limits", {"spendingCapRolling7dCents": 4321})
    assert answer.status == 200, answer.body
    return SpenderLimits.objects.get(key=agent.key)


def test_an_approval_leads_to_who_asked_what_was_bought_and_the_books(office: Client) -> None:
    agent = given_asking_agent()
    decide(agent, posting(agent), note="Go ahead.")
    bounty = posting(agent)
    row = Approval.objects.get()

    shown = office.get(address(Approval, "change", row.pk)).content.decode()

    assert agent.key is not None and (row.status, row.bounty_id is None) == ("used", False)
    post = LedgerTransaction.objects.get(key=row.spend_key)
    for label, pk in (
        ("marketplace_account", agent.account.pk),
        ("marketplace_apikey", agent.key.pk),
        ("bounties_bounty", row.bounty_id),
        ("wallet_ledgertransaction", post.pk),
    ):
        assert f'href="{reverse(f"admin:{label}_change", args=[pk])}"' in shown, label
    assert "5.90 USD" in shown and "Go ahead." in shown
    assert bytes(row.fingerprint).hex() not in shown
    for named in (bounty["bountyId"], agent.key.public_id, agent.account.public_id, row.public_id):
        assert found(office, Approval, q=named) == {row.pk}, named


def test_nobody_decides_in_an_owner_s_place(office: Client) -> None:
    agent = given_asking_agent()
    posting(agent)
    row = Approval.objects.get()

    assert not any(isinstance(admin.site._registry[model], Deciding) for model in (Approval, SpenderLimits))
    assert office.post(address(Approval, "change", row.pk), {"status": "approved"}).status_code == 403
    assert Approval.objects.get().status == "pending"


def test_one_whose_time_has_passed_is_expired_before_the_timer_has_seen_it(office: Client) -> None:
    agent = given_asking_agent()
    for key in ("old", "new"):
        posting(agent, key)
    old, new = Approval.objects.order_by("pk")
    Approval.objects.filter(pk=old.pk).update(expires_at=clock.now() - APPROVAL_LIFE)
    decide(agent, posting(agent, "third"), "decline")

    by_state = {state: found(office, Approval, state=state) for state in ("pending", "expired", "declined", "used")}

    declined = Approval.objects.get(status="declined")
    assert by_state == {"pending": {new.pk}, "expired": {old.pk}, "declined": {declined.pk}, "used": set()}
    assert "expired" in office.get(address(Approval, "change", old.pk)).content.decode()


def test_limits_are_found_by_their_key_and_lead_to_it(office: Client) -> None:
    agent = given_asking_agent()
    row = given_limits(agent)
    assert agent.key is not None
    connector = given_connection(agent.account)
    of_program = SpenderLimits.objects.create(account=agent.account, connector=connector, ask_above_cents=100)

    shown = office.get(address(SpenderLimits, "change", row.pk)).content.decode()

    own = reverse("admin:marketplace_apikey_change", args=[agent.key.pk])
    assert "43.21 USD" in shown and f'href="{own}"' in shown
    back = f"{address(SpenderLimits, 'changelist')}?q={agent.key.public_id}"
    assert f'href="{back}"' in office.get(own).content.decode()
    assert found(office, SpenderLimits, q=agent.key.public_id) == {row.pk}
    assert found(office, SpenderLimits, q=connector.public_id) == {of_program.pk}
    assert found(office, SpenderLimits, q=agent.account.public_id) == {row.pk, of_program.pk}
    listed = office.get(address(SpenderLimits, "changelist")).content.decode()
    assert agent.key.name in listed and connector.name in listed


def test_five_rows_take_no_more_statements_than_one(office: Client) -> None:
    counts = []
    for rows in (1, 4):
        for _ in range(rows):
            agent = given_asking_agent()
            posting(agent)
            given_limits(agent)
        for measured in (False, True):
            with CaptureQueriesContext(connection) as seen:
                for model in (Approval, SpenderLimits):
                    assert len(found(office, model)) >= rows
            counts += [len(seen)] if measured else []

    assert counts[0] == counts[1]
