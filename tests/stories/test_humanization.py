"""A text that a person rewrites, over REST only: one sample is turned down, one deadline is missed, and the second attempt
is handed in, reviewed and paid."""

from typing import Any

from tests.factories.humanizations import HUMAN, MACHINE, SOURCE, docx, mp4, plain
from tests.stories.conftest import Caller, Instance, balance, earned, wait_until

PATH = "/api/v1/humanizations"
ASKED = {
    "format": "text",
    "sourceText": SOURCE,
    "transformation": "clarity",
    "subject": "A letter to partners",
    "instructions": "Short sentences.",
    "turnaroundMinutes": 30,
    "priceCents": 2000,
    "idempotencyKey": "letter-to-partners-1",
}


def apply(worker: Caller, path: str, text: str) -> None:
    files = [("document", ("sample.docx", docx(text).read())), ("recording", ("screen.mp4", mp4(90).read()))]
    worker.upload(f"{path}/applications", {"attestation": "true"}, files)


def read(owner: Caller, path: str) -> dict[str, Any]:
    found: dict[str, Any] = owner("GET", path)["humanization"]
    return found


def wait_for(owner: Caller, path: str, **wanted: str) -> None:
    wait_until(
        lambda: all(read(owner, path)[name] == value for name, value in wanted.items()),
        60,
        lambda: str(read(owner, path)),
    )


def test_a_text_is_rewritten_in_a_second_attempt(instance: Instance) -> None:
    owner = instance.agent(dollars=30)
    machine, late, good = (instance.new_worker(name) for name in ("Max Machine", "Lara Late", "Gina Good"))

    order = owner("POST", PATH, ASKED)["humanization"]
    path = f"{PATH}/{order['id']}"
    assert (order["status"], order["totalCents"], balance(owner)) == ("screening", 2360, 640)
    listed = instance.caller()("GET", f"/api/bounties/{order['bountyId']}")["bounty"]
    assert listed["title"] == "A letter to partners" and "Blue Heron" not in str(listed)
    shown = machine("GET", f"{path}/screening")["screening"]
    assert shown["sampleText"] and len(shown["sampleText"]) < len(SOURCE) / 5

    apply(machine, path, MACHINE)
    wait_until(lambda: machine("GET", f"{path}/screening")["screening"]["application"]["decision"] == "rejected", 60)

    apply(late, path, HUMAN)
    wait_for(owner, path, status="assigned")
    assert late("GET", f"{path}/assignment")["assignment"]["sourceText"] == SOURCE
    late("GET", path, expect=404)
    instance.advance(31 * 60)
    lost = read(owner, path)
    assert (lost["status"], lost["assignment"], [one["state"] for one in lost["attempts"]]) == (
        "screening",
        None,
        ["overdue"],
    )
    late("GET", f"{path}/assignment", expect=403)

    apply(good, path, HUMAN)
    wait_for(owner, path, status="assigned")
    final = [
        ("document", ("letter.txt", plain("My own words. " + HUMAN).read())),
        ("recording", ("s.mp4", mp4().read())),
    ]
    good.upload(f"{path}/submission", {}, final)
    wait_for(owner, path, status="in_review")
    delivered = read(owner, path)
    assert delivered["review"] == {"state": "pending", "reason": None}
    assert delivered["final"]["detector"]["aiFraction"] == 0.12 and len(delivered["applicants"]) == 3
    assert earned(good) == 0, "a score pays nobody"

    bounty = f"/api/bounties/{order['bountyId']}"
    owner("PATCH", f"{bounty}/submissions/{delivered['final']['submissionId']}", {"action": "approve"})
    assert read(owner, path)["status"] == "completed"
    [seat] = [
        one
        for one in owner("GET", f"/api/escrow?bountyId={order['bountyId']}")["escrows"]
        if one["status"] == "completed"
    ]
    owner("POST", f"/api/escrow/{seat['id']}/release", {"acknowledgeRelease": True})

    assert (earned(good), earned(late), earned(machine), balance(owner)) == (2000, 0, 0, 640)
    assert read(owner, path)["assignment"]["state"] == "paid"
    again = owner("POST", PATH, ASKED)["humanization"]
    assert (again["id"], again["status"], balance(owner)) == (order["id"], "completed", 640)
    instance.check_ledger()
