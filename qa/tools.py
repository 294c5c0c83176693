"""Tools for managed runs: testing by people, and panels that vote."""

from typing import Final

from marketplace.core.tools import (
    CURSOR,
    FREE,
    KEY,
    READS,
    Tool,
    an_id,
    cents,
    choice,
    flag,
    limit,
    many,
    or_null,
    record,
    text,
    whole,
)

_RUN: Final = an_id("The run, from list_qa_runs (qat_…_yyyymmdd).")
_TEMPLATE_ID: Final = an_id("The template (qat_…), from list_qa_run_templates.")
_CODE: Final = {"type": "string", "pattern": "^[A-Z]{2}$", "description": "ISO 3166 alpha-2 code."}
_TEMPLATE: Final = {
    "name": text("Its name.", least=3, most=120),
    "targetUrl": text("Where testers go: public http(s).", least=1, most=2048),
    "instructions": text("What to test; public.", least=20, most=5000),
    "testerStartMessage": text("Sent to testers once they are hired.", most=1500),
    "instructionMedia": many("Addresses of pictures or videos.", text("One.", least=1, most=400), 6),
    "checklist": many("Steps that every tester answers.", text("One step.", least=1, most=300), 10),
    "cadence": choice("How often.", "once", "daily", "every_2_days", "weekly", "custom"),
    "cadenceDays": or_null(whole("Days between runs; needed with custom.", 1, 30)),
    "budgetPerRunCents": cents("Must cover testers x (pay + the platform's fee): feeBps of the answer.", 1, 5_000_000),
    "payPerTesterCents": cents("Pay of each tester.", 100, 500_000),
    "testerCount": whole("Testers of a run.", 1, 20),
    "submissionMode": choice("What testers send.", "photo", "video", "document"),
    "applicantScreening": record(
        "What testers must have.",
        liveVideoRequired=flag("A video recorded on the spot."),
        linkedinRequired=flag("A LinkedIn profile."),
        resumeRequired=flag("A resume."),
    ),
    "requiredCredentials": many(
        "Names of logins that testers need; never values.", text("One.", least=1, most=100), 10
    ),
    "allowedCountries": many("Only testers who are there.", _CODE, 30),
    "periodCapCents": cents("What runs may reserve in a calendar month; for once, budgetPerRunCents.", 100, 5_000_000),
    "autoMode": flag("false: you decide on every tester and report."),
}

TOOLS = [
    Tool(
        name="create_taste_run",
        title="Ask a panel",
        what="Puts a question to a panel of people: each sees 2 to 6 artifacts, votes for one and says why. Not for "
        "finding faults: create_qa_run_template.",
        effects="Spends money: respondentCount x payPerRespondentCents plus the platform's fee is reserved from your "
        "wallet at once; valid votes are paid by themselves, the rest returns. A short wallet is refused with the "
        "missing cents, and the run starts by itself once it is covered. Undone by cancel_bounty with the run's bountyId "
        "until somebody is hired.",
        then="Ask get_taste_run every 20 to 30 minutes, or subscribe to run.report_ready.",
        method="POST",
        path="/api/v1/taste/runs",
        toolset="products",
        properties={
            "title": text("Public title.", least=3, most=120),
            "question": text("What to decide.", least=5, most=2000),
            "artifacts": many(
                "What is voted on.",
                record(
                    "One of them.",
                    ("label", "url"),
                    label=text("What people vote for; no two alike.", least=1, most=100),
                    url=text("A public http(s) address.", least=1, most=2048),
                ),
                6,
                2,
            ),
            "respondentCount": whole("How many people.", 1, 100),
            "payPerRespondentCents": cents("Pay of each; the platform's fee comes on top.", 50, 200_000),
            "targetCategories": many(
                "Only people of these fields.",
                choice("One.", "design", "visual-art", "music", "photo-video", "fashion-style", "writing-performance"),
                6,
            ),
            "allowedCountries": many("Only people who are there.", _CODE, 30, 1),
            "allowedGenders": many("Only these.", choice("One.", "man", "woman", "other"), 3),
            "identityRequired": flag("Only people whose identity document was checked."),
            "requireVideoResponse": flag("Each vote with a video."),
            "requirePortfolioUpload": flag("Whoever applies sends a portfolio."),
            "idempotencyKey": KEY,
        },
        required=("title", "question", "artifacts", "respondentCount", "payPerRespondentCents", "idempotencyKey"),
        destructive=True,
    ),
    Tool(
        name="get_taste_run",
        title="See a panel's vote",
        what="Shows how a taste run stands, its sums in US cents, and its report with tally, winner and reasons once "
        "it is closed.",
        effects=READS,
        then="Poll every 20 to 30 minutes, not more often.",
        method="GET",
        path="/api/v1/taste/runs/{runId}",
        toolset="products",
        properties={"runId": an_id("The run (tst_…).")},
        required=("runId",),
        words=True,
    ),
    Tool(
        name="list_taste_runs",
        title="List panels",
        what="Lists your taste runs, newest first, and how each stands; sums in US cents.",
        effects=READS,
        then="Then get_taste_run.",
        method="GET",
        path="/api/v1/taste/runs",
        toolset="products",
        properties={
            "status": choice(
                "Only of this status.", "pending_funding", "open", "reviewing", "closed", "failed", "expired"
            ),
            "limit": limit(100, 50),
            "cursor": CURSOR,
        },
        words=True,
    ),
    Tool(
        name="create_qa_run_template",
        title="Schedule testing",
        what="Has a website or app tested by people, once or again and again; each run ends with a report of "
        "findings. For a matter of taste use create_taste_run.",
        effects="Spends money: each run, the first at once, reserves testerCount x payPerTesterCents plus the "
        "platform's fee (feeBps of the answer) from your wallet, at most budgetPerRunCents a run and periodCapCents a month. "
        "Unused money returns. A low wallet is a warning. Send idempotencyKey: repeated without it, it schedules a second one.",
        then="Then list_qa_runs and get_qa_run. To pause it: update_qa_run_template with status paused; stop_qa_run ends a "
        "run.",
        method="POST",
        path="/api/v1/qa/templates",
        toolset="products",
        properties={
            **_TEMPLATE,
            "idempotencyKey": KEY,
        },
        required=(
            *("name", "targetUrl", "instructions", "cadence", "budgetPerRunCents", "payPerTesterCents", "testerCount"),
            *("submissionMode", "periodCapCents"),
        ),
        destructive=True,
    ),
    Tool(
        name="update_qa_run_template",
        title="Change or pause testing",
        what="Changes a template of yours, pauses it (status paused) or resumes it (active): send only what changes; "
        "lists are replaced whole. A run under way keeps its terms.",
        effects="Spends nothing now: coming runs reserve what the new terms say, at most budgetPerRunCents each. Paused, "
        "none starts, and one that waits for money fails; the next run is due at its time once it is resumed. Undone by "
        "changing it back.",
        then="A run under way ends by stop_qa_run.",
        method="PATCH",
        path="/api/v1/qa/templates/{templateId}",
        toolset="products",
        properties={
            "templateId": _TEMPLATE_ID,
            **_TEMPLATE,
            "status": choice("paused: no more runs. active: go on.", "active", "paused"),
            "idempotencyKey": KEY,
        },
        required=("templateId",),
        destructive=True,
    ),
    Tool(
        name="list_qa_run_templates",
        title="List testing schedules",
        what="Lists your templates, newest first: terms (US cents), status, pausedReason, nextRunAt.",
        effects=READS,
        then="Then list_qa_runs with templateId, or update_qa_run_template.",
        method="GET",
        path="/api/v1/qa/templates",
        toolset="products",
        properties={"limit": limit(100, 100), "cursor": CURSOR},
    ),
    Tool(
        name="set_qa_credentials",
        title="Set testers' logins",
        what="Sets values for names of a template's requiredCredentials; the others stay. Only logins made for this "
        "test: every hired tester reads them.",
        effects=f"{FREE} Kept encrypted and never answered again. Undone by other values, not for who has read them.",
        method="POST",
        path="/api/v1/qa/templates/{templateId}/credentials",
        toolset="products",
        properties={
            "templateId": _TEMPLATE_ID,
            "credentials": {
                "type": "object",
                "additionalProperties": text("Its value.", least=1, most=2000),
                "minProperties": 1,
                "maxProperties": 10,
                "description": "Name -> value.",
            },
            "idempotencyKey": KEY,
        },
        required=("templateId", "credentials"),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="decide_qa_escalation",
        title="Decide for a QA run",
        what="Decides what a run left to you, by its kind. application: accept hires, revise turns down. submission: "
        "accept approves and pays, revise asks for new evidence within 24 hours or more. dispute: it is withdrawn, "
        "then the same.",
        effects="Moves money where a tester is paid: pay and fee, out of what the run reserved; it can't be undone. "
        "revise pays nothing.",
        then="A report that nobody decides on is paid after 72 hours.",
        method="PATCH",
        path="/api/v1/qa/runs/{runId}/escalations/{applicationId}",
        toolset="products",
        properties={
            "runId": _RUN,
            "applicationId": an_id("applicationId of the escalation, from get_qa_run (app_…)."),
            "action": choice("What you decide.", "accept", "revise"),
            "response": text("To the tester.", most=1000),
            "idempotencyKey": KEY,
        },
        required=("runId", "applicationId", "action"),
        destructive=True,
    ),
    Tool(
        name="get_qa_run",
        title="Read a QA run",
        what="Shows one run: sums in US cents, report, what changed since the run before, and in escalations what was "
        "left to you.",
        effects=READS,
        then="Then decide_qa_escalation for each that is open.",
        method="GET",
        path="/api/v1/qa/runs/{runId}",
        toolset="products",
        properties={"runId": _RUN},
        required=("runId",),
        words=True,
    ),
    Tool(
        name="list_qa_runs",
        title="List QA runs",
        what="Lists your QA runs, newest first, without their reports; hasReport says where there is one.",
        effects=READS,
        then="Then get_qa_run.",
        method="GET",
        path="/api/v1/qa/runs",
        toolset="products",
        properties={"templateId": an_id("Only of this template (qat_…)."), "limit": limit(100, 50), "cursor": CURSOR},
    ),
    Tool(
        name="stop_qa_run",
        title="Stop a QA run",
        what="Takes no more testers for a run. Hired testers finish and are paid; the template goes on with its next "
        "run unless update_qa_run_template pauses it.",
        effects=f"{FREE} What is unused returns to your wallet when the run closes. It can't be undone.",
        method="POST",
        path="/api/v1/qa/runs/{runId}/stop",
        toolset="products",
        properties={"runId": _RUN},
        required=("runId",),
        destructive=True,
        idempotent=True,
    ),
]
