"""A dispute as a record: what both sides showed and where the money is. It is decided on the page of its case."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from escrow.models import Dispute, DisputePolicy
from marketplace.models import Account
from tests.api import Api
from tests.escrow.test_disputes import given_disputed
from tests.factories.accounts import given_agent
from tests.factories.market import given_funded_agent, untouched
from tests.factories.office import WHY, approve_open

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def office(who: Api) -> Client:
    client = Client()
    client.force_login(who.account, "django.contrib.auth.backends.ModelBackend")
    return client


def page(dispute: Dispute) -> str:
    return reverse("admin:escrow_dispute_change", args=[dispute.pk])


@pytest.fixture
def dispute(db: None) -> Dispute:
    seat, path = given_disputed(agent=given_funded_agent(590))
    seat.worker.post(f"{path}/evidence", {"text": "Here is the other photo."})
    conversation = seat.agent.get(path)["dispute"]["conversationId"]
    seat.agent.post(f"/api/conversations/{conversation}/messages", {"content": "Which one?"})
    return Dispute.objects.get()


def test_one_page_shows_the_whole_record_and_leads_to_the_case(dispute: Dispute, support: Api) -> None:
    shown = office(support).get(page(dispute)).content.decode()

    for words in ("It is blurred.", "Here is the other photo.", "Which one?", "Done.", "5.90 USD", "dispute.opened"):
        assert words in shown, words
    assert reverse("admin:escrow_case_change", args=[dispute.case.pk]) in shown
    assert "Unassigned <strong>1</strong>" in office(support).get("/admin/").content.decode()
    listed = office(support).get(reverse("admin:escrow_dispute_changelist"), {"waits": "yes"}).context["cl"]
    assert [row.pk for row in listed.result_list] == [dispute.pk]


def test_nothing_is_decided_on_the_record(dispute: Dispute, support: Api) -> None:
    """What was typed beside the button counted once: the forms are gone, and so are their addresses."""
    shown = office(support).get(page(dispute)).content.decode()
    assert 'class="decisions"' not in shown and 'name="split-worker"' not in shown

    sent: dict[str, Any] = {"split-worker": "3.01", "split-reason": "Half.", "confirmed": "1"}
    with untouched():
        for verb in ("release", "refund", "split", "approve", "send-back"):
            answer = office(support).post(f"/admin/escrow/dispute/{dispute.pk}/decide/{verb}/", sent, follow=True)
            assert answer.status_code in (200, 404), verb


def test_strangers_do_not_get_in_and_support_changes_no_policy(dispute: Dispute, support: Api) -> None:
    agent = Api(Account.objects.get(pk=dispute.owner_id))
    with untouched():
        assert office(agent).get(page(dispute)).status_code == 302
    policy = reverse("admin:escrow_disputepolicy_change", args=[DisputePolicy.objects.get().pk])
    office(support).post(policy, WHY | {"approval_above_cents": "1"})
    assert DisputePolicy.objects.get().approval_above_cents == 25_000
    boss = given_agent(is_staff=True, is_superuser=True)
    office(boss).post(policy, WHY | {"approval_above_cents": "1"})
    assert DisputePolicy.objects.get().approval_above_cents == 25_000, "that takes another operator"
    approve_open()
    assert DisputePolicy.objects.get().approval_above_cents == 100
