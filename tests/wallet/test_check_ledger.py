"""`check_ledger` as an operator runs it: silent on sound books, and every tampering is named with exit code 1."""

import re

import pytest
from django.core.management import call_command
from django.db import connection

from marketplace.core import ids
from tests.api import Api
from tests.wallet.conftest import given_checkout, given_money
from wallet import ledger as books
from wallet.models import Checkout, Payment
from wallet.ports import audits

pytestmark = pytest.mark.django_db
TABLES = ("ledger_account", "ledger_transaction", "ledger_move")


def check(capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str], str]:
    """(exit code, the violations, the summary)"""
    code = 0
    try:
        call_command("check_ledger")
    except SystemExit as ended:
        code = ended.code
    *violations, summary = capsys.readouterr().out.splitlines()
    return code, violations, summary


def tamper(statement: str) -> None:
    """As somebody with the owner's rights could: guards off, the change, guards on again."""
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        for table in TABLES:
            cursor.execute(f"alter table {table} disable trigger user")
        cursor.execute(statement)
        for table in TABLES:
            cursor.execute(f"alter table {table} enable trigger user")


def test_sound_books_are_counted_and_pass(agent: Api, other_agent: Api, capsys: pytest.CaptureFixture[str]) -> None:
    given_money(agent, 2500)
    given_money(other_agent, 590)
    given_checkout(agent)

    assert check(capsys) == (0, [], "check_ledger: 2 accounts, 2 transactions, 2 moves, 0 violations")


@pytest.mark.parametrize(
    ("tampering", "violation"),
    [
        ("update ledger_account set balance = balance + 1 where balance is not null", "balance differs from its moves"),
        ("update ledger_account set balance = balance + 1 where balance is not null", "do not balance"),
        ("update ledger_move set cents = cents + 1", "statement has a gap"),
        ("update ledger_move set cents = cents + 1", "payment without its deposit"),
        ("delete from ledger_move", "transaction without moves"),
        ("delete from ledger_move", "payment without its deposit"),
        ("update ledger_move set source_id = 999999", "move without an account"),
        ("update ledger_move set destination_balance = null", "move lost a balance"),
        ("update ledger_transaction set key = 'deposit:other'", "deposit without its payment"),
        ("delete from ledger_account where code = 'losses'", "house account missing: losses"),
        ("update wallet_payment set amount_cents = amount_cents - 1", "payment without its deposit"),
        ("update wallet_payment set checkout_id = null", "paid checkout without a payment"),
        ("update wallet_checkout set status = 'open', paid_at = null", "payment on a checkout that is not paid"),
        ("delete from wallet_payment", "deposit without its payment"),
    ],
)
def test_a_tampering_is_named(agent: Api, capsys: pytest.CaptureFixture[str], tampering: str, violation: str) -> None:
    given_money(agent, 590)
    assert check(capsys)[0] == 0

    tamper(tampering)

    code, violations, summary = check(capsys)
    assert code == 1
    assert any(violation in line and line.startswith("VIOLATION  ") for line in violations), violations
    assert re.search(rf"{len(violations)} violations$", summary), summary


def test_money_on_its_way_out_without_an_outflow_is_named(agent: Api, capsys: pytest.CaptureFixture[str]) -> None:
    given_money(agent, 590)
    books.post(key="lost", kind="out", moves=[books.Move(books.wallet(agent.account.pk), books.TRANSIT, 90)])

    assert check(capsys)[:2] == (
        1,
        ["VIOLATION  money in transit is not that of the open outflows: transit  90 in transit, 0 open"],
    )


def test_a_payment_that_credits_a_stranger_is_named(
    agent: Api, other_agent: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    given_money(agent, 590)
    Checkout.objects.update(account=other_agent.account)

    code, violations, _ = check(capsys)

    assert code == 1
    assert violations == [
        "VIOLATION  payment credits another account than its checkout: "
        f"{Payment.objects.get().pk}  {Checkout.objects.get().pk}"
    ]


@pytest.mark.parametrize("table", TABLES)
def test_a_switched_off_guard_is_named(capsys: pytest.CaptureFixture[str], table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"alter table {table} disable trigger user")

    code, violations, _ = check(capsys)

    assert code == 1
    assert all(line.startswith(f"VIOLATION  guard missing or disabled: {table}_") for line in violations)
    assert len(violations) >= 3


def test_the_audits_of_upper_steps_are_asked_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = ("seat without its money", ids.encode("esc", ids.new()), "590 promised, 0 held")
    monkeypatch.setitem(audits._plugs, "upper", lambda since: [row])

    assert check(capsys)[:2] == (1, [f"VIOLATION  {row[0]}: {row[1]}  {row[2]}"])


@pytest.mark.django_db(transaction=True)
def test_all_audits_see_the_same_moment_and_can_not_write(
    house_accounts: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = []

    def audit(since: object) -> list[tuple[str, str, str]]:
        with connection.cursor() as cursor:
            for name in ("transaction_isolation", "transaction_read_only"):
                cursor.execute(f"show {name}")
                seen.append(cursor.fetchone()[0])
        return []

    monkeypatch.setitem(audits._plugs, "upper", audit)

    assert check(capsys)[0] == 0
    assert seen == ["repeatable read", "on"]
