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
from marketplace.models import Call
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.conversations import given_talk
from tests.factories.files import given_file, picture
from tests.factories.humanizations import given_assigned, given_humanization, look
from tests.factories.market import (
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_payouts,
    given_released,
)
from tests.factories.qa import given_run, given_tester, send, turn
from tests.factories.taste import given_panel
from tests.house.test_pages import pages
from tests.visitor import Visitor
from wallet.models.ledger import LedgerLine

pytestmark = pytest.mark.django_db
STATEMENTS = 15
FIRST_VISIT = 60_000  # bytes, compressed
TEMPLATES = Path(__file__).parents[2] / "templates"
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
    sent = row.submissions.get()
    sent.files.add(*(given_file(worker.account, picture()) for _ in range(3)))
    return Given(worker, f"/work/{row.public_id}")


def dispute() -> Given:
    worker, agent = given_worker(), given_funded_agent()
    row = given_delivered(agent=agent, worker=worker)
    body = {"category": "poor_quality", "description": "Not what was asked."}
    opened = agent.post(f"/api/escrow/{row.escrow.public_id}/dispute", body)
    return Given(worker, f"/disputes/{opened['dispute']['id']}")


def receipt() -> Given:
    agent = given_funded_agent()
    row = given_released(agent=agent)
    return Given(agent, f"/jobs/{row.bounty.public_id}/receipt")


def entry() -> Given:
    worker = given_worker()
    given_released(worker=worker)
    line = LedgerLine.objects.filter(account__code=f"earnings:{worker.account.pk}").first()
    assert line is not None
    page = Visitor(worker.account).open("/earnings")
    [path] = {link for link in page.links if link.startswith("/earnings/receipts/")}
    return Given(worker, path)


def thread() -> Given:
    worker = given_worker()
    talk = given_talk(given_funded_agent(), worker)
    for _ in range(3):
        talk.by_agent("Hello")
    return Given(worker, f"/messages/{talk.row.public_id}")


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
    return Given(owner, f"/reports/qa/{run.public_id}")


def agent_page(part: str) -> Given:
    agent = given_funded_agent()
    endpoint = agent.post("/api/webhooks/endpoints", {"url": "http://127.0.0.1:9/hook", "events": ["*"]})["endpoint"][
        "id"
    ]
    for _ in range(3):
        delivery = agent.post(f"/api/webhooks/endpoints/{endpoint}/test")["deliveryId"]
    call = Call.objects.filter(account=agent.account).latest("pk").public_id
    return Given(agent, part.format(key=agent.key.public_id, endpoint=endpoint, delivery=delivery, call=call))


def plan_of_owner() -> Given:
    owner, run = given_run()
    return Given(owner, f"/owner/runs/templates/{run.template.public_id}")


def run_of_owner() -> Given:
    owner, run = given_run()
    return Given(owner, f"/owner/runs/{run.public_id}")


def panel_report() -> Given:
    panel = given_panel()
    return Given(panel.agent, f"/reports/taste/{panel.run_id}")


PLAIN = (
    "/", "/jobs", "/people", "/today", "/messages", "/earnings", "/earnings/withdraw", "/earnings/withdrawals",
    "/earnings/statement.csv", "/profile", "/profile/services", "/profile/recordings", "/profile/reviews", "/join/profile",
    "/owner/keys", "/owner/webhooks", "/owner/events", "/owner/events.csv", "/owner/runs",
    "/settings", "/settings/devices", "/settings/close", "/support", "/terms", "/privacy", "/sandbox",
)  # fmt: skip
TABLE: dict[str, Callable[[], Given]] = {
    "/jobs/<str:bounty_id>": job,
    "/jobs/<str:bounty_id>/apply": lambda: job("/apply"),
    "/jobs/<str:bounty_id>/recordings": lambda: job("/recordings"),
    "/jobs/<str:bounty_id>/receipt": receipt,
    "/jobs/<str:bounty_id>/sample": sample,
    "/work/<str:application_id>": seat,
    "/work/<str:application_id>/text": text,
    "/work/<str:application_id>/test": brief_of_tester,
    "/work/<str:application_id>/vote": vote,
    "/disputes/<str:dispute_id>": dispute,
    "/earnings/receipts/<str:transaction_id>": entry,
    "/messages/<str:conversation_id>": thread,
    "/people/<str:human_id>": person,
    "/owner/keys/<str:key_id>": lambda: agent_page("/owner/keys/{key}"),
    "/owner/webhooks/<str:endpoint_id>": lambda: agent_page("/owner/webhooks/{endpoint}"),
    "/owner/webhooks/deliveries/<str:delivery_id>": lambda: agent_page("/owner/webhooks/deliveries/{delivery}"),
    "/owner/events/<str:call_id>": lambda: agent_page("/owner/events/{call}"),
    "/owner/runs/templates/<str:template_id>": plan_of_owner,
    "/owner/runs/<str:run_id>": run_of_owner,
    "/reports/qa/<str:run_id>": report,
    "/reports/taste/<str:run_id>": panel_report,
}
SHOWN_LATER = ("/reports/taste/<str:run_id>",)  # 409 until it is settled
A_FILE = "/settings/data/<str:export_id>"  # no page: as heavy as what its owner has here
# Asks every part of the program what is open; once in an account's life.
STATEMENTS_OF = {"/settings/close": 24}
STRANGERS = ("/",)  # whoever is signed in is led on


def test_the_table_names_every_page() -> None:
    assert {*PLAIN, *TABLE} == set(pages()) - {A_FILE}


def test_a_page_without_ids_takes_few_statements_and_few_bytes() -> None:
    worker = given_full_worker().account

    faults = {path: fault for path in PLAIN if (fault := weighed(Visitor(None if path in STRANGERS else worker), path))}

    assert faults == {}


@pytest.mark.parametrize("address", TABLE)
def test_a_page_takes_few_statements_and_few_bytes(address: str) -> None:
    given = TABLE[address]()

    assert weighed(Visitor(given.reader.account), given.path, 409 if address in SHOWN_LATER else 200) == ""


def weighed(visitor: Visitor, path: str, status: int = 200) -> str:
    """What is too much about a page; empty when nothing is."""
    visitor.open(path)  # what is noted once an hour is noted
    with CaptureQueriesContext(connection) as asked:
        page = visitor.open(path)
    assert page.status == status, path
    sizes = {name: len(gzip.compress(content)) for name, content in contents(set(LOADED.findall(page.html)))}
    sizes["the page"] = len(gzip.compress(page.html.encode()))
    if len(asked) > STATEMENTS_OF.get(path, STATEMENTS):
        return f"{len(asked)} statements: " + "\n".join(query["sql"][:200] for query in asked.captured_queries)
    return f"{sizes}" if sum(sizes.values()) > FIRST_VISIT else ""


def contents(names: set[str]) -> Iterator[tuple[str, bytes]]:
    for name in names:
        found = finders.find(name)
        assert found, name
        yield name, Path(found).read_bytes()


def test_every_static_file_that_a_template_names_is_there() -> None:
    """In production a name without a file would fail the page."""
    for path in TEMPLATES.rglob("*.html"):
        for name in re.findall(r"{% static '([^']+)' %}", path.read_text()):
            assert finders.find(name), f"{path.name}: {name}"
