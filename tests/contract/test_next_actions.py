"""What can be done next and whether it can be undone, as data: one table, and every call in it can be made as it stands."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from marketplace.core import effects, next_answers, next_products, next_reads, next_refusals, next_steps, next_waits
from marketplace.core.next_step import Step
from marketplace.core.tools import catalog, check, whole
from tests.api import Answer, Api
from tests.contract.document import document, validate
from tests.contract.scenario import STAGES, World
from tests.factories.approvals import TASK, asks_above, owner_of, posting
from tests.factories.humanizations import docx, mp4
from tests.factories.tools import use
from tests.house.test_sizes import ROOT

READS = [
    *("/api/bounties/{open_bounty}", "/api/bounties/{draft_bounty}", "/api/bounties/{hired_bounty}"),
    *("/api/bounties/{applied_bounty}/applications/{application}", "/api/disputes/{dispute}"),
    *("/api/disputes/{offered_dispute}", "/api/disputes/{decided_dispute}", "/api/escrow/{open_pool}"),
    *("/api/transfers/{transfer}", "/api/transfers/{pending_transfer}", "/api/approvals/{approval}"),
    *(f"/api/bounties/{{{stage}_bounty}}/applications/{{{stage}_application}}" for stage in STAGES),
    *(f"/api/escrow/{{{stage}_seat}}" for stage in STAGES),
    *(f"/api/bounties/{{{stage}_bounty}}/submissions/{{{stage}_submission}}" for stage in STAGES[2:]),
    *(
        "/api/v1/qa/runs/{qa_run}",
        "/api/v1/humanizations/{humanization}",
        "/api/v1/humanizations/{assigned_humanization}",
    ),
    *("/api/v1/humanizations/{humanization}/screening", "/api/v1/humanizations/{assigned_humanization}/assignment"),
]


def steps() -> Iterator[Step]:
    for sides in (*next_steps.OF_OBJECTS.values(), *next_products.OF_PRODUCTS.values()):
        for states in sides.values():
            for found in states.values():
                yield from found
    for words in next_refusals.ALLOWED.values():
        yield from words.values()
    for found in (*next_refusals.OF_ERRORS.values(), *next_reads.EMPTY.values(), *next_reads.QUIET.values()):
        yield from found
    for found in next_answers.OF_ANSWERS.values():
        yield from found
    for found in (
        *next_reads.OF_EVENTS.values(),
        *(each for kind in next_products.OF_RUNS.values() for each in kind.values()),
    ):
        yield from found
    yield from next_reads.OF_MISSING.values()
    yield from next_refusals.OF_MATTERS.values()
    yield from (next_waits.DISPUTE, next_waits.APPEAL, next_steps.DISPUTE_OVER)


# What a caller might choose.
CHOSEN: dict[str, Any] = {
    **dict.fromkeys(
        ("content", "response", "text", "textEvidence", "words", "description", "summary"), "As we agreed."
    ),
    "category": "other",
    "action": "approve",
    "rating": 5,
    "amount": 1,
    "amountCents": 100,
    "workerCents": 100,
    "ground": "error",
    "spotsAvailable": 1,
    "attestation": "true",
}
FILES = {"document": docx, "recording": mp4}


def rehearse(caller: Api, action: dict[str, Any]) -> Answer:
    if action["method"] == "GET":
        return caller.get(action["path"])
    if FILES.keys() & {*action["needs"]}:
        return caller.upload(action["path"], action["body"] | {"dryRun": "true"})
    return caller.call(action["method"], action["path"], action["body"] | {"dryRun": True})


def check_can_be_made(caller: Api, action: dict[str, Any]) -> None:
    """As it stands, with what it leaves to its caller."""
    for name, values in action["choices"].items():
        assert name in action["needs"] and CHOSEN[name] in values, action
    chosen = {name: FILES[name]() if name in FILES else CHOSEN[name] for name in action["needs"]}
    answer = rehearse(caller, action | {"body": action["body"] | chosen})
    assert answer.status == 200, (action, answer.body)
    if action["method"] != "GET":
        assert answer["wouldChange"]["irreversible"] is action["irreversible"]
    if action["tool"]:
        tool = catalog()[action["tool"]]
        assert (tool.method, action["arguments"].keys() <= tool.properties.keys()) == (action["method"], True)
        assert set(tool.required) <= action["arguments"].keys() | {*action["needs"], "idempotencyKey"}, action


def test_the_tables_name_operations_that_there_are_and_can_be_undone_by() -> None:
    known = {
        operation["operationId"]: operation
        for methods in document()["paths"].values()
        for operation in methods.values()
    }

    assert {step.operation for step in steps()} <= known.keys()
    for name, effect in effects.EFFECTS.items():
        assert effect.undo in known or not effect.undo, name
        assert not (effect.undo and effect.harmless), name
        assert not (effect.until and not effect.undo), name
        marks = {mark: known[name][mark] for mark in ("x-irreversible", "x-undo", "x-cost")}
        assert marks == effect.marks()


def test_what_is_irreversible_is_called_destructive_by_its_tool() -> None:
    for tool in catalog().values():
        effect = effects.of(tool.operation)
        if effect is not None and effect.irreversible:
            assert whole(tool)["annotations"]["destructiveHint"], tool.name


@pytest.mark.parametrize("path", READS)
def test_each_next_action_of_an_object_can_be_made_by_whom_it_is_told(world: World, path: str) -> None:
    for caller in ("owner", "worker"):
        answer = world[caller].get(world.path(path))
        if answer.status == 200:
            for action in answer["nextActions"]:
                validate({"$ref": "#/components/schemas/NextCallOut"}, action, strict=True)
                check_can_be_made(world[caller], action)


def test_both_sides_are_told_what_is_theirs(world: World) -> None:
    def told(caller: str, path: str) -> list[str]:
        return [action["operation"] for action in world[caller].get(world.path(path))["nextActions"]]

    assert told("owner", "/api/bounties/{open_bounty}") == ["listEvents", "listApplications", "cancelBounty"]
    assert told("worker", "/api/bounties/{open_bounty}") == []
    assert told("operator", "/api/bounties/{open_bounty}") == []
    seat = "/api/bounties/{hired_bounty}/applications/{hired_application}"
    assert (told("owner", seat), told("worker", seat)) == (["listEvents", "expireApplication"], ["confirmSeat"])
    done = "/api/escrow/{completed_seat}"
    assert (told("owner", done), told("worker", done), told("support", done)) == (
        ["releaseEscrow", "openDispute"],
        [],
        [],
    )
    assert told("owner", "/api/escrow/{open_pool}") == []
    judged = "/api/bounties/{delivered_bounty}/submissions/{delivered_submission}"
    assert told("owner", judged) == ["reviewSubmission"] * 3 + ["releaseEscrow", "openDispute"]


def test_approved_evidence_leads_to_its_payment_until_it_is_paid(world: World) -> None:
    owner = world["owner"]
    approved = owner.patch(
        world.path("/api/bounties/{delivered_bounty}/submissions/{delivered_submission}"), {"action": "approve"}
    )

    assert approved["submission"]["escrowStatus"] == "completed"
    assert [action["operation"] for action in approved["nextActions"]] == ["releaseEscrow", "openDispute"]
    for action in approved["nextActions"]:
        check_can_be_made(owner, action)
    paid = owner.get(world.path("/api/bounties/{released_bounty}/submissions/{released_submission}"))
    assert (paid["submission"]["escrowStatus"], paid["nextActions"]) == ("released", [])


def test_a_write_says_what_follows_and_its_replay_says_the_same(world: World) -> None:
    path, key = world.path("/api/escrow/{delivered_seat}/complete"), {"Idempotency_Key": "next-66"}
    first, again = world["owner"].post(path, **key), world["owner"].post(path, **key)

    assert [action["operation"] for action in first["nextActions"]] == ["releaseEscrow", "openDispute"]
    assert first["nextActions"][0]["until"] == first["escrow"]["autoReleaseAt"] is not None
    assert (again.headers["Idempotency-Replayed"], again["nextActions"]) == ("true", first["nextActions"])


SEAT = "/api/bounties/{hired_bounty}/applications/{hired_application}"
REFUSED = [
    ("owner", "POST", "/api/escrow/{completed_seat}/release", {}, ["releaseEscrow"]),
    ("owner", "POST", "/api/escrow/{delivered_seat}/cancel", {}, ["confirmDelivery", "releaseEscrow", "openDispute"]),
    ("owner", "POST", "/api/escrow/{hired_seat}/dispute", {"category": "other"}, []),
    ("owner", "PATCH", SEAT, {"action": "accept"}, ["expireApplication"]),
    ("worker", "POST", "/api/earnings/withdraw", {"amountCents": 5_000_000}, []),
    ("owner", "POST", "/api/bounties/{draft_bounty}/enterprise-payment", {}, ["depositToWallet"]),
]  # fmt: skip


@pytest.mark.parametrize(("caller", "method", "path", "body", "offered"), REFUSED)
def test_a_refusal_names_the_calls_that_lead_on(
    world: World, caller: str, method: str, path: str, body: dict[str, Any], offered: list[str]
) -> None:
    refused = world[caller].call(method, world.path(path), body)

    assert refused.status >= 400
    assert refused["retryable"] is False
    assert refused["docUrl"].startswith("http") and "/api/docs#operation/" in refused["docUrl"]
    assert {action["operation"] for action in refused["nextActions"]} >= set(offered), refused.body
    for action in refused["nextActions"]:
        check_can_be_made(world[caller], action)


def test_a_failure_says_whether_the_same_call_may_succeed_later(world: World) -> None:
    unknown = world["nobody"].get("/api/none")
    assert (unknown["retryable"], unknown["nextActions"]) == (False, [])
    assert unknown["docUrl"].endswith("/api/docs")


def test_a_call_that_waits_for_approval_says_how_to_wait_and_what_to_send_then(world: World) -> None:
    owner = world["owner"]
    asks_above(owner, 100)
    asked = posting(owner, "next-67")

    wait, look, again = asked["nextActions"]
    assert (asked.status, wait["operation"], wait["until"]) == (202, "listEvents", asked["expiresAt"])
    of = {"after": f"approval.requested:{asked['approvalId']}", "types": "approval.decided"}
    assert (wait["tool"], wait["arguments"], wait["path"].partition("?")[0]) == ("wait_for_events", of, "/api/events")
    assert (look["operation"], look["until"]) == ("getApproval", asked["expiresAt"])
    waits_there, looks_again = owner.get(look["path"])["nextActions"]
    assert waits_there == wait
    assert looks_again["operation"] == "getApproval"
    assert (again["operation"], again["path"], again["body"]) == (
        "createBounty", "/api/bounties", TASK | {"idempotencyKey": "next-67"},
    )  # fmt: skip
    signed_in = owner_of(owner)
    decisions = signed_in.get(look["path"])["nextActions"]
    assert [action["body"]["decision"] for action in decisions] == ["approve", "decline"]
    for action in decisions:
        check_can_be_made(signed_in, action)
    # who begins to wait after the decision is told of it
    assert signed_in.post(f"/api/approvals/{asked['approvalId']}", decisions[0]["body"]).status == 200
    [told] = owner.get(wait["path"])["events"]
    assert (told["data"]["approvalId"], told["data"]["status"]) == (asked["approvalId"], "approved")


def test_a_tool_is_told_the_same_as_arguments_that_it_takes(world: World) -> None:
    owner, seat = world["owner"], world.names["completed_seat"]
    shown = use(owner, "release_payment", escrowId=seat)["structuredContent"]
    action = next(each for each in shown["nextActions"] if each["tool"] == "release_payment")
    (before, _) = owner.get(f"/api/escrow/{seat}")["nextActions"]

    assert before["body"] == {"acknowledgeRelease": True}
    assert before["arguments"] == {"escrowId": seat}, "a tool shows the sums before anybody agrees to them"
    assert action["arguments"] == {"escrowId": seat, "acknowledgement": shown["acknowledgement"]}, (
        "bound to what it says"
    )

    assert use(owner, action["tool"], **action["arguments"])["structuredContent"]["payoutStatus"] == "paid"


def test_whoever_waits_for_somebody_is_told_how(world: World) -> None:
    def wait(path: str) -> dict[str, Any]:
        found = world["owner"].get(world.path(path))["nextActions"][0]
        assert (found["operation"], found["tool"]) == ("listEvents", "wait_for_events")
        assert world["owner"].get(found["path"])["events"] == [], "nothing of before is told again"
        taken = catalog()["wait_for_events"]
        assert check(taken, found["arguments"]) is None
        return {**found["arguments"], "path": found["path"]}

    posted = wait("/api/bounties/{open_bounty}")
    hired = wait("/api/bounties/{hired_bounty}/applications/{hired_application}")
    disputed = wait("/api/disputes/{dispute}")

    assert (posted["bountyId"], posted["types"]) == (world.names["open_bounty"], "application.submitted")
    assert (hired["bountyId"], "proof.uploaded" in hired["types"]) == (world.names["hired_bounty"], True)
    assert {"dispute.decided", "dispute.evidence_added"} <= {*disputed["types"].split(",")}
    names = world.names
    assert [found["after"] for found in (posted, hired, disputed)] == [
        f"escrow.funded:{names['open_pool']}",
        f"escrow.funded:{names['hired_seat']}",
        f"dispute.opened:{names['dispute']}",
    ]
    # A bounty that somebody has applied to has nothing to wait for before they are looked at.
    applied = world["owner"].get(world.path("/api/bounties/{applied_bounty}"))["nextActions"]
    assert [action["operation"] for action in applied] == ["listApplications", "cancelBounty"]


def test_a_call_that_lacks_its_key_is_told_to_come_with_one(world: World) -> None:
    owner = world["owner"]
    asks_above(owner, 100)

    refused = owner.post("/api/bounties", TASK)

    assert (refused.status, refused.code) == (400, "idempotency_key_required")
    assert refused["error"].startswith("This takes ") and "Send idempotencyKey" in refused["error"]
    (action,) = refused["nextActions"]
    assert (action["operation"], action["tool"], action["needs"]) == (
        "createBounty",
        "create_bounty",
        ["idempotencyKey"],
    )


# What a page says about an act stands in the table: template, the words before, and the operation that the form is of.
PAGES = [
    ("templates/bounties/owned_job.html", "Everybody who applied is told.", "cancelBounty"),
    ("templates/bounties/owned_money.html", "{{ name }}, {{ fee }} fee.", "releaseEscrow"),
    ("templates/humans/booked_one.html", "{{ name }}, {{ fee }} fee.", "releaseEscrow"),
    ("templates/bounties/owned_money.html", "you pay the rest on a payment page.", "sendTransfer"),
    ("templates/bounties/owned_judge.html", "the rest goes back into your wallet.", "payAttendance"),
    ("templates/bounties/dispute_offers.html", "The dispute is over:", "acceptSettlement"),
    ("templates/bounties/key.html", "What is funded already goes on as agreed.", "revokeKey"),
    ("templates/bounties/withdraw.html", "It leaves at once and", "withdrawEarnings"),
    ("templates/wallet/withdraw.html", "It leaves at once and", "withdrawFromWallet"),
    ("templates/wallet/refunds.html", "It leaves at once and", "refundFunding"),
    ("templates/escrow/transfer.html", "It goes to them at once and", "sendTransfer"),
    ("templates/webhooks/endpoint.html", "What is on its way fails.", "deleteWebhookEndpoint"),
    ("templates/qa/run.html", "Hired testers keep their time and pay.", "stopQaRun"),
]


def test_pages_say_that_it_can_not_be_undone_where_the_table_does() -> None:
    said: dict[str, int] = {}
    for path, before, operation in PAGES:
        text = (ROOT / path).read_text()
        assert re.search(
            re.escape(before) + r"(?:{% endtranslate %})?\s*(?:It |it )?(?:can't|cannot) be undone", text
        ), (path, before)
        assert effects.EFFECTS[operation].irreversible, operation
        said[path] = said.get(path, 0) + 1
    for path in (ROOT / "templates").rglob("*.html"):
        name = str(path.relative_to(ROOT))
        if re.search(r"(?:can't|cannot) be undone", path.read_text()):
            assert name in said or name in OF_NO_OPERATION, f"{name}: name the operation in PAGES"


OF_NO_OPERATION = ("templates/wallet/link.html",)  # ending a payment link, which only its page does
