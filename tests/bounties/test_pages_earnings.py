"""/earnings: what a person sees of their money, and how they take it out."""

import csv
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escrow.models import Escrow
from marketplace.core import clock, ids
from marketplace.core.transactions import unit
from marketplace.web import formats
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.hiring import PERSONAL, earned, given_hired_by_name
from tests.factories.market import (
    given_bounty,
    given_completed,
    given_funded_agent,
    given_payouts,
    given_released,
    untouched,
)
from tests.factories.office import given_operator, office
from tests.visitor import Visitor
from wallet import ledger
from wallet.models import Outflow
from wallet.services import outflows, payouts

pytestmark = pytest.mark.django_db
EVIL = "<script>alert(1)</script> =1+1"


@pytest.fixture
def paid() -> Api:
    """A person with 5.00 of earnings and a bank account."""
    worker: Api = given_released().worker
    given_payouts(worker)
    return worker


def test_a_stranger_is_asked_to_sign_in_everywhere() -> None:
    for path in ("", "/withdraw", "/withdrawals", "/statement.csv", "/receipts/txn_1"):
        assert "/account/login" in Visitor().open(f"/earnings{path}").path


def test_the_page_says_what_is_earned_and_held_and_for_which_work() -> None:
    worker, agent = given_worker(), given_funded_agent()
    done = given_released(agent=agent, bounty=given_bounty(agent, title="First job"), worker=worker)
    running = given_completed(
        agent=agent, bounty=given_bounty(agent, title="Second job", price_cents=700), worker=worker
    )

    page = Visitor(worker.account).open("/earnings")

    assert page.status == 200
    assert "You can withdraw $5.00" in page.text and "Held $7.00" in page.text
    assert (
        f"/work/{done.application.public_id}" in page.links and f"/work/{running.application.public_id}" in page.links
    )
    assert "Pay: First job" in page.text
    assert "Approved, pay is on its way" in page.text and "at the latest" in page.text


def test_work_of_a_job_for_one_person_is_held_until_the_job_settles(at: Callable[[str], datetime]) -> None:
    at("2026-03-01T10:00:00Z")
    agent, worker = given_funded_agent(1000), given_worker()
    made = given_hired_by_name(agent, worker, PERSONAL, confirmed=True, deadline="2026-03-02T10:00:00Z")
    at("2026-03-03T10:00:00Z")
    assert worker.post(f"/api/bounties/{made['bountyId']}/submissions", {"textEvidence": "Done."}).status == 200
    seat = Escrow.objects.get(kind="seat")
    assert seat.review_due_at == clock.now() + timedelta(hours=72)

    page = Visitor(worker.account).open("/earnings")

    assert "until Wed 4 March, 10:00 UTC" in page.text, "two days after the deadline, before the review would be over"
    assert formats.moment_words(seat.review_due_at) not in page.text
    staff = office(given_operator())
    shown = staff.get(f"/admin/bounties/application/{seat.application_id}/change/").content.decode()
    assert "2026-03-04 10:00" in shown and "2026-03-06 10:00" not in shown
    assert "if the job does not settle before" in staff.get(f"/admin/escrow/escrow/{seat.pk}/change/").content.decode()


def test_an_empty_page_leads_to_jobs(worker: Api) -> None:
    page = Visitor(worker.account).open("/earnings")

    assert "Nothing is held right now." in page.text and "Nothing yet" in page.text
    assert "/jobs" in page.links


def test_who_gave_no_bank_account_is_led_to_the_page_that_asks_for_it() -> None:
    worker = given_released().worker
    visitor = Visitor(worker.account)

    asked = visitor.send(visitor.open("/earnings"), "payouts")

    assert asked.path.startswith("/payouts/onboarding/") and "account-number" in asked.html


def test_a_page_of_a_provider_elsewhere_is_a_link_that_is_not_opened_by_itself(monkeypatch: Any) -> None:
    worker = given_released().worker
    visitor = Visitor(worker.account)
    monkeypatch.setattr(payouts, "page", lambda actor: "https://connect.example.com/setup/1?a=b&c=d")

    asked = visitor.send(visitor.open("/earnings"), "payouts")

    assert (asked.status, asked.path) == (200, "/earnings")
    assert "https://connect.example.com/setup/1?a=b&c=d" in asked.links
    assert "form-action 'self'" in asked.headers["Content-Security-Policy"]


@pytest.mark.usefixtures("sound_books")
def test_a_withdrawal_is_shown_exactly_then_made_once(paid: Api) -> None:
    visitor = Visitor(paid.account)
    typed = visitor.open("/earnings/withdraw?amount=%242,50")
    assert "Withdraw $2.50" in typed.text and "Fee none" in typed.text and "cannot be undone" in typed.text
    assert "Left here $2.50" in typed.text

    done = visitor.send(typed, "withdraw")
    again = visitor.send(typed, "withdraw")

    assert done.path == again.path == "/earnings/withdrawals"
    assert "$2.50 is on its way" in done.text
    row = Outflow.objects.get()
    assert (row.kind, row.amount_cents, earned(paid)) == ("earnings", 250, 250)
    assert done.text.count("$2.50") == 2


def test_the_sum_is_asked_for_and_everything_is_proposed(paid: Api) -> None:
    page = Visitor(paid.account).open("/earnings/withdraw")

    [form] = [form for form in page.forms if form.method == "get"]
    assert dict(form.fields)["amount"] == "5.00"


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        ("abc", "such as 12.50"),
        ("0.50", "at least"),
        ("1.234", "such as 12.50"),
        ("20000", "at most"),
        ("<b>", "such as 12.50"),
    ],
)
def test_another_sum_is_refused_beside_its_field(paid: Api, amount: str, said: str) -> None:
    page = Visitor(paid.account).open(f"/earnings/withdraw?amount={amount}")

    [form] = [form for form in page.forms if form.method == "get"]
    assert dict(form.fields)["amount"] == amount
    assert "<b>" not in page.html
    assert 'aria-invalid="true"' in page.html and said in page.text


def test_more_than_there_is_moves_nothing(paid: Api) -> None:
    visitor = Visitor(paid.account)
    confirm = visitor.open("/earnings/withdraw?amount=5")
    page = visitor.open("/earnings/withdraw?amount=80")
    assert "That is more than there is: you can withdraw up to $5.00" in page.text and "Withdraw $80" not in page.text
    assert [dict(form.fields)["amount"] for form in page.forms] == ["80"] and 'aria-invalid="true"' in page.html

    with untouched():
        refused = visitor.send(confirm, "withdraw", amount="80")

    assert refused.status == 402 and "$5.00 can be withdrawn" in refused.text
    assert "withdraw" not in [form.act for form in refused.forms]
    with untouched():
        forged = visitor.send(confirm, "withdraw", amount="-1")
    assert forged.status == 400


def test_without_a_bank_account_nothing_leaves() -> None:
    worker = given_released().worker
    given_payouts(worker)
    visitor = Visitor(worker.account)
    page = visitor.open("/earnings/withdraw?amount=2")
    worker.account.refresh_from_db()
    payouts.set_sandbox_payouts(worker.account, False)

    with untouched():
        refused = visitor.send(page, "withdraw")

    assert refused.status == 409 and "Give a bank account" in refused.text
    assert "POST /api" not in refused.text


@pytest.mark.usefixtures("sound_books")
def test_a_failed_withdrawal_says_why_and_where_the_money_is() -> None:
    worker = given_released().worker
    given_payouts(worker, bank="000111111116")
    visitor = Visitor(worker.account)
    visitor.send(visitor.open("/earnings/withdraw?amount=5"), "withdraw")
    outflows.send(Outflow.objects.get().pk)

    page = visitor.open("/earnings/withdrawals")

    assert "Failed" in page.text and "The money is back in your earnings." in page.text
    assert "could not be paid out, back here" in visitor.open("/earnings").text


def test_a_receipt_is_for_its_owner_only(paid: Api) -> None:
    visitor = Visitor(paid.account)
    [link] = [link for link in visitor.open("/earnings").links if link.startswith("/earnings/receipts/")]

    mine = visitor.open(link)

    assert mine.status == 200 and "$5.00" in mine.text and "Photograph a shop front" in mine.text
    other = Visitor(given_worker().account)
    assert other.open(link).status == other.open("/earnings/receipts/nonsense").status == 404


def test_a_receipt_names_who_paid_and_what_a_tip_is_for(paid: Api) -> None:
    seat = given_released(worker=paid, agent=given_funded_agent(50_000))
    type(seat.bounty.owner).objects.filter(pk=seat.bounty.owner_id).update(name="Acme Maps")
    type(seat.bounty).objects.filter(pk=seat.bounty.pk).update(agent_name="Scout")
    tip: dict[str, Any] = {
        "recipientId": paid.account.public_profile_id,
        "amount": 1,
        "bountyId": seat.bounty.public_id,
    }
    for path, sent in (("/api/transfers/send", tip), ("/api/transfers/bulk-send", {"recipients": [tip]})):
        assert seat.agent.post(path, sent | {"description": "For the rain."}).status == 200
    visitor = Visitor(paid.account)

    seen = [
        visitor.open(link).text for link in visitor.open("/earnings").links if link.startswith("/earnings/receipts/")
    ]

    assert sum("Paid by Scout" in text for text in seen) == 1, "a job goes by the name of the agent that posted it"
    assert sum("Paid by Acme Maps" in text for text in seen) == 2
    assert sum("What it is for For the rain." in text for text in seen) == 2


def test_the_statement_as_a_table_holds_no_formulas() -> None:
    agent = given_funded_agent()
    seat = given_released(agent=agent, bounty=given_bounty(agent, title="=HYPERLINK(1)"))
    visitor = Visitor(seat.worker.account)

    answer = visitor.client.get("/earnings/statement.csv")

    assert answer["Content-Type"].startswith("text/csv") and "attachment" in answer["Content-Disposition"]
    head, line = b"".join(answer).decode("utf-8-sig").splitlines()
    assert head == "date,what,job,usd,balance_after_usd,id"
    assert ",Pay,'=HYPERLINK(1),5.00,5.00,txn_" in line


def test_a_long_statement_is_sent_block_by_block_and_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bounties.pages.earnings.BLOCK", 2)
    worker = given_worker()
    for number in range(5):
        pay(worker, 100 + number)

    blocks = list(Visitor(worker.account).client.get("/earnings/statement.csv"))

    assert len(blocks) == 4, "the head, and blocks of two, two and one"
    lines = list(csv.reader(b"".join(blocks).decode("utf-8-sig").splitlines()))[1:]
    assert [line[3] for line in lines] == ["1.04", "1.03", "1.02", "1.01", "1.00"]
    assert lines[0][4] == "5.10"


def test_titles_of_people_are_text() -> None:
    agent = given_funded_agent()
    seat = given_released(agent=agent, bounty=given_bounty(agent, title=EVIL))
    visitor = Visitor(seat.worker.account)

    for path in ("/earnings", visitor.open("/earnings").links[-1]):
        assert "<script>alert" not in visitor.open(path).html


def test_older_lines_are_a_page_away() -> None:
    worker = given_worker()
    for number in range(27):
        pay(worker, 100 + number)
    visitor = Visitor(worker.account)

    first = visitor.open("/earnings")
    [more] = [link for link in first.links if "cursor=" in link]
    second = visitor.open(more)

    assert first.text.count("Receipt") == 25 and second.text.count("Receipt") == 2
    assert "You can withdraw" not in second.text


def test_queries_do_not_grow_with_rows() -> None:
    counts = []
    for number in (1, 5):
        worker, agent = given_worker(), given_funded_agent()
        given_payouts(worker)
        for _ in range(number):
            given_released(agent=agent, worker=worker)
            given_completed(agent=agent, worker=worker)
        visitor = Visitor(worker.account)
        visitor.open("/earnings")
        with CaptureQueriesContext(
            connection,
        ) as found:
            visitor.open("/earnings")
        counts.append(len(found))
    assert counts[0] == counts[1] <= 15


def pay(worker: Api, cents: int) -> None:
    """A tip from nowhere; the house balances it."""
    moves = [ledger.Move(ledger.FEES, ledger.earnings(worker.account.pk), cents)]
    unit(lambda: ledger.post(key=f"test:{ids.new()}", kind="transfer", moves=moves))
