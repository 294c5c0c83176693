"""/owner/wallet/receipts: months, their receipts, and the PDF, which agrees with the statement to the cent."""

import re
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escrow.models import Escrow
from marketplace.core import clock
from marketplace.web import pdf, sheets
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import (
    given_bounty,
    given_charged,
    given_funded_agent,
    given_hired,
    given_money,
    given_released,
)
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
PATH = "/owner/wallet/receipts"
Stop = Callable[[str], datetime]
ODD = "日本 مرحبا 🥐 \u202egpj\u202c Łódź Привет <b>&\ud800"


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the tables of the next PDF hold."""
    found: list[dict[str, Any]] = []
    write = sheets.Sheets.listing

    def noted(self: sheets.Sheets, columns: Any, rows: Any, totals: Any = ()) -> None:
        rows = list(rows)
        found.append({"heads": [column.head for column in columns], "rows": rows, "totals": totals})
        write(self, columns, rows, totals)

    monkeypatch.setattr(sheets.Sheets, "listing", noted)
    return found


def month_of(visitor: Visitor, month: str) -> bytes:
    answer = visitor.client.get(f"{PATH}/{month}/statement.pdf")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"] == f'attachment; filename="statement-{month}.pdf"'
    content: bytes = answer.content
    assert content.startswith(b"%PDF-") and content.rstrip().endswith(b"%%EOF")
    return content


def cents(words: str) -> int:
    return int(Decimal(re.sub(r"[^\d.−-]", "", words).replace("−", "-") or "0") * 100)


def test_a_month_as_one_file_agrees_with_the_statement_to_the_cent(tables: list[dict[str, Any]]) -> None:
    agent = given_agent()
    given_charged(agent, 20_000)
    seat = given_released(agent=agent, bounty=given_bounty(agent, price_cents=333), worker=given_worker(name="Ada"))
    given_hired(agent=agent)
    lost = given_bounty(agent, title="Given up")
    assert agent.call("DELETE", f"/api/bounties/{lost.public_id}").status == 200
    tip = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": 1.05}
    assert agent.post("/api/transfers/send", tip).status == 200
    visitor, month = Visitor(agent.account), f"{clock.now():%Y-%m}"

    month_of(visitor, month)

    wallet, paid = tables
    lines = agent.get("/api/wallet/transactions")["transactions"]
    by_direction = {
        name: [line["amountCents"] for line in lines if line["direction"] == name] for name in ("in", "out")
    }
    assert sorted(cents(row[3]) for row in wallet["rows"] if row[3]) == sorted(by_direction["in"])
    assert sorted(cents(row[4]) for row in wallet["rows"] if row[4]) == sorted(by_direction["out"])
    [total] = wallet["totals"]
    assert (cents(total[3]), cents(total[4])) == (sum(by_direction["in"]), sum(by_direction["out"]))
    assert cents(wallet["rows"][-1][5]) == lines[0]["balanceAfterCents"]
    assert cents(total[3]) - cents(total[4]) == agent.get("/api/wallet/balance")["balanceCents"]

    report = agent.get("/api/wallet/report")["report"]["totals"]
    assert [row[1:3] for row in paid["rows"]] == [
        ["Ada", "Photograph a shop front"],
        ["Ada", "Tip: Photograph a shop front"],
    ]
    assert [[cents(sum_) for sum_ in row[3:]] for row in paid["rows"]] == [[333, 60, 393], [105, 0, 105]]
    assert [cents(sum_) for sum_ in paid["totals"][0][3:]] == [438, 60, 498] and report["paid"] == 438


def test_what_was_paid_because_nobody_answered_is_marked_in_the_file_and_on_the_page(
    tables: list[dict[str, Any]],
) -> None:
    agent = given_agent()
    given_charged(agent, 20_000)
    silent = given_released(agent=agent, bounty=given_bounty(agent, title="Silent"))
    given_released(agent=agent, bounty=given_bounty(agent, title="Answered"))
    Escrow.objects.filter(pk=silent.escrow.pk).update(accepted_unanswered=True)
    visitor, month = Visitor(agent.account), f"{clock.now():%Y-%m}"

    month_of(visitor, month)

    marked = "(paid automatically, since nobody answered)"
    assert sorted(row[2] for row in tables[1]["rows"]) == ["Answered", f"Silent {marked}"]
    paid = visitor.open(f"{PATH}/{month}").text.partition("Who was paid")[2]
    assert paid.count(marked) == 1 and f"Silent {marked}" in paid


def test_a_month_is_that_of_the_account_s_own_zone(at: Stop, tables: list[dict[str, Any]]) -> None:
    at("2026-10-31T23:30Z")
    agent = given_funded_agent(1000)
    agent.account.time_zone = "Asia/Tokyo"
    agent.account.save()
    at("2026-11-20T10:00Z")
    given_money(agent, 500)
    visitor = Visitor(agent.account)

    assert [link for link in visitor.open(PATH).links if link.endswith(".pdf")] == [
        f"{PATH}/2026-11/statement.pdf",
        f"{PATH}/years/2026/statement.pdf",  # of UTC
    ]
    month_of(visitor, "2026-11")
    assert [row[3] for row in tables[0]["rows"]] == ["$10.00", "$5.00"] and tables[0]["rows"][0][0].endswith("08:30")
    month_of(visitor, "2026-10")
    assert tables[2]["rows"] == []


def test_the_page_of_a_month_leads_to_every_receipt() -> None:
    agent = given_agent()
    given_charged(agent, 20_000)
    seat = given_released(agent=agent)
    visitor = Visitor(agent.account)

    page = visitor.open(f"{PATH}/{clock.now():%Y-%m}")

    assert "$200.00 was added to your wallet, $5.90 was set aside for work or sent." in page.text
    went = page.text.partition("Set aside or sent")[2].partition("Who was paid")[0]
    assert went.count("−$5.90") == 1 and "Set aside for a job: Photograph a shop front" in went
    assert "Total $5.00 $0.90 $5.90" in page.text
    assert f"/owner/jobs/{seat.bounty.public_id}/receipt?month={clock.now():%Y-%m}" in page.links
    [paid_at] = [link for link in page.links if link.startswith("/checkout/")]
    assert visitor.open(paid_at).status == visitor.open(f"/owner/jobs/{seat.bounty.public_id}/receipt").status == 200


def test_the_page_of_a_long_month_has_the_latest_of_what_came_in_and_of_what_went_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("escrow.pages.receipts.SHOWN", 2)
    agent = given_funded_agent(10_000)
    for price in (100, 200, 300):
        given_bounty(agent, price_cents=price)

    page = Visitor(agent.account).open(f"{PATH}/{clock.now():%Y-%m}").text

    came, went = page.partition("Added and came back")[2].partition("Who was paid")[0].split("Set aside or sent")
    assert came.count("Balance $") == 1 and "+ $100.00" in came and "are shown" not in came
    assert (
        went.count("Balance $") == 2 and "−$3.54" in went and "−$1.18" not in went and "The latest 2 are shown." in went
    )


def test_no_words_of_people_fail_the_file(tables: list[dict[str, Any]]) -> None:
    agent = given_funded_agent(10_000)
    name = "日本 مرحبا 🥐 \u202egpj\u202c Łódź Привет <b>&"
    given_released(agent=agent, bounty=given_bounty(agent, title=name * 3), worker=given_worker(name=name))

    month_of(Visitor(agent.account), f"{clock.now():%Y-%m}")

    assert sheets.safe(ODD) == "☐☐ ☐☐☐☐☐ ☐ gpj Łódź Привет <b>&"
    assert tables[1]["rows"][0][1] == name


@pytest.mark.parametrize(
    ("language", "first", "moment"),
    [
        ("en-us", "November 1, 2026 to November 30, 2026", "Nov. 20, 2026 2:05 p.m."),
        ("en-gb", "1 November 2026 to 30 November 2026", "20 Nov 2026 14:05"),
        ("es", "Del 1 de noviembre de 2026 al 30 de noviembre de 2026", "20 de noviembre de 2026 14:05"),
    ],
)
def test_dates_of_the_file_are_written_as_its_reader_writes_them(
    at: Stop, tables: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, language: str, first: str, moment: str
) -> None:
    at("2026-11-20T14:05Z")
    agent = given_funded_agent(1000)
    agent.account.language = language
    agent.account.save()
    facts: dict[str, str] = {}
    monkeypatch.setattr(sheets.Sheets, "facts", lambda self, pairs: facts.update(pairs))

    month_of(Visitor(agent.account), "2026-11")

    assert any(value.startswith(first) for value in facts.values()), facts
    assert tables[0]["rows"][0][0] == moment


def test_a_long_title_is_wrapped_and_not_cut() -> None:
    title = "Photograph every shop front of the old harbour from the north pier to the lighthouse, twice"
    made = sheets.Sheets(title="x", author="x", foot="x")
    made.note("Its font is measured.")
    lines = made.lines(title, 32)

    assert len(lines) > 2 and " ".join(lines) == title
    assert all(made.get_string_width(line) <= 32 for line in lines)
    assert "".join(made.lines("x" * 100, 32)) == "x" * 100, "a word that is wider than its column is broken"
    assert made.lines("word " * 100, 32)[-1].endswith("…")
    top = made.get_y()
    made.listing([pdf.Column("Job", 32), pdf.Column("Pay", 20, True)], [[title, "$5.00"]])
    assert made.get_y() - top > 4 * len(lines), "its row is as high as its text"


def test_a_long_month_has_so_many_lines_and_the_sums_of_all(
    tables: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("escrow.pages.receipts.IN_FILE", 2)
    agent = given_funded_agent(10_000)
    for _ in range(3):
        given_released(agent=agent)

    month_of(Visitor(agent.account), f"{clock.now():%Y-%m}")

    wallet, paid = tables
    assert (len(wallet["rows"]), len(paid["rows"])) == (2, 2)
    assert (cents(wallet["totals"][0][3]), cents(wallet["totals"][0][4])) == (10_000, 1770)
    assert [cents(sum_) for sum_ in paid["totals"][0][3:]] == [1500, 270, 1770]


def test_what_is_no_month_is_not_there(agent: Api) -> None:
    visitor = Visitor(agent.account)

    for month in ("2026-13", "2026-1", "nonsense", "2099-01", "1999-01"):
        assert visitor.open(f"{PATH}/{month}").status == 404
        assert visitor.client.get(f"{PATH}/{month}/statement.pdf").status_code == 404
    assert "/account/login" in Visitor().open(f"{PATH}/2026-01").path
    assert "No receipts yet" in visitor.open(PATH).text


def test_queries_do_not_grow_with_rows() -> None:
    for end in ("", "/statement.pdf"):
        counts = []
        for number in (1, 5):
            agent = given_funded_agent(100_000)
            for _ in range(number):
                given_released(agent=agent)
            visitor, path = Visitor(agent.account), f"{PATH}/{clock.now():%Y-%m}{end}"
            visitor.open(path)
            with CaptureQueriesContext(connection) as found:
                visitor.open(path)
            counts.append(len(found))
        assert counts[0] == counts[1] <= 16
