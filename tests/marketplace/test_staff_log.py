"""The staff log: every act of staff in one chain, which nobody changes unnoticed."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.utils import IntegrityError
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from marketplace import tasks
from marketplace.core.actor import Actor
from marketplace.models import Mail, StaffEntry, StaffLogHead, Switch
from marketplace.selectors import staff_log as proof
from marketplace.services import audit, staff_log
from tests.api import Api
from tests.factories.accounts import PASSWORD, AccountFactory
from tests.factories.office import WHY, office
from tests.marketplace.test_staff import decide

pytestmark = pytest.mark.django_db


def chain() -> None:
    """As a commit does."""
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        cursor.execute("set constraints all deferred")


def given_entries(count: int) -> list[StaffEntry]:
    who = AccountFactory(is_staff=True)
    made = [
        staff_log.write(Actor.staff(who), "release", who, f"Case {n}: ü", {"cents": n, "at": None})
        for n in range(count)
    ]
    chain()
    return list(StaffEntry.objects.filter(pk__in=[entry.pk for entry in made]).order_by("number"))


def tamper(statement: str, *values: Any) -> None:
    """As somebody with the database's console does."""
    with connection.cursor() as cursor:
        cursor.execute("set session_replication_role = replica")
        cursor.execute(statement, values)
        cursor.execute("set session_replication_role = default")


def test_entries_are_linked_to_one_another_and_to_the_head() -> None:
    first, second, third = given_entries(3)

    assert (first.number, first.previous) == (1, "")
    assert [entry.number for entry in (first, second, third)] == [1, 2, 3]
    assert (second.previous, third.previous) == (first.hash, second.hash)
    head = StaffLogHead.objects.get()
    assert (head.number, head.hash) == (3, third.hash)
    assert list(proof.violations()) == []
    assert third.hash == proof.link(second.hash, 3, third.content)


@pytest.mark.parametrize(
    "statement",
    [
        "update marketplace_staffentry set words = 'x'",
        "update marketplace_staffentry set hash = ''",
        "delete from marketplace_staffentry",
        "update marketplace_staffloghead set number = 0",
        "delete from marketplace_staffloghead",
        "insert into marketplace_staffloghead (number, hash) values (0, '')",
    ],
)
def test_the_database_refuses_to_change_it(statement: str) -> None:
    given_entries(1)

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert list(proof.violations()) == []


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("update marketplace_staffentry set words = 'x' where number = 2", "columns of entry 2"),
        ("update marketplace_staffentry set actor_id = null where number = 2", "columns of entry 2"),
        ("update marketplace_staffentry set data = '{}' where number = 2", "columns of entry 2"),
        ("update marketplace_staffentry set content = '{}' where number = 2", "entry 2 does not have the hash"),
        ("update marketplace_staffentry set hash = repeat('0', 64) where number = 2", "entry 2 does not have the hash"),
        ("delete from marketplace_staffentry where number = 2", "entries 2 to 2 are missing"),
        ("delete from marketplace_staffentry where number = 3", "entries 3 to 3 are missing at the end"),
        ("delete from marketplace_staffentry", "entries 1 to 3 are missing at the end"),
        ("update marketplace_staffentry set number = null where number = 3", "1 entries are not in the chain"),
        ("update marketplace_staffloghead set number = 2", "not the one that the log ended with"),
        ("update marketplace_staffloghead set number = 2", "1 entries are numbered beyond"),
        ("update marketplace_staffloghead set hash = ''", "not the one that the log ended with"),
    ],
)
def test_what_is_changed_at_the_console_is_found(statement: str, found: str) -> None:
    given_entries(3)

    tamper(statement)

    assert found in " ".join(proof.violations())
    with pytest.raises(CommandError):
        call_command("check_audit")


def test_a_log_that_was_written_anew_does_not_have_the_end_that_was_kept(capsys: Any) -> None:
    given_entries(2)
    call_command("check_audit")
    kept = capsys.readouterr().out.rpartition(" ")[2].strip()
    given_entries(1)
    call_command("check_audit", expect=kept)
    tamper("delete from marketplace_staffentry")
    tamper("update marketplace_staffloghead set number = 0, hash = ''")
    given_entries(3)
    call_command("check_audit")

    with pytest.raises(CommandError):
        call_command("check_audit", expect=kept)


def test_a_guard_that_is_switched_off_is_found() -> None:
    chain()
    with connection.cursor() as cursor:
        cursor.execute("alter table marketplace_staffentry disable trigger staff_entry_kept")
        cursor.execute("alter table escrow_ladderband disable trigger setting_history")

    found = " ".join(proof.violations())

    assert "staff_entry_kept" in found and "escrow_ladderband" in found


def test_every_night_it_is_proven_and_staff_are_mailed_when_it_fails(caplog: Any) -> None:
    given_entries(2)
    assert tasks.check_audit() == 0
    assert not Mail.objects.filter(subject__startswith="The staff log").exists()
    tamper("update marketplace_staffentry set words = 'x' where number = 1")

    assert audit.check_nightly() == 1

    mail = Mail.objects.get(subject__startswith="The staff log")
    assert "columns of entry 1" in mail.text
    assert any("not as it was written" in record.message for record in caplog.records if record.levelname == "ERROR")


def test_an_act_that_is_refused_leaves_no_entry(operator: Api) -> None:
    decide(operator, operator.account, "dismiss")

    assert not StaffEntry.objects.exclude(act="signed_in").exists()


def test_every_act_on_a_page_is_in_the_log_with_its_words(operator: Api, worker: Api) -> None:
    decide(operator, worker.account, "hire")

    entry = StaffEntry.objects.exclude(act="signed_in").get()
    assert (entry.act, entry.actor, entry.object_id) == ("hire", operator.account, str(worker.account.pk))
    assert entry.object_name == worker.account.public_id
    assert "As agreed." in entry.words


def test_staff_who_sign_in_are_in_the_log_and_others_are_not(support: Api, worker: Api) -> None:
    for who in (support, worker):
        sent = {"username": who.account.username or who.account.email, "password": PASSWORD, "next": "/admin/"}
        Client().post("/admin/login/", sent)

    entry = StaffEntry.objects.get()
    assert (entry.act, entry.actor) == ("signed_in", support.account)


def test_the_list_is_filtered_linked_and_exported(operator: Api, support: Api) -> None:
    office(operator).post(reverse("admin:marketplace_switch_change", args=["cakes"]), WHY)
    given_entries(1)
    client, page = office(support), reverse("admin:marketplace_staffentry_changelist")

    shown = client.get(page, {"act__exact": "setting_changed"}).content.decode()
    file = b"".join(client.get(f"{page}export.csv").streaming_content).decode()

    assert reverse("admin:marketplace_switch_change", args=["cakes"]) in shown and "As agreed." in shown
    assert "release" in file and "setting_changed" in file
    assert not Switch.objects.get(pk="cakes").is_on


def test_a_person_s_acts_are_found_by_their_id(operator: Api, support: Api) -> None:
    office(operator).post(reverse("admin:marketplace_switch_change", args=["cakes"]), WHY)
    page = reverse("admin:marketplace_staffentry_changelist")

    client = office(support)
    found = client.get(page, {"q": operator.account.public_id}).context["cl"].result_list
    own = client.get(page, {"q": support.account.public_id}).context["cl"].result_list

    assert [row.act for row in found] == ["setting_changed", "signed_in"]
    assert [row.act for row in own] == ["signed_in"]


def test_who_looked_at_a_list_of_people_is_written_down_once_an_hour(
    operator: Api, at: Callable[[str], datetime]
) -> None:
    """Which list, its filters, how many rows; what was searched for only when it is an id. Lists of no people are none of it."""
    at("2026-11-28T10:05Z")
    client, usr = office(operator), operator.account.public_id
    accounts = reverse("admin:marketplace_account_changelist")
    for query in (
        {},
        {"p": "2"},
        {"q": "Ana Silva"},
        {"q": "ana@example.com"},
        {"q": usr, "is_active__exact": "1"},
        {},
    ):
        assert client.get(accounts, query, follow=True).status_code == 200
    client.get(reverse("admin:marketplace_switch_changelist"))

    found = StaffEntry.objects.filter(act="listed").order_by("pk")
    assert [entry.words for entry in found] == [
        *("accounts: the whole list", "accounts: q=•••", "accounts: q=a•••@e•••.com"),
        f"accounts: is_active__exact=1, q={usr}",
    ]
    assert {entry.actor for entry in found} == {operator.account}
    assert [entry.data for entry in found][-1] == {"shown": 1}
    at("2026-11-28T11:00Z")
    office(operator).get(accounts)
    assert StaffEntry.objects.filter(act="listed").count() == 5
    chain()
    assert list(proof.violations()) == []


def test_a_list_that_is_known_costs_nothing_more(operator: Api) -> None:
    client, accounts = office(operator), reverse("admin:marketplace_account_changelist")
    client.get(accounts)
    with CaptureQueriesContext(connection) as captured:
        client.get(accounts)

    assert not [one["sql"] for one in captured.captured_queries if "staffentry" in one["sql"]]
