"""The page on which staff decide: everything on one screen, the exact postings before they are made, one decision."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from escrow.models import Dispute, DisputeDecision, DisputePolicy
from marketplace.models import Account
from tests.api import Api
from tests.escrow.test_disputes import given_disputed
from tests.factories.accounts import given_agent
from tests.factories.market import given_funded_agent, untouched
from tests.factories.office import WHY, approve_open
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def office(who: Api) -> Client:
    client = Client()
    client.force_login(who.account, "django.contrib.auth.backends.ModelBackend")
    return client


def page(dispute: Dispute) -> str:
    return reverse("admin:escrow_dispute_change", args=[dispute.pk])


def send(who: Api, dispute: Dispute, verb: str, *, confirmed: bool = True, **fields: Any) -> Any:
    path = reverse("admin:escrow_dispute_decide", args=[dispute.pk, verb])
    sent = {f"{verb}-{name}": value for name, value in fields.items()}
    return office(who).post(path, sent | ({"confirmed": "1"} if confirmed else {}), follow=True)


def told(answer: Any) -> str:
    return " ".join(str(message) for message in answer.context["messages"])


@pytest.fixture
def dispute(db: None) -> Dispute:
    seat, path = given_disputed(agent=given_funded_agent(590))
    seat.worker.post(f"{path}/evidence", {"text": "Here is the other photo."})
    conversation = seat.agent.get(path)["dispute"]["conversationId"]
    seat.agent.post(f"/api/conversations/{conversation}/messages", {"content": "Which one?"})
    return Dispute.objects.get()


def test_one_page_shows_the_whole_case(dispute: Dispute, support: Api) -> None:
    shown = office(support).get(page(dispute)).content.decode()

    for words in ("It is blurred.", "Here is the other photo.", "Which one?", "Done.", "5.90 USD", "dispute.opened"):
        assert words in shown, words
    assert "Unassigned <strong>1</strong>" in office(support).get("/admin/").content.decode()
    listed = office(support).get(reverse("admin:escrow_dispute_changelist"), {"waits": "yes"}).context["cl"]
    assert [row.pk for row in listed.result_list] == [dispute.pk]


def test_the_exact_postings_are_shown_before_they_are_made(dispute: Dispute, support: Api) -> None:
    with untouched():
        shown = send(support, dispute, "split", confirmed=False, worker="2.50", reason="Half.").content.decode()
    for words in ("2.50 USD", "0.45 USD", "2.95 USD", "our fees", "The money moves now"):
        assert words in shown, words

    answer = send(support, dispute, "split", worker="2.50", reason="Half.")

    assert "the money is split." in told(answer)
    assert books.balance(books.earnings(dispute.worker_id)) == 250
    assert "Half." in LogEntry.objects.get().get_change_message()
    assert "Half." in office(support).get(page(dispute)).content.decode()


@pytest.mark.parametrize("fields", [{"worker": "2.50"}, {"reason": "Half."}, {"worker": "5.01", "reason": "More."}])
def test_a_reason_and_an_amount_within_the_pay_are_required(
    dispute: Dispute, support: Api, fields: dict[str, str]
) -> None:
    with untouched():
        send(support, dispute, "split", **fields)
        send(support, dispute, "split", confirmed=False, **fields)


def test_the_second_of_two_staff_is_told(dispute: Dispute, support: Api) -> None:
    other = given_agent(is_staff=True)
    send(support, dispute, "release", reason="It is good.")

    with untouched():
        answer = send(other, dispute, "refund", reason="It is bad.")
    assert "nothing was changed" in told(answer) and "decided for the worker" in told(answer)


def test_above_the_amount_a_colleague_approves_and_nobody_twice(dispute: Dispute, support: Api) -> None:
    DisputePolicy.objects.update(approval_above_cents=100)
    shown = send(support, dispute, "release", confirmed=False, reason="It is good.").content.decode()
    assert "Nothing moves yet" in shown
    send(support, dispute, "release", reason="It is good.")
    assert "proposes 5.00 USD" in office(support).get(page(dispute)).content.decode()

    with untouched():
        assert "colleague" in told(send(support, dispute, "approve", worker="5", reason="Agreed."))
    send(given_agent(is_staff=True), dispute, "approve", worker="5", reason="Agreed.")

    assert DisputeDecision.objects.get().state == "final"
    assert books.balance(books.earnings(dispute.worker_id)) == 500


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
