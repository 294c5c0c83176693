"""Erasure: by the API, by operators, with what an open case or a bill needs kept until it is settled; search forgets at once."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection, transaction
from django.test import RequestFactory
from django.urls import reverse

from bounties.models import Application, Submission
from escrow.models import Case
from humans.models import Message
from marketplace.core import clock
from marketplace.core.personal import LATER, WHYS
from marketplace.errors import AccountInUse, OperatorRequired, SecondPersonNeeded
from marketplace.models import Account, Erasure, Mail, PrivateRead, StaffEntry
from marketplace.rules import PLATFORM
from marketplace.services import closing, erasing, orphaned_files, private_reads
from marketplace.web import privacy
from qa.models import TasteRun, Template
from tests.api import Api
from tests.factories.accounts import AccountFactory, given_agent, given_worker
from tests.factories.conversations import given_hired_talk
from tests.factories.market import (
    acting,
    given_application,
    given_bounty,
    given_funded_agent,
    given_released,
    given_review,
    untouched,
)
from tests.factories.office import approve_open, office
from tests.factories.proofs import proved
from tests.factories.qa import given_template
from tests.marketplace.erased import everywhere, given_paid_out, given_sent, later, without_matters
from tests.marketplace.test_staff import decide
from tests.visitor import Visitor
from wallet import ledger

pytestmark = pytest.mark.django_db


def test_the_account_is_erased_by_the_api(at: Any) -> None:
    at("2026-11-27T12:00:00Z")
    who = given_worker(name="Zephyrine Quill")
    with untouched():
        refused = who.delete("/api/account", {"sure": True})
        assert (refused.status, refused.code) == (403, "proof_needed")
    proved(who)
    with untouched():
        assert who.delete("/api/account", {"sure": False}).status == 400
        foreseen = who.delete("/api/account", {"sure": True, "dryRun": True})
        assert foreseen.status == 200
        assert foreseen["dryRun"] is True and foreseen["wouldChange"]["irreversible"] is True

    answer = who.delete("/api/account", {"sure": True})

    assert answer.status == 200 and answer["erased"] is True
    assert (foreseen["stays"], foreseen["later"]) == (answer["stays"], answer["later"]), "a dry run says it before"
    assert {one["code"] for one in answer["stays"]} == {"books", "decision", "proof", "staff", "bought"}
    assert all(one["why"] for one in [*answer["stays"], *answer["later"]])
    assert "until 1095 days after" in str(answer["stays"]) and "{" not in str([one["why"] for one in answer["stays"]])
    assert Account.objects.get(pk=who.account.pk).name == "Deleted account"
    assert who.get("/api/account").status == 401
    later(at)
    assert Erasure.objects.get(account=who.account).done_at == clock.now()
    assert Account.objects.get(pk=who.account.pk).name == "Deleted account", "after the timer, too"


def test_whoever_answered_reviews_or_wrote_hidden_ones_can_be_erased(at: Any) -> None:
    """With the checks of the database in force."""
    worker, author, asker = given_worker(), given_worker(), given_funded_agent()
    said: dict[str, Any] = {"answer": "Thank you.", "answer_hidden_reason": "A name."}
    answered = given_review(human=worker.account, author=author.account, **said)
    plain = given_review(human=worker.account, author=asker.account)
    hidden = given_review(human=asker.account, author=author.account, comment_hidden_reason="A name.")
    _, template = given_template(asker)
    Template.objects.update(status="paused", paused_reason="user")
    run = TasteRun.objects.create(
        owner=asker.account,
        bounty=given_bounty(asker),
        question="Which?",
        artifacts=[],
        respondent_count=3,
        status="closed",
        report={"votes": 3},
        ended_at=clock.now(),
        end_reason="done",
    )

    with without_matters():
        for who in (worker, author, asker):
            closing.close_own(acting(who))
        later(at)

    for row in (answered, plain, hidden):
        row.refresh_from_db()
        assert (row.comment, row.comment_hidden_reason, row.answer_hidden_reason) == ("", "", "")
    assert (answered.answer, plain.answer) == ("[deleted]", "")
    template.refresh_from_db()
    run.refresh_from_db()
    assert (template.name, template.paused_reason, run.report) == ("[deleted]", "user", {})
    assert Erasure.objects.filter(done_at=clock.now()).count() == 3


def test_terms_that_a_worker_agreed_to_go_with_the_words_of_their_owner(at: Any) -> None:
    """They are a copy of the owner's words in a row of the worker's."""
    seat = given_paid_out()
    words = seat.bounty.description
    assert Application.objects.get(pk=seat.application.pk).terms_snapshot["description"] == words

    with without_matters():
        closing.close_own(acting(seat.agent))
        later(at)

    assert everywhere([words]) == set()
    told = seat.worker.get("/api/work")
    assert told.status == 200 and words not in str(told.body)
    page = Visitor(seat.worker.account).open(f"/work/{seat.application.public_id}")
    assert page.status == 200 and seat.bounty.title in page.text


def test_the_owner_is_offered_nothing_that_an_erased_person_could_not_take() -> None:
    seat = given_paid_out()
    path = f"/owner/jobs/{seat.bounty.public_id}/people/{seat.application.public_id}"
    owner = Visitor(seat.agent.account)
    before = owner.open(path)
    assert "tip" in [form.act for form in before.forms] and any(link.startswith("/people/") for link in before.links)

    closing.close_own(acting(seat.worker))

    after = owner.open(path)
    assert after.status == 200 and "Deleted account" in after.text and "Write to them" not in after.text
    assert "tip" not in [form.act for form in after.forms] and not [x for x in after.links if x.startswith("/people/")]


def test_a_key_can_not_erase_its_account() -> None:
    agent = given_agent()
    with untouched():
        assert agent.delete("/api/account", {"sure": True}).code == "session_required"


def test_what_is_open_is_named_by_the_api() -> None:
    who = proved(given_released().worker)
    with untouched():
        refused = who.delete("/api/account", {"sure": True})
    assert (refused.status, refused.code) == (409, "account_in_use")
    assert "earnings" in str(refused.body)


def test_search_forgets_at_once() -> None:
    who = given_worker(name="Zephyrine Quill")
    told = {"headline": "Quillmaker of Lisbon", "bio": "Quillmaker for ten years."}
    assert who.patch("/api/humans/me", told).status == 200
    agent = given_agent()
    found = "/api/humans?name=Zephyrine"
    before = agent.get(found)

    closing.close_own(acting(who))

    assert who.account.public_profile_id in str(before.body)
    assert who.account.public_profile_id not in str(agent.get(found).body)
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from humans_profile t where t::text ilike '%quill%'")
        assert cursor.fetchone()[0] == 0


def test_evidence_of_an_open_case_stays_until_it_is_closed(at: Any) -> None:
    at("2026-11-27T12:00:00Z")
    seat = given_paid_out()
    worker = seat.worker.account
    sent, file = given_sent(seat, status="rejected")
    case = Case.objects.create(
        kind="contest", escrow=seat.application.escrow, owner=seat.agent.account, worker=worker, title="t",
        category="contest", amount_cents=100, stage="decision",
    )  # fmt: skip

    closing.close_own(acting(seat.worker))
    later(at)

    assert Submission.objects.get(pk=sent.pk).text_evidence and default_storage.exists(file.storage_key)
    row = Erasure.objects.get(account=worker)
    assert "cases" in row.waits_for and row.due_at and row.done_at is None
    assert Account.objects.get(pk=worker.pk).email is None, "all else is gone"
    Case.objects.filter(pk=case.pk).update(stage="closed", closed_at=clock.now(), due_at=None)
    at((row.due_at + timedelta(seconds=1)).isoformat())
    assert erasing.run_due() == 1 and erasing.run_due() == 0
    orphaned_files.delete_due()
    assert Submission.objects.get(pk=sent.pk).text_evidence == "" and not default_storage.exists(file.storage_key)
    row.refresh_from_db()
    assert row.done_at is not None and row.due_at is None


def test_what_is_deleted_stands_in_the_log_by_its_id_too(operator: Api) -> None:
    who = given_worker().account
    Account.objects.filter(pk=who.pk).update(username="ada")
    request = RequestFactory().post("/")
    request.user = operator.account

    admin.site._registry[Account].log_deletions(request, Account.objects.filter(pk=who.pk))

    entry = LogEntry.objects.get()
    assert (entry.is_deletion(), entry.object_repr) == (True, who.public_id)
    assert StaffEntry.objects.get(act="deleted").object_name == who.public_id


def test_an_operator_erases_for_somebody_who_wrote(operator: Api, support: Api) -> None:
    who = given_worker().account
    Account.objects.filter(pk=who.pk).update(username="ada")
    with untouched(), pytest.raises(OperatorRequired):
        closing.erase_for(acting(support), who.pk)

    decide(operator, who, "erase")

    assert LogEntry.objects.get().object_repr == who.public_id, "never by a name or a username"
    row = Erasure.objects.get(account=who)
    assert row.operator == operator.account and Account.objects.get(pk=who.pk).closed_at is not None
    assert Mail.objects.filter(pk=row.last_mail_id).exists()


def test_erasing_somebody_with_money_takes_two_operators(operator: Api) -> None:
    agent = given_funded_agent(137)
    with untouched(), pytest.raises(SecondPersonNeeded):
        closing.erase_for(acting(operator), agent.account.pk)

    decide(operator, agent.account, "propose-erasing")

    assert Account.objects.get(pk=agent.account.pk).is_active
    assert approve_open().kind == "erase"
    assert Account.objects.get(pk=agent.account.pk).name == "Deleted account"
    assert ledger.balance(ledger.wallet(agent.account.pk)) == 137


def test_an_operator_does_not_erase_over_work_that_runs(operator: Api) -> None:
    worker, _ = given_application(given_bounty(given_funded_agent()))
    with untouched(), pytest.raises(AccountInUse) as refused:
        closing.erase_for(acting(operator), worker.account.pk)
    assert refused.value.extra["matters"] == ["applications"]


def test_staff_and_the_platform_are_never_erased(operator: Api) -> None:
    for pk in (operator.account.pk, PLATFORM, AccountFactory(is_staff=True).pk):
        if Account.objects.filter(pk=pk).exists():
            with untouched(), pytest.raises(Exception, match="staff"):
                closing.erase_for(acting(operator), pk)


def test_the_reasons_on_the_page_are_those_of_the_tables() -> None:
    assert set(privacy.STAYS) == set(WHYS) and set(privacy.LATER) == set(LATER) - {"last_mail"}
    page = Visitor(given_worker().account).open("/settings/close")
    assert "Tax law asks for them" in page.text and "until 1095 days after" in page.text


def test_what_staff_open_is_written_down_and_shown_to_the_person(operator: Api, at: Any) -> None:
    at("2026-11-27T12:00:00Z")
    who = given_worker().account
    client = office(operator)
    page = reverse("admin:marketplace_account_change", args=[who.pk])
    for _ in range(2):
        assert client.get(page).status_code == 200
    client.post(f"/admin/marketplace/account/{who.pk}/reveal/", {"reveal-reason": "They asked for their address."})

    rows = sorted(PrivateRead.objects.filter(about=who).values_list("what", "role", "reason"))
    assert rows == [("opened", "operator", ""), ("revealed", "operator", "They asked for their address.")]
    shown = Visitor(who).open("/settings/reads")
    assert "They asked for their address." in shown.text and "Opened a page about you" in shown.text
    assert operator.account.name not in shown.text or operator.account.name == ""
    assert "Nobody did." in Visitor(given_worker().account).open("/settings/reads").text


@pytest.mark.parametrize(
    "sql", ["update marketplace_privateread set reason = 'x'", "delete from marketplace_privateread"]
)
def test_nobody_rewrites_what_was_read(operator: Api, sql: str) -> None:
    private_reads.note(operator.account, given_worker().account, "opened")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert PrivateRead.objects.count() == 1


def test_messages_and_applications_say_that_they_were_deleted(at: Any) -> None:
    at("2026-11-27T12:00:00Z")
    talk = given_hired_talk(confirmed=True)
    worker = talk.worker.account
    talk.by_human("Call me at the harbour.")

    with without_matters():
        closing.close_own(acting(talk.worker))
        later(at)

    assert set(Message.objects.filter(sender=worker).values_list("content", flat=True)) == {"[deleted]"}
    assert Application.objects.get(human=worker).cover_letter in ("", "[deleted]")
    assert "harbour" not in str(talk.agent.get(f"{talk.path}/messages").body)
    assert Visitor(talk.agent.account).open(f"/messages/{talk.row.public_id}").status == 200
