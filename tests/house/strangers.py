"""One market with hostile words in every text, and every page of it as a row: who may open it.

The columns: nobody, somebody else, the worker whose page it is (or a party of it), the owner of the agent who hired them, staff. A
cell is a status; `in` means that they are asked to sign in.
"""

from typing import Any, NamedTuple

from marketplace.core import clock, transactions
from marketplace.models import Call, Connector, File
from marketplace.services import exports
from tests.api import Api
from tests.factories.accounts import given_connection, given_worker
from tests.factories.approvals import asks_above, posting
from tests.factories.conversations import given_talk
from tests.factories.files import given_file, picture
from tests.factories.humanizations import given_assigned
from tests.factories.invoices import given_invoice
from tests.factories.market import (
    acting,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_payouts,
    given_released,
    given_review,
)
from tests.factories.qa import given_run, given_tester, send, turn
from tests.factories.services import given_approved, given_service
from tests.factories.taste import given_panel, looks
from tests.visitor import Visitor

MARK = "alert(1)"
EVIL = f"\"'><img src=x onerror={MARK}><script>{MARK}</script>"
LINK = f"javascript:{MARK}"
TURNED = f"{EVIL} \u202egpj.exe\u202c [x]({LINK}) {LINK}\n{{{{ service }}}} {{% now %}}"
FILE_NAME = f'"onload={MARK}<svg onload={MARK}>\u202egpj.html'

PUBLIC, OWN = "200 200 200 200 200", "in 200 200 200 200"
MINE = "in 404 200 404 404"  # of the worker alone
OF_OWNER = "in 404 404 200 404"
READ_BY_STAFF = "in 404 200 200 200"
PAID_BY_OWNER = "in 403 403 200 403"
OWNERS = "in 403 403 200 403"  # of a job that everybody may read
RUN_OF_OWNER = "in 404 404 200 404"
TAKEN = "in 409 200 403 409"  # nobody else may apply any more, and an owner never
CALLERS = ("nobody", "other", "party", "owner", "staff")


class Row(NamedTuple):
    """A page of the market. `anybody` may send its forms, each for themselves, if they are signed in."""

    route: str
    path: str
    expected: str
    people: dict[str, Api | None]
    anybody: bool = False

    def status(self, caller: str) -> str:
        return self.expected.split()[CALLERS.index(caller)]

    @property
    def readers(self) -> list[str]:
        """Who looks at it in a browser: whoever has most on it, and of what is public a stranger, too."""
        known = ("owner", "party") if self.route.startswith("/owner") else ("party", "owner")
        most = next((name for name in known if self.status(name) == "200"), known[0])
        return [most, "nobody"] if self.status("nobody") == "200" else [most]

    @property
    def is_file(self) -> bool:
        """A browser saves it instead of showing it. A refusal is a page, whatever was asked for."""
        return self.path.endswith((".csv", ".pdf", ".zip")) and self.status(self.readers[0]) == "200"


def given_market(support: Api) -> list[Row]:
    """Every page, with something on it."""
    owner, other = given_funded_agent(500_000), given_worker()
    worker = given_worker(name=EVIL[:60])
    worker.account.profile.bio = TURNED
    worker.account.profile.headline = EVIL[:110]
    worker.account.profile.save()
    people = {"nobody": None, "other": other, "party": worker, "owner": owner, "staff": support}
    texts: dict[str, Any] = {
        "title": EVIL,
        "description": TURNED,
        "completion_criteria": TURNED,
        "evidence_types": ["photo", "text"],
        "skills_needed": ["<b>bold</b>"],
    }
    talk = given_talk(owner, worker, **texts)
    talk.by_agent(TURNED)
    talk.by_human(f'{TURNED} https://example.com/"onmouseover={MARK}')
    job = talk.bounty
    seats = [make(agent=owner, worker=worker, **texts) for make in (given_hired, given_released)]
    hired, paid = seats
    disputed = given_delivered(agent=owner, worker=worker, **texts)
    photo = given_file(worker.account, picture())
    disputed.application.submissions.get().files.add(photo)
    opened = owner.post(
        f"/api/escrow/{disputed.escrow.public_id}/dispute", {"category": "poor_quality", "description": TURNED}
    )
    dispute = opened["dispute"]["id"]
    assert worker.post(f"/api/disputes/{dispute}/evidence", {"text": TURNED}).status == 200
    asks_above(owner, 0)
    asked = posting(owner, title=EVIL, description=TURNED)["approvalId"]
    asks_above(owner, None)
    File.objects.update(name=FILE_NAME)
    given_review(human=worker.account, author=owner.account)
    given_payouts(worker)
    receipt = next(link for link in Visitor(worker.account).open("/earnings").links if "/receipts/" in link)
    _, writer, text = given_assigned(owner)
    written = text.bounty.applications.get()
    _, run = given_run(owner, name=EVIL[:60], testerCount=1)
    tester, tested = given_tester(run)
    panel = given_panel(title=EVIL, question=TURNED)
    voters = [panel.respondent() for _ in range(2)]
    votes = panel.row.bounty.applications.get(human_id=voters[0].account.pk)
    ended = given_panel(agent=owner, title=EVIL, question=TURNED)
    for label, voter in [("Blue", ended.respondent()), ("Red", ended.respondent())]:
        assert ended.vote(voter, label, f"I would open {label}, says {voter.account.name}. {EVIL}").status == 200
    looks()
    _, closed = given_run(owner, name=EVIL[:60], testerCount=1)
    bug = {"title": EVIL, "steps": TURNED, "actual": TURNED, "severity": "high"}
    assert send(given_tester(closed)[0], closed, bug, text=TURNED).status == 200
    turn()

    wanted = {"url": "http://127.0.0.1:9/hook", "events": ["*"], "description": EVIL}
    hook = owner.post("/api/webhooks/endpoints", wanted)["endpoint"]["id"]
    plan = closed.template.public_id
    sent = owner.post(f"/api/webhooks/endpoints/{hook}/test", Idempotency_Key=EVIL)["deliveryId"]
    call = Call.objects.filter(account=owner.account).latest("pk").public_id
    program = given_connection(owner.account)
    Connector.objects.filter(pk=program.pk).update(name=EVIL)
    copy = transactions.unit(lambda: exports.request(acting(worker)))
    table = f"title,description,price,estimatedHours\n{EVIL.replace(',', ' ').replace(chr(34), '')},{MARK},5,1\n"
    jobs = Visitor(owner.account)
    imported = jobs.send(jobs.open("/owner/jobs/import"), "read", pasted=table).path

    booked = given_approved(owner, worker, service=given_service(worker, title=EVIL, description=TURNED))

    def of(party: Api) -> dict[str, Api | None]:
        return people | {"party": party}

    return [
        Row("/", "/", PUBLIC, people),
        Row("/jobs", "/jobs?q=<script>", PUBLIC, people),
        Row("/jobs/<str:bounty_id>", f"/jobs/{job.public_id}", PUBLIC, people),
        Row("/jobs/<str:bounty_id>/apply", f"/jobs/{job.public_id}/apply", OWN, people, anybody=True),
        Row("/jobs/<str:bounty_id>/recordings", f"/jobs/{job.public_id}/recordings", OWN, people, anybody=True),
        Row(
            "/owner/jobs/<str:bounty_id>/receipt", f"/owner/jobs/{paid.bounty.public_id}/receipt", PAID_BY_OWNER, people
        ),
        Row(
            "/jobs/<str:bounty_id>/sample",
            f"/jobs/{text.bounty.public_id}/sample",
            "in 409 200 403 409",
            of(writer),
            anybody=True,
        ),
        Row("/owner/jobs/new", f"/owner/jobs/new?from={job.public_id}", OWNERS, people),
        Row("/owner/jobs/new", "/owner/jobs/new", OWN, people, anybody=True),
        Row("/owner/jobs/import", "/owner/jobs/import", OWN, people, anybody=True),
        Row("/owner/jobs/import/template.csv", "/owner/jobs/import/template.csv", OWN, people, anybody=True),
        Row("/owner/jobs/import/<str:import_id>", imported, RUN_OF_OWNER, people),
        Row("/people", "/people?q=<script>", PUBLIC, people),
        Row("/people/<str:human_id>", f"/people/{worker.account.public_profile_id}", PUBLIC, people, anybody=True),
        Row("/terms", "/terms", PUBLIC, people),
        Row("/privacy", "/privacy", PUBLIC, people),
        Row("/docs", "/docs", PUBLIC, people),
        Row("/docs/<str:name>", "/docs/api", PUBLIC, people),
        Row("/docs/<str:folder>/<str:name>", "/docs/frameworks/curl", PUBLIC, people),
        Row("/status", "/status", PUBLIC, people),
        Row("/support", "/support", PUBLIC, people, anybody=True),
        Row("/sandbox", "/sandbox", PUBLIC, people, anybody=True),
        Row("/settings", "/settings", OWN, people, anybody=True),
        Row("/settings/devices", "/settings/devices", OWN, people, anybody=True),
        Row("/settings/reads", "/settings/reads", OWN, people, anybody=True),
        Row("/settings/close", "/settings/close", OWN, people, anybody=True),
        # It is not made yet: what its owner is given later is in tests/marketplace/test_exports.py.
        Row("/settings/data/<str:export_id>", f"/settings/data/{copy.public_id}", "in 404 404 404 404", people),
        Row("/owner/members", "/owner/members", OWN, people, anybody=True),
        Row("/owner/members/join", f"/owner/members/join?token={'x' * 43}", OWN, people, anybody=True),
        Row("/owner/acting", "/owner/acting", OWN, people, anybody=True),
        Row("/join/profile", "/join/profile", OWN, people, anybody=True),
        Row("/profile", "/profile", OWN, people, anybody=True),
        Row("/profile/reviews", "/profile/reviews", OWN, people, anybody=True),
        Row("/profile/services", "/profile/services", OWN, people, anybody=True),
        Row("/profile/recordings", "/profile/recordings", OWN, people),
        Row("/owner/appointments", "/owner/appointments", OWN, people, anybody=True),
        Row("/owner/appointments/<str:booking_id>", f"/owner/appointments/{booked.first.public_id}", OF_OWNER, people),
        Row("/today", "/today", OWN, people, anybody=True),
        Row("/messages", "/messages", OWN, people),
        Row("/messages/<str:conversation_id>", f"/messages/{talk.row.public_id}", READ_BY_STAFF, people),
        Row("/owner/messages", "/owner/messages", OWN, people),
        Row(
            "/owner/messages/<str:conversation_id>",
            f"/owner/messages/{talk.row.public_id}",
            READ_BY_STAFF,
            people,
        ),
        Row("/earnings", "/earnings", OWN, people, anybody=True),
        Row("/earnings/withdraw", "/earnings/withdraw", OWN, people, anybody=True),
        Row("/earnings/withdrawals", "/earnings/withdrawals", OWN, people),
        Row("/earnings/statement.csv", "/earnings/statement.csv", OWN, people, anybody=True),
        Row(
            "/earnings/years/<str:year>/statement.pdf",
            f"/earnings/years/{clock.now():%Y}/statement.pdf",
            OWN,
            people,
            anybody=True,
        ),
        Row("/earnings/receipts/<str:transaction_id>", receipt, MINE, people),
        *_wallet(owner, people),
        Row("/work/<str:application_id>", f"/work/{hired.application.public_id}", MINE, people),
        Row("/work/<str:application_id>", f"/work/{disputed.application.public_id}", MINE, people),
        Row("/work/<str:application_id>/text", f"/work/{written.public_id}/text", MINE, of(writer)),
        Row("/work/<str:application_id>/test", f"/work/{tested.public_id}/test", MINE, of(tester)),
        Row("/work/<str:application_id>/vote", f"/work/{votes.public_id}/vote", MINE, of(voters[0])),
        Row("/owner", "/owner", OWN, people, anybody=True),
        Row("/owner/jobs", "/owner/jobs?q=<script>", OWN, people),
        *(
            Row(f"/owner/jobs/<str:bounty_id>{below}", f"/owner/jobs/{row.bounty.public_id}{below}", OWNERS, people)
            for row in (disputed,)
            for below in ("", "/applicants", "/evidence", "/edit")
        ),
        # It is no collection: there are no files to fetch.
        Row(
            "/owner/jobs/<str:bounty_id>/files.zip",
            f"/owner/jobs/{paid.bounty.public_id}/files.zip",
            "in 403 403 409 403",
            people,
        ),
        *(
            Row(
                "/owner/jobs/<str:bounty_id>/people/<str:application_id>",
                f"/owner/jobs/{row.bounty.public_id}/people/{row.application.public_id}",
                OWNERS,
                people,
            )
            for row in (hired, paid, disputed)
        ),
        Row(
            "/owner/jobs/<str:bounty_id>/people/<str:application_id>/photos/<str:file_id>",
            f"/owner/jobs/{disputed.bounty.public_id}/people/{disputed.application.public_id}/photos/{photo.public_id}",
            OWNERS,
            people,
        ),
        Row("/owner/keys", "/owner/keys", OWN, people, anybody=True),
        Row("/owner/keys/<str:key_id>", f"/owner/keys/{owner.key.public_id}", RUN_OF_OWNER, people),
        Row("/owner/programs/<str:connector_id>", f"/owner/programs/{program.public_id}", RUN_OF_OWNER, people),
        Row("/owner/webhooks", "/owner/webhooks", OWN, people, anybody=True),
        Row("/owner/webhooks/<str:endpoint_id>", f"/owner/webhooks/{hook}", RUN_OF_OWNER, people),
        Row("/owner/webhooks/deliveries/<str:delivery_id>", f"/owner/webhooks/deliveries/{sent}", RUN_OF_OWNER, people),
        Row("/owner/events", "/owner/events", OWN, people, anybody=True),
        Row("/owner/events.csv", "/owner/events.csv", OWN, people, anybody=True),
        Row("/owner/events/<str:call_id>", f"/owner/events/{call}", RUN_OF_OWNER, people),
        Row("/owner/runs", "/owner/runs", OWN, people),
        Row("/owner/runs/templates/<str:template_id>", f"/owner/runs/templates/{plan}", RUN_OF_OWNER, people),
        Row("/owner/runs/<str:run_id>", f"/owner/runs/{closed.public_id}", RUN_OF_OWNER, people),
        Row("/disputes/<str:dispute_id>", f"/disputes/{dispute}", READ_BY_STAFF, people),
        Row("/owner/disputes/<str:dispute_id>", f"/owner/disputes/{dispute}", READ_BY_STAFF, people),
        Row("/owner/approvals", "/owner/approvals", OWN, people, anybody=True),
        Row("/owner/approvals/<str:approval_id>", f"/owner/approvals/{asked}", "in 404 404 200 404", people),
        Row("/owner/runs/<str:run_id>/report", f"/owner/runs/{closed.public_id}/report", RUN_OF_OWNER, people),
        Row("/owner/runs/panels/<str:run_id>", f"/owner/runs/panels/{ended.run_id}", RUN_OF_OWNER, people),
        Row(
            "/owner/runs/panels/<str:run_id>/report",
            f"/owner/runs/panels/{ended.run_id}/report",
            RUN_OF_OWNER,
            people,
        ),
    ]


def _wallet(owner: Api, people: dict[str, Api | None]) -> list[Row]:
    """The pages of money: everybody's own, but for what names one deposit or link."""
    link = owner.post("/api/payment-links", {"amount": 40, "description": EVIL})["paymentLinkId"]
    deposit = owner.post("/api/wallet/deposit", {"amount": 25})["depositId"]
    month, top = f"{clock.now():%Y-%m}", "/owner/wallet"
    invoice = given_invoice(owner.account).public_id
    own = (
        "",
        "/add",
        "/controls",
        "/links",
        "/receipts",
        "/refunds",
        "/spending",
        "/statement",
        "/statement.csv",
        "/withdraw",
    )
    return [
        *(Row(f"{top}{path}", f"{top}{path}", OWN, people, anybody=True) for path in own),
        Row(f"{top}/transfers", f"{top}/transfers", OWN, people, anybody=True),
        Row(f"{top}/transfers/send", f"{top}/transfers/send", OWN, people, anybody=True),
        Row(f"{top}/spending/<str:name>", f"{top}/spending/jobs.csv", OWN, people, anybody=True),
        Row(
            f"{top}/receipts/invoices/<str:invoice_id>/invoice.pdf",
            f"{top}/receipts/invoices/{invoice}/invoice.pdf",
            OF_OWNER,
            people,
        ),
        *(
            Row(
                f"{top}/receipts/years/<str:year>/{name}",
                f"{top}/receipts/years/2020/{name}",
                OWN,
                people,
                anybody=True,
            )
            for name in ("statement.pdf", "statement.csv")
        ),
        Row(f"{top}/receipts/<str:month>", f"{top}/receipts/{month}", OWN, people, anybody=True),
        Row(
            f"{top}/receipts/<str:month>/statement.pdf",
            f"{top}/receipts/{month}/statement.pdf",
            OWN,
            people,
            anybody=True,
        ),
        Row(f"{top}/add/<str:deposit_id>", f"{top}/add/{deposit}", OF_OWNER, people),
        Row(f"{top}/links/<str:link_id>", f"{top}/links/{link}", OF_OWNER, people),
    ]
