"""Invoices for programs, and the mail that tells of one."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from escrow.models import Invoice, InvoiceRun
from escrow.services import invoices
from marketplace.core import ids
from marketplace.models import Mail
from marketplace.web import sheets
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.appeals import given_appeal, given_second_decision
from tests.factories.invoices import given_invoice
from tests.factories.market import given_funded_agent, given_released

pytestmark = pytest.mark.django_db
PATH = "/api/wallet/invoices"
Stop = Callable[[str], datetime]


def billed(at: Stop) -> Api:
    at("2025-11-10T10:00Z")
    agent = given_funded_agent(20_000)
    given_released(agent=agent)
    at("2025-12-02T10:00Z")
    invoices.issue_due()
    return agent


def told(agent: Api) -> list[Mail]:
    return [row for row in Mail.objects.filter(to=agent.account.email).order_by("id") if "nvoice" in row.subject]


def test_a_program_reads_its_invoices(at: Stop) -> None:
    agent = billed(at)
    row = Invoice.objects.get()

    listed = agent.get(PATH)["invoices"]
    one = agent.get(f"{PATH}/{row.public_id}")["invoice"]

    assert listed == [one]
    assert one == {
        "id": row.public_id,
        "number": "2025-000001",
        "month": "2025-11",
        "kind": "invoice",
        "feeCents": 90,
        "currency": "usd",
        "lines": [{"feeBps": 1800, "jobs": 1, "payCents": 500, "feeCents": 90}],
        "seller": row.seller,
        "buyer": row.buyer,
        "issuedAt": "2025-12-02T10:00:00.000Z",
    }


def test_the_paper_comes_in_the_language_of_the_account(at: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = billed(at)
    agent.account.language = "es"
    agent.account.save()
    heads: list[str] = []
    monkeypatch.setattr(sheets.Sheets, "heading", lambda _self, words, **_: heads.append(str(words)))

    answer = agent.get(f"{PATH}/{Invoice.objects.get().public_id}?format=pdf")

    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="invoice-2025-000001.pdf"'
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert heads[0] == "Factura 2025-000001"


def test_nobody_reads_those_of_another_and_no_other_format_is_known() -> None:
    owner, other = given_agent(), given_agent()
    row = given_invoice(owner.account)

    assert other.get(PATH)["invoices"] == []
    for wrong in (row.public_id, "inv_x", ids.encode("inv", ids.new())):
        answer = other.get(f"{PATH}/{wrong}")
        assert (answer.status, answer.code) == (404, "not_found")
    assert owner.get(f"{PATH}/{row.public_id}?format=xml").code == "validation_error"


def test_each_invoice_is_told_once(at: Stop) -> None:
    agent = billed(at)
    invoices.issue_due()

    (mail,) = told(agent)

    assert mail.subject == "Invoice 2025-000001: $0.90"
    assert "Month: 2025-11" in mail.text and "nothing is due" in " ".join(mail.text.split())
    assert "/owner/wallet/receipts\n" in mail.text and "/settings" in mail.text


def test_what_an_appeal_gave_back_is_told_as_a_credit_note(at: Stop) -> None:
    at("2026-11-10T10:00Z")
    seat, dispute = given_appeal(400, "funder")
    at("2026-12-10T10:00Z")
    given_second_decision(dispute, 100)
    at("2027-01-02T10:00Z")

    invoices.issue_due()

    rows = Mail.objects.filter(to=seat.agent.account.email, subject__startswith="Credit note")
    assert [row.subject for row in rows] == ["Credit note 2026-000002: −$0.54"]
    assert "in your wallet already" in " ".join(rows[0].text.split())


def test_an_owner_may_switch_these_mails_off_alone(at: Stop) -> None:
    at("2025-11-10T10:00Z")
    agent = given_funded_agent(20_000)
    given_released(agent=agent)
    answer = agent.patch("/api/humans/me", {"notifications": {"invoices": False}})
    assert answer.status == 200
    assert answer["human"]["notifications"] == {
        "applications": True,
        "work": True,
        "messages": True,
        "invoices": False,
    }
    at("2025-12-02T10:00Z")

    invoices.issue_due()

    assert Invoice.objects.count() == 1 and told(agent) == []


def test_a_run_that_fails_tells_nobody(at: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    at("2025-11-10T10:00Z")
    agent = given_funded_agent(20_000)
    given_released(agent=agent)
    invoices.issue_due()
    at("2025-12-02T10:00Z")

    def fail(*_: Any, **__: Any) -> None:
        raise OSError("killed here")

    monkeypatch.setattr(InvoiceRun, "save", fail)
    invoices.issue_due()

    assert told(agent) == [] and not Invoice.objects.exists()
