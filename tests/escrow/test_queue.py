"""The queue: due first, searched by anything of a case's graph, in as many queries for fifty rows as for five."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bounties.models import Submission
from escrow.models import Case, DeskNote, Dispute, DisputePolicy, SavedView
from escrow.services import cases as case_services
from escrow.services import saved_views
from humans.models import Conversation
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.models import Account
from tests.api import Api
from tests.escrow.test_decisions import given_dispute
from tests.factories.accounts import given_agent, given_worker
from tests.factories.decisions import given_decision
from tests.factories.desk import acting_staff, changed, given_case, given_copies, given_support
from tests.factories.market import given_charged, given_delivered, given_funded_agent, given_taken_back, untouched
from tests.factories.office import given_operator, given_restriction
from webhooks.models import Event

pytestmark = pytest.mark.django_db
LIST = "/admin/escrow/case/"


def office(who: Api) -> Client:
    client = Client()
    client.force_login(who.account, "django.contrib.auth.backends.ModelBackend")
    return client


def listed(client: Client, **query: Any) -> list[Any]:
    answer = client.get(LIST, query)
    assert answer.status_code == 200, answer.content[:500]
    return [row.pk for row in answer.context["cl"].result_list]


def auditor() -> Api:
    made = given_support()
    made.account.groups.add(Group.objects.get(name="auditor"))
    return made


def press(client: Client, case: Case, act: str, **sent: Any) -> Any:
    return client.post(reverse("admin:escrow_case_act", args=[case.pk, act]), sent, follow=True)


def told(answer: Any) -> str:
    return " ".join(str(message) for message in answer.context["messages"])


# ------------------------------------------------------------------ the list


def test_what_is_due_first_stands_first_with_its_clock_in_words(support: Api) -> None:
    now = clock.now()
    late = given_case(due_at=now - timedelta(hours=2), with_lead_at=now, first_look_due_at=now - timedelta(hours=3))
    given_copies(late, 1, due_at=now + timedelta(minutes=30), with_lead_at=None, first_look_at=now, title="Soon it is")
    client = office(support)

    page = client.get(LIST).content.decode()

    assert listed(client)[0] == late.pk
    for words in ("late by 3 h", ">with a lead<", "nobody has looked yet", "29 min left", "5.90 USD"):
        assert words in page, words
    assert "breached" not in page, "the decision's clock may be fine"


def test_fifty_rows_take_as_many_queries_as_five_and_at_most_fifteen(support: Api) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    _, dispute = given_dispute(agent=given_funded_agent(590))
    given_decision(acting_staff(given_support()), dispute.pk, worker_cents=250)
    case = changed(dispute, ready=False, due_at=clock.now() - timedelta(days=9))
    given_copies(case, 4, stage="decision")
    client = office(support)

    def asked() -> list[str]:
        client.get(LIST)
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(LIST)
        assert case.pk in [row.pk for row in answer.context["cl"].result_list]
        return [query["sql"] for query in captured.captured_queries if "SAVEPOINT" not in query["sql"]]

    five = asked()
    given_copies(case, 45, stage="decision")
    DeskNote.objects.bulk_create(
        DeskNote(case=row, author=support.account, words="Seen.") for row in Case.objects.all() for _ in range(4)
    )
    fifty = asked()

    assert len(listed(client)) == 50
    assert len(fifty) == len(five) <= 15, "\n".join(fifty)


def test_each_tab_has_its_cases_and_its_number(support: Api) -> None:
    now, other = clock.now(), given_support().account
    base = given_case(due_at=now + timedelta(hours=1))
    mine = given_copies(base, 1, assignee=support.account, assigned_at=now)[0]
    others = given_copies(base, 1, assignee=other, assigned_at=now)[0]
    party = given_copies(base, 1, stage="evidence")[0]
    asleep = given_copies(base, 1, snoozed_until=now + timedelta(hours=1))[0]
    again = given_copies(base, 1, round=2)[0]
    decided = given_copies(base, 1, stage="appeal")[0]
    closed = given_copies(base, 1, stage="closed", closed_at=now, due_at=None)[0]
    DisputePolicy.objects.update(approval_above_cents=0)
    _, one = given_dispute()
    given_decision(acting_staff(given_support()), one.pk, worker_cents=250)
    _, own = given_dispute()
    given_decision(acting_staff(support), own.pk, worker_cents=250)
    client = office(support)

    expected = {
        "unassigned": {base, party, again, one.case, own.case},
        "mine": {mine},
        "party": {party},
        "ready": {base, mine, others, again},
        "approve": {one.case},
        "appeals": {again},
        "snoozed": {asleep},
        "closed": {decided, closed},
        "open": {base, mine, others, party, asleep, again, one.case, own.case},
    }
    found = {name: set(listed(client, tab=name)) for name in expected}
    assert found == {name: {row.pk for row in rows} for name, rows in expected.items()}
    assert set(listed(client)) == found["open"]
    shown = {tab["label"]: tab["count"] for tab in client.get(LIST).context["queue"]["tabs"]}
    assert (shown["Ready"], shown["Mine"], shown["All open"], shown["Decided or closed"]) == (4, 1, 8, None)
    proposed = client.get(LIST, {"tab": "approve"}).content.decode()
    assert "proposed by" in proposed


def test_flags_stand_beside_a_case() -> None:
    agent, worker = given_agent(), given_worker()
    payment = given_charged(agent, 5000)
    rows = []
    for _ in range(3):
        seat = given_delivered(agent=agent, worker=worker)
        _, dispute = given_dispute(lambda seat=seat: seat)
        rows.append(changed(dispute))
    sent = Submission.objects.get(application_id=rows[0].escrow.subject_id)
    Submission.objects.filter(pk=sent.pk).update(checks={"findings": [{"code": "similar_image"}]})
    client = office(given_support())
    page = client.get(LIST).content.decode()
    assert "funder: 3 cases" in page and "worker: 3 cases" in page and "chargeback open" not in page
    assert page.count("duplicate picture") == 1

    given_taken_back(payment, cents=590)
    Account.objects.filter(pk=worker.account.pk).update(is_active=False)
    given_restriction(agent.account, by=given_operator(), stops=["jobs", "withdrawals"])

    page = client.get(LIST).content.decode()
    assert page.count("chargeback open") == 3 and page.count("worker: account closed") == 3
    assert page.count("funder: restricted") == 3


# ------------------------------------------------------------------ search

SEARCHES: dict[str, Callable[[Dispute], str]] = {
    "the case": lambda row: row.case.public_id,
    "the dispute": lambda row: row.public_id,
    "the escrow": lambda row: row.escrow.public_id,
    "the bounty": lambda row: ids.encode("bty", row.escrow.bounty_id),  # type: ignore[arg-type]
    "the application": lambda row: ids.encode("app", row.escrow.subject_id),
    "the evidence": lambda row: Submission.objects.get(application_id=row.escrow.subject_id).public_id,
    "its conversation": lambda row: ids.encode("cnv", row.conversation_id),  # type: ignore[arg-type]
    "the conversation of the work": lambda row: (
        Conversation.objects.filter(application_id=row.escrow.subject_id).order_by("pk")[0].public_id
    ),
    "a message": lambda row: (
        Conversation.objects.filter(application_id=row.escrow.subject_id).order_by("pk")[0].messages.first().public_id
    ),
    "the funder": lambda row: row.owner.public_id,
    "the worker, as others see them": lambda row: row.worker.public_profile_id,
    "the worker's address": lambda row: str(row.worker.email).upper(),
    "the funder's name": lambda row: "quentin",
    "words of the title": lambda row: "front LIGHTHOUSE",
    "the amount": lambda row: "7.17",
    "the amount with its currency": lambda row: "$7.17 USD",
    "the amount, written with a comma": lambda row: "7,17",
}


@pytest.fixture
def among(db: None) -> Dispute:
    """One dispute among others, found by nothing of theirs."""
    given_case()
    _, dispute = given_dispute()
    seat_title = "Photograph the lighthouse front"
    changed(dispute, title=seat_title, amount_cents=717)
    Account.objects.filter(pk=dispute.owner_id).update(name="Quentin Coldwater")
    return Dispute.objects.get(pk=dispute.pk)


@pytest.mark.parametrize("what", SEARCHES)
def test_anything_of_the_graph_finds_the_case(among: Dispute, support: Api, what: str) -> None:
    assert listed(office(support), q=f" {SEARCHES[what](among)} ") == [among.case.pk]


def test_what_is_searched_is_searched_everywhere_also_among_the_closed(among: Dispute, support: Api) -> None:
    case_services.end(among.case)
    client = office(support)

    assert listed(client, q=among.public_id) == [among.case.pk]
    assert among.case.pk not in listed(client)
    for nothing in (ids.encode("bty", ids.new()), "sub_0000", "9.99", "x' or 1=1", "%", "nobody@example.com"):
        assert listed(client, q=nothing) == [], nothing


@pytest.mark.parametrize(
    ("page", "args"),
    [
        ("bounties_bounty", lambda row: row.escrow.bounty_id),
        ("bounties_application", lambda row: row.escrow.subject_id),
        ("escrow_escrow", lambda row: row.escrow_id),
        ("marketplace_account", lambda row: row.owner_id),
    ],
)
def test_pages_of_the_graph_lead_to_their_cases(
    among: Dispute, support: Api, page: str, args: Callable[[Dispute], Any]
) -> None:
    shown = office(support).get(reverse(f"admin:{page}_change", args=[args(among)]))

    address = next(part for part in shown.content.decode().split('"') if part.startswith(f"{LIST}?q="))
    assert [row.pk for row in office(support).get(address).context["cl"].result_list] == [among.case.pk]


# ------------------------------------------------------------------ acts


def test_a_case_is_worked_on_from_the_queue_and_stands_in_its_history(support: Api) -> None:
    case, client = given_case(), office(support)

    assert "is yours" in told(press(client, case, "take", next=f"{LIST}?tab=mine"))
    press(client, case, "note", words="They never met.")
    assert "rests" in told(press(client, case, "snooze", hours="5", why="The bank answers."))

    case.refresh_from_db()
    assert (case.assignee_id, DeskNote.objects.get().words) == (support.account.pk, "They never met.")
    assert case.snoozed_until is not None
    page = client.get(LIST, {"tab": "snoozed"}).content.decode()
    assert "They never met." in page and "rests until" in page
    history = client.get(reverse("admin:escrow_case_history", args=[case.pk])).content.decode()
    assert "The bank answers." in history and "They never met." not in history
    assert Event.objects.filter(type="case.snoozed").count() == 1


def test_a_row_that_nobody_has_is_taken_and_opened_by_one_press(support: Api) -> None:
    case, client = given_case(), office(support)
    page = reverse("admin:escrow_case_change", args=[case.pk])
    row = client.get(LIST).content.decode()
    assert f'aria-label="Take and open {case.public_id}"' in row and f'name="next" value="{page}"' in row

    assert press(client, case, "take", next=page).redirect_chain == [(page, 302)]

    case.refresh_from_db()
    assert case.assignee == support.account
    assert "Take and open" not in client.get(LIST).content.decode()


def test_a_refused_act_says_why_and_changes_nothing(support: Api) -> None:
    case, client = given_case(), office(support)
    press(office(given_support(name="Ana")), case, "take")

    with untouched():
        assert "Ana has this case" in told(press(client, case, "take"))
        assert "Say why" in told(press(client, case, "snooze", hours="5"))
        assert "Choose who gets it" in told(press(client, case, "assign", to="nobody"))
        assert press(client, case, "explode").status_code == 404
        assert client.get(reverse("admin:escrow_case_act", args=[case.pk, "take"])).status_code == 405


def test_all_that_are_ticked_are_done_each_by_itself(support: Api) -> None:
    case, client = given_case(), office(support)
    free = given_copies(case, 2)
    press(office(given_support(name="Ana")), case, "take")

    answer = client.post(
        reverse("admin:escrow_case_many"),
        {"case": [row.pk for row in (case, *free)] + ["no key"], "act": "take"},
        follow=True,
    )

    assert told(answer).count("is yours") == 2 and told(answer).count("Ana has this case") == 1
    assert set(Case.objects.filter(assignee=support.account)) == set(free)
    with untouched():
        client.post(reverse("admin:escrow_case_many"), {"case": [case.pk], "act": "explode"})
        client.post(reverse("admin:escrow_case_many"), {"act": "take"})


def test_the_next_case_opens_on_its_page(support: Api) -> None:
    case, client = given_case(), office(support)

    answer = client.post(reverse("admin:escrow_case_next"))

    assert answer["Location"] == reverse("admin:escrow_case_change", args=[case.pk])
    again = client.post(reverse("admin:escrow_case_next"), {"next": "https://example.com/admin/"}, follow=True)
    assert "Nothing waits" in told(again) and again.redirect_chain[-1][0] == LIST


def test_an_auditor_sees_the_queue_and_does_nothing() -> None:
    case, client = given_case(), office(auditor())
    DeskNote.objects.create(case=case, author=given_support().account, words="Between us.")

    page = client.get(LIST).content.decode()

    assert case.public_id in page
    assert 'method="post"' not in page.partition("content-main")[2] and "Take next" not in page
    with untouched():
        for address in (
            reverse("admin:escrow_case_act", args=[case.pk, "take"]),
            reverse("admin:escrow_case_next"),
            reverse("admin:escrow_case_many"),
            reverse("admin:escrow_case_keep_view"),
            reverse("admin:escrow_case_drop_view", args=[1]),
            reverse("admin:escrow_case_digest"),
        ):
            assert client.post(address, {"case": [case.pk], "act": "take", "name": "x"}).status_code == 403, address
        stranger = office(given_agent())
        assert stranger.post(reverse("admin:escrow_case_next")).status_code == 302


def test_a_view_keeps_no_words_that_were_searched_for(support: Api) -> None:
    """They may be a person's name or address, and would outlive their erasure."""
    actor = Actor.staff(support.account)
    for words in ("Ada Lovelace", "ada@example.org"):
        with untouched(), pytest.raises(Invalid, match="not search words"):
            saved_views.keep(actor, "Hers", urlencode({"q": words, "stage": "decision"}))

    one = "esc_01m8fb3bw9erksbxbpysmqp08j"
    assert saved_views.keep(actor, "That one", urlencode({"q": one, "p": 2})).query == f"q={one}"


def test_a_view_is_kept_by_its_name_for_oneself(support: Api) -> None:
    client, other = office(support), office(given_support())
    keep = reverse("admin:escrow_case_keep_view")

    answer = client.post(keep, {"name": " Late  ones ", "query": "clock=late&p=3&tab=open"})

    assert answer["Location"] == f"{LIST}?clock=late&tab=open"
    view = SavedView.objects.get()
    assert (view.name, "Late ones" in client.get(LIST).content.decode()) == ("Late ones", True)
    assert "Late ones" not in other.get(LIST).content.decode()
    client.post(keep, {"name": "Late ones", "query": "clock=lead"})
    assert SavedView.objects.get().query == "clock=lead"
    with untouched():
        other.post(reverse("admin:escrow_case_drop_view", args=[view.pk]))
        client.post(keep, {"name": "", "query": "clock=late"})
        client.post(keep, {"name": "x", "query": "a=" + "b" * 500})
    client.post(reverse("admin:escrow_case_drop_view", args=[view.pk]))
    assert not SavedView.objects.exists()
