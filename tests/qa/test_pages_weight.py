"""What every page weighs: at most 15 statements, and at most 60 kB compressed at a first visit, without photos."""

import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application
from marketplace.core import clock
from marketplace.models import Call
from tests.api import Api
from tests.factories.accounts import given_connection, given_worker
from tests.factories.approvals import given_asking_agent, posting
from tests.factories.conversations import given_talk
from tests.factories.files import given_file, picture
from tests.factories.humanizations import given_assigned, given_humanization, look
from tests.factories.market import (
    given_application,
    given_bounty,
    given_charged,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_payouts,
    given_released,
    given_taken_back,
)
from tests.factories.qa import given_run, given_tester, send, turn
from tests.factories.services import given_approved
from tests.factories.taste import given_panel
from tests.house.test_pages import pages
from tests.visitor import Visitor
from wallet.models.ledger import LedgerLine

pytestmark = pytest.mark.django_db
STATEMENTS = 15
FIRST_VISIT = 60_000  # bytes, compressed
LOADED = re.compile(r'(?:src|href)="/static/([^"?]+)"')


class Given(NamedTuple):
    """Somebody who reads a page, and where it is."""

    reader: Api
    path: str


def given_full_worker() -> Api:
    """Somebody with three of everything that lists show."""
    worker, agent = given_worker(), given_funded_agent(1_000_000)
    for _ in range(3):
        given_application(given_bounty(agent), worker)
        for make in (given_confirmed, given_delivered, given_released):
            make(agent=agent, worker=worker)
        given_talk(agent, worker).by_agent("Hello")
    given_payouts(worker)
    return worker


def job(below: str = "") -> Given:
    agent = given_funded_agent(1_000_000)
    rows = [given_bounty(agent) for _ in range(4)]
    return Given(given_worker(), f"/jobs/{rows[0].public_id}{below}")


def seat() -> Given:
    worker = given_worker()
    row = given_delivered(worker=worker).application
    row.submissions.get().files.add(*(given_file(worker.account, picture()) for _ in range(3)))
    return Given(worker, f"/work/{row.public_id}")


def a_photo() -> Given:
    made = given_delivered()
    kept = [given_file(made.worker.account, picture(name=f"{number}.jpg")) for number in range(12)]
    made.application.submissions.get().files.add(*kept)
    below = f"people/{made.application.public_id}/photos/{kept[5].public_id}"
    return Given(made.agent, f"/owner/jobs/{made.bounty.public_id}/{below}")


def owned(below: str = "", *, person: bool = False) -> Given:
    """A job of somebody's own with something of everything."""
    agent = given_funded_agent(1_000_000)
    row = given_bounty(agent, spots_available=9)
    for make in (given_confirmed, given_delivered, given_released):
        made = make(agent=agent, bounty=row)
    for _ in range(3):
        given_application(row)
    below = f"/people/{made.application.public_id}" if person else below
    return Given(agent, f"/owner/jobs/{row.public_id}{below}")


def dispute(top: str = "") -> Given:
    worker, agent = given_worker(), given_funded_agent()
    row = given_delivered(agent=agent, worker=worker)
    body = {"category": "poor_quality", "description": "Not what was asked."}
    opened = agent.post(f"/api/escrow/{row.escrow.public_id}/dispute", body)
    return Given(agent if top else worker, f"{top}/disputes/{opened['dispute']['id']}")


def own_dispute() -> Given:
    """With something of everything."""
    worker, agent = given_worker(), given_funded_agent()
    row = given_delivered(agent=agent, worker=worker)
    body = {"category": "poor_quality", "description": "Not what was asked."}
    opened = agent.post(f"/api/escrow/{row.escrow.public_id}/dispute", body)["dispute"]["id"]
    for who, cents in ((agent, 100), (worker, 400)):
        assert who.post(f"/api/disputes/{opened}/offers", {"workerCents": cents, "words": "So."}).status == 200
    return Given(agent, f"/owner/disputes/{opened}")


def approvals() -> Given:
    agent = given_asking_agent(100_000)
    for number in range(5):
        posting(agent, f"key {number}")
    return Given(agent, "/owner/approvals")


def approval() -> Given:
    agent = given_asking_agent()
    return Given(agent, f"/owner/approvals/{posting(agent)['approvalId']}")


def receipt() -> Given:
    agent = given_funded_agent()
    row = given_released(agent=agent)
    return Given(agent, f"/owner/jobs/{row.bounty.public_id}/receipt")


def entry() -> Given:
    worker = given_worker()
    given_released(worker=worker)
    line = LedgerLine.objects.filter(account__code=f"earnings:{worker.account.pk}").first()
    assert line is not None
    page = Visitor(worker.account).open("/earnings")
    [path] = {link for link in page.links if link.startswith("/earnings/receipts/")}
    return Given(worker, path)


def thread(top: str = "") -> Given:
    worker, agent = given_worker(), given_funded_agent()
    talk = given_talk(agent, worker)
    for _ in range(3):
        talk.by_agent("Hello")
    return Given(agent if top else worker, f"{top}/messages/{talk.row.public_id}")


def person() -> Given:
    worker = given_worker()
    return Given(given_worker(), f"/people/{worker.account.public_profile_id}")


def sample() -> Given:
    _, row = given_humanization()
    return Given(given_worker(), f"/jobs/{row.bounty.public_id}/sample")


def text() -> Given:
    _, worker, row = given_assigned()
    look()
    application = Application.objects.get(bounty=row.bounty, human=worker.account)
    return Given(worker, f"/work/{application.public_id}/text")


def brief_of_tester() -> Given:
    _, run = given_run()
    worker, application = given_tester(run)
    return Given(worker, f"/work/{application.public_id}/test")


def vote() -> Given:
    panel = given_panel()
    worker = panel.respondent()
    application = Application.objects.get(human=worker.account)
    return Given(worker, f"/work/{application.public_id}/vote")


def report() -> Given:
    owner, run = given_run(testerCount=1, budgetPerRunCents=1180)
    worker, _ = given_tester(run)
    assert send(worker, run, text="I bought a mug and all of it went well.").status == 200
    turn()
    return Given(owner, f"/owner/runs/{run.public_id}/report")


def agent_page(part: str) -> Given:
    agent = given_funded_agent()
    endpoint = agent.post("/api/webhooks/endpoints", {"url": "http://127.0.0.1:9/hook", "events": ["*"]})["endpoint"][
        "id"
    ]
    for _ in range(3):
        delivery = agent.post(f"/api/webhooks/endpoints/{endpoint}/test")["deliveryId"]
    call = Call.objects.filter(account=agent.account).latest("pk").public_id
    return Given(agent, part.format(key=agent.key.public_id, endpoint=endpoint, delivery=delivery, call=call))


def program_page() -> Given:
    owner = given_funded_agent()
    return Given(owner, f"/owner/programs/{given_connection(owner.account).public_id}")


def run_page(part: str) -> Given:
    owner, run = given_run()
    return Given(owner, part.format(plan=run.template.public_id, run=run.public_id))


def panel_page(part: str = "") -> Given:
    panel = given_panel()
    return Given(panel.agent, f"/owner/runs/panels/{panel.run_id}{part}")


def jobs_from_a_file() -> Given:
    owner = given_funded_agent()
    me = Visitor(owner.account)
    table = "title,description,price,estimatedHours" + "\nCount cars,One hour at the corner.,10,1" * 100
    return Given(owner, me.send(me.open("/owner/jobs/import"), "read", pasted=table).path)


PLAIN = (
    "/", "/jobs", "/people", "/today", "/messages", "/earnings", "/earnings/withdraw", "/earnings/withdrawals",
    "/earnings/statement.csv", "/profile", "/profile/services", "/profile/recordings", "/profile/reviews", "/join/profile",
    "/owner/wallet", "/owner/wallet/add", "/owner/wallet/controls", "/owner/wallet/links", "/owner/wallet/receipts",
    "/owner/wallet/refunds", "/owner/wallet/spending", "/owner/wallet/statement", "/owner/wallet/statement.csv",
    "/owner/wallet/transfers", "/owner/wallet/transfers/send", "/owner/wallet/withdraw",
    "/owner/keys", "/owner/webhooks", "/owner/events", "/owner/events.csv", "/owner/runs",
    "/settings", "/settings/devices", "/settings/reads", "/settings/close", "/support", "/terms", "/privacy", "/sandbox",
    "/docs", "/status",
    "/owner", "/owner/appointments", "/owner/jobs", "/owner/messages",
    "/owner/members", "/owner/members/join", "/owner/acting",
    "/owner/jobs/new", "/owner/jobs/import", "/owner/jobs/import/template.csv",
)  # fmt: skip


def books(path: str) -> Given:
    """An owner with three of everything that the pages of money show."""
    agent = given_funded_agent(1_000_000)
    for _ in range(3):
        given_released(agent=agent)
        given_delivered(agent=agent)
        given_charged(agent, 5000)
    link = agent.post("/api/payment-links", {"amount": 40, "description": "Proofreading"})["paymentLinkId"]
    deposit = agent.post("/api/wallet/deposit", {"amount": 25})["depositId"]
    return Given(agent, path.format(month=f"{clock.now():%Y-%m}", link=link, deposit=deposit))


def given_full_owner() -> Given:
    """Somebody whose first page has a row of everything that may wait for an owner, and whose books are full."""
    agent = books("/owner").reader
    posted = given_bounty(agent, spots_available=9)
    for _ in range(3):
        given_application(posted)
    worker = given_worker()
    for cents in (None, 100):
        row = given_delivered(agent=agent, worker=worker)
        body = {"category": "poor_quality", "description": "Not what was asked."}
        opened = agent.post(f"/api/escrow/{row.escrow.public_id}/dispute", body)["dispute"]["id"]
        if cents is not None:
            assert worker.post(f"/api/disputes/{opened}/offers", {"workerCents": cents}).status == 200
    given_bounty(agent, price_cents=100_000, spots_available=9)  # waits for its money
    given_approved(agent, worker)
    given_talk(agent, worker).by_human("Hello")
    agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": 5_000_000})
    given_taken_back(given_charged(agent, 700), state="won")
    return Given(agent, "/owner")


TABLE: dict[str, Callable[[], Given]] = {
    "/owner/wallet/add/<str:deposit_id>": lambda: books("/owner/wallet/add/{deposit}"),
    "/owner/wallet/links/<str:link_id>": lambda: books("/owner/wallet/links/{link}"),
    "/owner/wallet/receipts/<str:month>": lambda: books("/owner/wallet/receipts/{month}"),
    "/owner/wallet/spending/<str:name>": lambda: books("/owner/wallet/spending/jobs.csv"),
    "/owner/jobs/import/<str:import_id>": jobs_from_a_file,
    "/jobs/<str:bounty_id>": job,
    "/jobs/<str:bounty_id>/apply": lambda: job("/apply"),
    "/jobs/<str:bounty_id>/recordings": lambda: job("/recordings"),
    "/owner/jobs/<str:bounty_id>/receipt": receipt,
    "/jobs/<str:bounty_id>/sample": sample,
    "/work/<str:application_id>": seat,
    "/work/<str:application_id>/text": text,
    "/work/<str:application_id>/test": brief_of_tester,
    "/work/<str:application_id>/vote": vote,
    "/disputes/<str:dispute_id>": dispute,
    "/docs/<str:name>": lambda: Given(given_worker(), "/docs/tools"),
    "/docs/<str:folder>/<str:name>": lambda: Given(given_worker(), "/docs/frameworks/crewai"),
    "/owner/disputes/<str:dispute_id>": own_dispute,
    "/owner/messages/<str:conversation_id>": lambda: thread("/owner"),
    "/owner/appointments/<str:booking_id>": lambda: Given((made := given_approved()).agent, made.page),
    "/owner/approvals": approvals,
    "/owner/approvals/<str:approval_id>": approval,
    "/owner/jobs/<str:bounty_id>": owned,
    "/owner/jobs/<str:bounty_id>/applicants": lambda: owned("/applicants"),
    "/owner/jobs/<str:bounty_id>/evidence": lambda: owned("/evidence"),
    "/owner/jobs/<str:bounty_id>/edit": lambda: owned("/edit"),
    "/owner/jobs/<str:bounty_id>/people/<str:application_id>": lambda: owned(person=True),
    "/owner/jobs/<str:bounty_id>/people/<str:application_id>/photos/<str:file_id>": a_photo,
    "/earnings/receipts/<str:transaction_id>": entry,
    "/messages/<str:conversation_id>": thread,
    "/people/<str:human_id>": person,
    "/owner/keys/<str:key_id>": lambda: agent_page("/owner/keys/{key}"),
    "/owner/programs/<str:connector_id>": program_page,
    "/owner/webhooks/<str:endpoint_id>": lambda: agent_page("/owner/webhooks/{endpoint}"),
    "/owner/webhooks/deliveries/<str:delivery_id>": lambda: agent_page("/owner/webhooks/deliveries/{delivery}"),
    "/owner/events/<str:call_id>": lambda: agent_page("/owner/events/{call}"),
    "/owner/runs/templates/<str:template_id>": lambda: run_page("/owner/runs/templates/{plan}"),
    "/owner/runs/<str:run_id>": lambda: run_page("/owner/runs/{run}"),
    "/owner/runs/<str:run_id>/report": report,
    "/owner/runs/panels/<str:run_id>": panel_page,
    "/owner/runs/panels/<str:run_id>/report": lambda: panel_page("/report"),
}
SHOWN_LATER = ("/owner/runs/panels/<str:run_id>/report",)  # 409 until it is settled
# No pages: as heavy as what their owner has here. Of the PDFs see tests/escrow/test_pages_receipts.py and test_years.py.
FILES = {
    *("/settings/data/<str:export_id>", "/owner/jobs/<str:bounty_id>/files.zip"),
    *("/owner/wallet/receipts/<str:month>/statement.pdf", "/earnings/years/<str:year>/statement.pdf"),
    "/owner/wallet/receipts/invoices/<str:invoice_id>/invoice.pdf",
    *(f"/owner/wallet/receipts/years/<str:year>/statement.{ending}" for ending in ("pdf", "csv")),
}
# Asks every part of the program what is open, on which side, and until when its texts and files stay; once in an account's life.
STATEMENTS_OF = {"/settings/close": 36}
STRANGERS = ("/",)  # whoever is signed in is led on


@pytest.mark.main
def test_the_table_names_every_page() -> None:
    assert {*PLAIN, *TABLE} == set(pages()) - FILES


@pytest.mark.parametrize(
    "path", ["", "/spending", "/statement", "/refunds", "/transfers", "/links", "/receipts", "/controls", "/withdraw"]
)
def test_an_owner_s_full_books_take_few_statements_and_few_bytes(path: str) -> None:
    given = books(f"/owner/wallet{path}")

    assert weighed(Visitor(given.reader.account), given.path) == ""


@pytest.mark.main
def test_a_page_without_ids_takes_few_statements_and_few_bytes() -> None:
    worker = given_full_worker().account

    faults = {path: fault for path in PLAIN if (fault := weighed(Visitor(None if path in STRANGERS else worker), path))}

    assert faults == {}


@pytest.mark.parametrize("address", TABLE)
def test_a_page_takes_few_statements_and_few_bytes(address: str) -> None:
    given = TABLE[address]()

    assert weighed(Visitor(given.reader.account), given.path, 409 if address in SHOWN_LATER else 200) == ""


@pytest.mark.parametrize("path", ["/owner", "/owner/wallet/spending"])
def test_an_owner_with_something_of_everything_has_fifteen_statements_for_whom_they_act_included(path: str) -> None:
    visitor = Visitor(given_full_owner().reader.account)
    assert "/owner/disputes/dsp_" in visitor.open("/owner").html
    visitor.open(path)

    with CaptureQueriesContext(connection) as asked:
        page = visitor.open(path)

    assert page.status == 200
    assert len(asked) <= STATEMENTS, "\n".join(query["sql"][:200] for query in asked.captured_queries)


@pytest.mark.parametrize(("path", "most"), [("/api/wallet/report", 9), ("/api/account", 3)])
def test_what_agents_read_often_takes_few_statements(path: str, most: int) -> None:
    agent = given_full_owner().reader
    agent.get(path)

    with CaptureQueriesContext(connection) as asked:
        assert agent.get(path).status == 200

    assert len(asked) <= most, "\n".join(query["sql"][:200] for query in asked.captured_queries)


def weighed(visitor: Visitor, path: str, status: int = 200) -> str:
    """What is too much about a page; empty when nothing is."""
    visitor.open(path)  # what is noted once an hour is noted
    with CaptureQueriesContext(connection) as asked:
        page = visitor.open(path)
    assert page.status == status, path
    sizes = {name: len(gzip.compress(content)) for name, content in contents(set(LOADED.findall(page.html)))}
    sizes["the page"] = len(gzip.compress(page.html.encode()))
    most = STATEMENTS + path.startswith("/owner")  # one more: for whom somebody may act there
    if len(asked) > STATEMENTS_OF.get(path, most):
        return f"{len(asked)} statements: " + "\n".join(query["sql"][:200] for query in asked.captured_queries)
    return f"{sizes}" if sum(sizes.values()) > FIRST_VISIT else ""


def contents(names: set[str]) -> Iterator[tuple[str, bytes]]:
    for name in names:
        yield name, Path(str(finders.find(name))).read_bytes()
