"""Managed runs in any state, made by playing the interface and the timers."""

import io
import itertools
from typing import Any

import orjson
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from bounties.models import Application
from qa import tasks
from qa.models import Run, Template
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_funded_agent

TEMPLATES = "/api/v1/qa/templates"
RUNS = "/api/v1/qa/runs"
PAY, TESTERS = 1000, 2
COST = TESTERS * 1180
TEMPLATE: dict[str, Any] = {
    "name": "Checkout smoke test",
    "targetUrl": "https://1.1.1.1/shop",
    "instructions": "Buy the cheapest thing as a new customer and report what is in your way.",
    "cadence": "daily",
    "payPerTesterCents": PAY,
    "testerCount": TESTERS,
    "budgetPerRunCents": COST,
    "periodCapCents": 31 * COST,
    "submissionMode": "photo",
}
BUG: dict[str, Any] = {
    "title": "Pay button stays grey",
    "steps": "Put the cheapest thing into the cart, open the checkout and fill in the card.",
    "expected": "The button can be pressed.",
    "actual": "The pay button stays grey whatever is filled in.",
    "severity": "high",
    "fileIds": ["file:0"],
}
_numbers = itertools.count(1)


def turn() -> None:
    """All timers of the runs until none finds anything to do."""
    while tasks.start_runs() + tasks.reconcile_runs() + tasks.reconcile_due_runs():
        pass


def given_template(owner: Api | None = None, **fields: Any) -> tuple[Api, Template]:
    owner = owner or given_funded_agent()
    made = owner.post(TEMPLATES, TEMPLATE | fields)
    assert made.status == 200, made.body
    return owner, Template.objects.latest("id")


def given_run(owner: Api | None = None, **fields: Any) -> tuple[Api, Run]:
    """A run that has just started: open, unless the wallet was short."""
    owner, template = given_template(owner, **fields)
    turn()
    return owner, Run.objects.select_related("template", "bounty").get(template=template)


def given_tester(run: Run, worker: Api | None = None, *, confirms: bool = True) -> tuple[Api, Application]:
    """Somebody applied, was hired by the rules, and has confirmed."""
    worker = worker or given_worker()
    path = f"/api/bounties/{bounty_of(run)}/applications"
    applied = worker.post(path, {"coverLetter": "I test for a living."})
    assert applied.status == 200, applied.body
    turn()
    application = Application.objects.latest("id")
    if confirms:
        assert worker.post(f"{path}/{application.public_id}/confirm").status == 200
    application.refresh_from_db()
    return worker, application


def bounty_of(run: Run) -> str:
    run.refresh_from_db()
    assert run.bounty is not None
    return run.bounty.public_id


def send(worker: Api, run: Run, *findings: dict[str, Any], text: str = "I bought a mug.", **how: Any) -> Answer:
    """A report with a screenshot of its own, or with `upload`."""
    upload = how.pop("upload", None) or screenshot()
    fields = {"textEvidence": text, "files": [upload], "findings": orjson.dumps(list(findings)).decode(), **how}
    return worker.upload(f"/api/bounties/{bounty_of(run)}/submissions", fields)


def screenshot() -> SimpleUploadedFile:
    """A picture that was never sent before, and is not of one colour."""
    number = next(_numbers)
    image = Image.new("RGB", (16, 16), "white")
    for place in range(16):
        image.putpixel((place, number % 16), (number % 251, number // 251 % 251, place * 15))
    out = io.BytesIO()
    image.save(out, "PNG")
    return SimpleUploadedFile("shot.png", out.getvalue())


def detail(owner: Api, run: Run) -> dict[str, Any]:
    answer = owner.get(f"{RUNS}/{run.public_id}")
    assert answer.status == 200, answer.body
    found: dict[str, Any] = answer["data"]
    return found
