"""Tools for managed runs: QA runs and taste runs."""

from typing import Any, Final

from marketplace.core.tools import FREE, READS, Tool

IDS = {
    "runId": "The run, from list_qa_runs (qat_…_yyyymmdd).",
    "templateId": "The template (qat_…), from list_qa_run_templates.",
}
_A_WEEK: Final[dict[str, Any]] = {
    "name": "Checkout, once with three testers",
    "targetUrl": "https://shop.example.com",
    "instructions": "Buy something with the test card, on a phone, and report whatever hinders you.",
    "cadence": "once",
    "testerCount": 3,
    "payPerTesterCents": 1500,
    "budgetPerRunCents": 5310,
    "periodCapCents": 5310,
    "submissionMode": "photo",
    "idempotencyKey": "checkout-test-1",
}
SHOWN = {
    "PendingOut": ("kind", "about", "title", "count", "dueAt", "applicationId", "tool", "arguments"),
    "TasteRunOut": (
        *(
            "id",
            "status",
            "title",
            "bountyId",
            "respondentCount",
            "acceptedCount",
            "reservedCents",
            "spentCents",
            "endsAt",
        ),
        *("endReason", "reportUrl"),
    ),
    "TemplateOut": (
        *(
            "id",
            "name",
            "status",
            "targetUrl",
            "cadence",
            "testerCount",
            "payPerTesterCents",
            "feeBps",
            "budgetPerRunCents",
        ),
        *("reservesPerRunCents", "maxTotalCents"),
        *("periodCapCents", "runsStarted", "maxRuns", "endsAt", "nextRunAt", "pausedReason"),
    ),
    "RunOut": (
        *("id", "templateId", "bountyId", "status", "reason", "testerCount", "acceptedTesterCount", "escalationCount"),
        *(
            "reservedCents",
            "spentCents",
            "refundedCents",
            "hasReport",
            "dueAt",
            "intakeEndsAt",
            "endsBy",
            "endedAt",
            "stop",
        ),
        "templateNextRunAt",
    ),
}
TOOLS = [
    Tool(
        name="list_pending",
        title="What waits for you",
        intents="pending decide owe waits attention needs todo to-do anything open now due overdue inbox dashboard status overview",
        what="Lists what waits for you, due first: applicants, evidence, pay, more time, disputes, runs' decisions, jobs without "
        "money or people, the owner's answers; each with the call that shows it.",
        effects=READS,
        operation="listPending",
        toolset="bounties",
        words=True,
    ),
    Tool(
        name="create_taste_run",
        title="Ask a panel",
        intents="vote poll survey panel opinion feedback compare designs images pictures preference A/B which best better logos",
        what="Puts a question to a panel of people: each sees 2 to 6 artifacts, votes for one and says why. Not for "
        "finding faults: create_qa_run_template.",
        effects="Spends money: respondentCount x payPerRespondentCents plus the platform's fee is reserved from your "
        "wallet at once; valid votes are paid by themselves, the rest returns. A short wallet is refused with the "
        "missing cents, and the run starts by itself once it is covered. Undone by cancel_bounty with the run's bountyId "
        "until somebody is hired.",
        then="Then wait_for_events, types run.report_ready, and get_taste_run.",
        operation="createTasteRun",
        toolset="products",
        fields={"allowedCountries": {"items": {"pattern": "^[A-Z]{2}$"}, "maxItems": 30, "minItems": 1}},
        required=("idempotencyKey",),
        destructive=True,
    ),
    Tool(
        name="get_taste_run",
        title="See a panel's vote",
        intents="vote poll survey result winner",
        what="Shows how a taste run stands, its sums in US cents, and its report with tally, winner and reasons once "
        "it is closed.",
        effects=READS,
        then="Until it has ended: wait_for_events, types run.report_ready.",
        operation="getTasteRun",
        toolset="products",
        fields={"runId": "The run (tst_…)."},
        words=True,
    ),
    Tool(
        name="list_taste_runs",
        title="List panels",
        intents="votes polls surveys",
        what="Lists your taste runs, newest first, and how each stands; sums in US cents.",
        effects=READS,
        then="Then get_taste_run.",
        operation="listTasteRuns",
        toolset="products",
        words=True,
    ),
    Tool(
        name="create_qa_run_template",
        title="Schedule testing",
        intents="testers test look try find website web site app usability bugs QA week daily repeated schedule quality assurance",
        what="Has a website or app tested by people, once or again and again; each run ends with a report of "
        "findings. For a matter of taste use create_taste_run.",
        effects="Spends money: each run, the first at once, reserves testerCount x payPerTesterCents plus the "
        "platform's fee from your wallet (reservesPerRunCents of the answer), all together maxTotalCents, periodCapCents a month; "
        "dryRun answers these. Unused money returns. Send idempotencyKey: repeated without it, it schedules a second one.",
        then="Then list_qa_runs and get_qa_run. To pause it: update_qa_run_template with status paused; stop_qa_run ends a "
        "run.",
        operation="createQaTemplate",
        toolset="products",
        examples=(_A_WEEK,),
        destructive=True,
    ),
    Tool(
        name="update_qa_run_template",
        title="Change or pause testing",
        intents="testers pause resume change budget QA",
        what="Changes a template of yours, pauses it (status paused) or resumes it (active): send only what changes; "
        "lists are replaced whole. A run under way keeps its terms.",
        effects="Spends nothing now: coming runs reserve what the new terms say, at most budgetPerRunCents each. Paused, "
        "none starts, and one that waits for money fails; the next run is due at its time once it is resumed. Undone by "
        "changing it back.",
        then="A run under way ends by stop_qa_run.",
        operation="changeQaTemplate",
        toolset="products",
        destructive=True,
    ),
    Tool(
        name="run_qa_template",
        title="Test now",
        intents="testers test now start QA",
        what="Starts a template's next run now instead of at its time; those after it follow at this time of day. One run a "
        "day: refused when it had today's, when one is going on, or when it is paused or over.",
        effects="Spends money: within a minute the run reserves testerCount x payPerTesterCents plus the platform's fee from your "
        "wallet; what is unused returns. A low wallet is a warning. Send idempotencyKey: an owner may want to approve it first.",
        then="Then list_qa_runs with templateId; stop_qa_run ends the run.",
        operation="runQaTemplate",
        toolset="products",
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="list_qa_run_templates",
        title="List testing schedules",
        intents="testers schedules QA plans",
        what="Lists your templates, newest first: terms (US cents), status, pausedReason, nextRunAt.",
        effects=READS,
        then="Then list_qa_runs with templateId, or update_qa_run_template.",
        operation="listQaTemplates",
        toolset="products",
    ),
    Tool(
        name="set_qa_credentials",
        title="Set testers' logins",
        intents="testers login password account test",
        what="Sets values for names of a template's requiredCredentials; the others stay. Only logins made for this "
        "test: every hired tester reads them.",
        effects=f"{FREE} Kept encrypted and never answered again. Undone by other values, not for who has read them.",
        operation="setQaCredentials",
        toolset="products",
        fields={
            "credentials": {"minProperties": 1, "maxProperties": 10},
        },
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="decide_qa_escalation",
        title="Decide for a QA run",
        intents="tester report decision accept revise",
        what="Decides what a run left to you, by its kind. application: accept hires, revise turns down. submission: "
        "accept approves and pays, revise asks for new evidence within 24 hours or more. dispute: it is withdrawn, "
        "then the same.",
        effects="Moves money where a tester is paid: pay and fee, out of what the run reserved; it can't be undone. "
        "revise pays nothing.",
        then="A report that nobody decides on is paid after 72 hours.",
        operation="decideQaEscalation",
        toolset="products",
        fields={
            "applicationId": "applicationId of the escalation, from get_qa_run (app_…).",
        },
        destructive=True,
    ),
    Tool(
        name="get_qa_run",
        title="Read a QA run",
        intents="testers report findings bugs result",
        what="Shows one run: sums in US cents, report, what changed since the run before, and in escalations what was "
        "left to you.",
        effects=READS,
        then="Then decide_qa_escalation for each that is open.",
        operation="getQaRun",
        toolset="products",
        words=True,
    ),
    Tool(
        name="list_qa_runs",
        title="List QA runs",
        intents="testers reports runs",
        what="Lists your QA runs, newest first, without their reports; hasReport says where there is one.",
        effects=READS,
        then="Then get_qa_run.",
        operation="listQaRuns",
        toolset="products",
    ),
    Tool(
        name="stop_qa_run",
        title="Stop a QA run",
        intents="testers end cancel test",
        what="Takes no more testers for a run. Hired testers finish and are paid; the template goes on with its next "
        "run unless update_qa_run_template pauses it.",
        effects=f"{FREE} What is unused returns to your wallet when the run closes. It can't be undone.",
        operation="stopQaRun",
        toolset="products",
        without=("idempotencyKey",),
        destructive=True,
        idempotent=True,
    ),
]
