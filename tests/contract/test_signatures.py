"""Signed identities: on every route that names an action, a signature that is sent must fit, and none is ever asked for."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import orjson
import pytest
from django.db import transaction
from django.urls import get_resolver

from marketplace.services import keys
from tests.api import Answer, Api
from tests.contract.cells import BOUNTY
from tests.contract.scenario import World, check_failure
from tests.factories.identities import Signer, in_body, in_headers

WORDS = "Could you be there before nine? The shop opens at half past nine."


@dataclass(frozen=True)
class Case:
    """One signed operation on the prepared market, and the action that is signed."""

    name: str
    method: str
    path: str
    action: str
    body: dict[str, Any] = field(default_factory=dict)


BELOW = "/api/bounties/{applied_bounty}/applications"
DONE = "/api/bounties/{delivered_bounty}/submissions"
CASES = [
    Case("createBounty", "POST", "/api/bounties", "create_bounty", BOUNTY),
    Case("createBounty dry", "POST", "/api/bounties", "create_bounty", BOUNTY | {"dryRun": True}),
    Case(
        "sendMessage",
        "POST",
        "/api/conversations/{conversation}/messages",
        f"message:{{conversation}}:{WORDS[:50]}",
        {"content": WORDS},
    ),
    Case(
        "accept",
        "PATCH",
        BELOW + "/{application}",
        "accept_application:{applied_bounty}:{application}",
        {"action": "accept"},
    ),
    Case(
        "reject",
        "PATCH",
        BELOW + "/{application}",
        "reject_application:{applied_bounty}:{application}",
        {"action": "reject"},
    ),
    Case(
        "reviewSubmission",
        "PATCH",
        DONE + "/{delivered_submission}",
        "review_submission:{delivered_bounty}:{delivered_submission}",
        {"action": "approve"},
    ),
    Case("listApplications", "GET", BELOW, "get_applications:{applied_bounty}"),
    Case("listSubmissions", "GET", DONE, "get_submissions:{delivered_bounty}"),
    Case(
        "getSubmission",
        "GET",
        DONE + "/{delivered_submission}",
        "get_submission:{delivered_bounty}:{delivered_submission}",
    ),
]
SIGNED = ("createBounty", "sendMessage", "decideApplication", "reviewSubmission")  # writes: elsewhere it is ignored
EACH = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


def call(world: World, case: Case, signed: dict[str, Any] | None = None, *, caller: Api | None = None) -> Answer:
    """As the owner; `signed` in the body of a write, in the headers of a read."""
    who = caller or world["owner"]
    if case.method == "GET":
        return who.get(world.path(case.path), **in_headers(signed) if signed else {})
    return who.call(case.method, world.path(case.path), case.body | (in_body(signed) if signed else {}))


def action(world: World, case: Case) -> str:
    return world.fill(case.action)


def bind(caller: Api) -> Signer:
    signer = Signer()
    assert caller.post("/api/keys/register-identity", signer.registration()).status == 200
    return signer


def test_the_listed_operations_and_no_others_name_an_action() -> None:
    named = set()
    for entry in get_resolver().url_patterns:
        for view in views(entry):
            for method, name in view.actions.items():
                if method != "head" and (signed := getattr(getattr(view.cls, name), "signed", None)):
                    named.add((method, signed.text.partition(":")[0]))
    assert named == {
        ("post", "create_bounty"),
        ("post", "message"),
        ("patch", "{accept or reject}_application"),
        ("patch", "review_submission"),
        ("get", "get_applications"),
        ("get", "get_submissions"),
        ("get", "get_submission"),
    }


def views(entry: Any) -> list[Any]:
    if hasattr(entry, "url_patterns"):
        return [view for inner in entry.url_patterns for view in views(inner)]
    return [entry.callback] if hasattr(entry.callback, "actions") else []


@EACH
def test_an_operation_may_be_signed_and_a_signature_that_is_sent_must_fit(
    world: World, unchanged: Any, case: Case
) -> None:
    """Each operation asks for its own action; all that a bad signature may be is tried on two of them, below."""
    asked = action(world, case)
    assert taken(world, case).status == 200, "none is asked for"
    assert taken(world, case, Signer().sign(asked)).status == 200, (
        "an identity that is nobody's, before there is a bound one"
    )
    signer, foreign = bind(world["owner"]), bind(world["stranger_key"])
    assert signer.agent_id == world["owner"].get("/api/account")["account"]["agentId"]

    with unchanged():
        for how in ("another action", "another key pair's signature", "stale"):
            check_failure(call(world, case, BAD[how](signer, asked)), 401, "invalid_signature")
        answer = call(world, case, foreign.sign(asked))
    check_failure(answer, 401, "invalid_signature")
    assert "POST /api/keys/register-identity" in answer["error"] and "switch_identity" in answer["error"]

    _, raw = keys.issue(world["owner"].account, "third")
    third = Api(None, {"X-API-Key": raw})
    assert taken(world, case).status == 200, "nor of a key with an identity"
    assert taken(world, case, signer.sign(asked), caller=third).status == 200, "for a key without one, another key's"
    signed = taken(world, case, signer.sign(asked))
    assert signed.status == 200, signed.body
    assert not signed.body.get("warnings")
    if case.method == "GET":
        unsigned = world["owner"].get(world.path(case.path), **{"X-Agent-Id": "agent_1"})
        assert unsigned.status == 200, "an id signs nothing"


def taken(world: World, case: Case, signed: dict[str, Any] | None = None, **how: Any) -> Answer:
    """In a savepoint of its own: the next call finds everything as it was."""
    with transaction.atomic():
        answer = call(world, case, signed, **how)
        transaction.set_rollback(True)
    return answer


BAD: dict[str, Callable[[Signer, str], dict[str, Any]]] = {
    "another key pair's signature": lambda s, a: s.sign(a) | {"signature": Signer().sign(a)["signature"]},
    "another public key": lambda s, a: s.sign(a) | {"publicKey": Signer().sign(a)["publicKey"]},
    "another action": lambda s, a: s.sign(a + "x"),
    "no action": lambda s, a: s.sign(""),
    "the registration": lambda s, a: s.registration(),
    "stale": lambda s, a: s.sign(a, age=301),
    "of the future": lambda s, a: s.sign(a, age=-301),
    "another moment": lambda s, a: s.sign(a) | {"timestamp": s.sign(a, age=2)["timestamp"]},
    "no moment": lambda s, a: s.sign(a) | {"timestamp": "now"},
    "a moment without offset": lambda s, a: s.sign(a) | {"timestamp": s.sign(a)["timestamp"][:-1]},
    "an identity that is not the key's": lambda s, a: Signer().sign(a),
    "another id": lambda s, a: s.sign(a) | {"agentId": "agent_" + "0" * 16},
    "malformed base64": lambda s, a: s.sign(a) | {"signature": "%%%" + s.sign(a)["signature"][3:]},
    "a malformed key": lambda s, a: s.sign(a) | {"publicKey": "MCowBQYDK2Vw"},
    "an empty signature": lambda s, a: s.sign(a) | {"signature": ""},
}


@pytest.mark.parametrize("name", ["accept", "getSubmission"])
def test_a_bad_signature_is_401_and_changes_nothing(world: World, unchanged: Any, name: str) -> None:
    case = next(case for case in CASES if case.name == name)
    signer, asked = bind(world["owner"]), action(world, case)

    with unchanged():
        for how, make in BAD.items():
            answer = call(world, case, make(signer, asked))
            assert (answer.status, answer.code) == (401, "invalid_signature"), (how, answer.body)
            check_failure(answer, 401, "invalid_signature")


def test_what_is_no_verification_is_401(world: World, unchanged: Any) -> None:
    with unchanged():
        for verification in ("text", 5, [], {}, {"signature": "x"}, True, {"agentId": {}}):
            answer = world["owner"].post("/api/bounties", BOUNTY | {"agentVerification": verification})
            check_failure(answer, 401, "invalid_signature")


def test_a_verification_of_null_is_none(world: World) -> None:
    assert world["owner"].post("/api/bounties", BOUNTY | {"agentVerification": None, "agentId": "x"}).status == 200


def test_the_id_may_stand_beside_the_verification_and_must_be_the_same(world: World, unchanged: Any) -> None:
    signer, other = bind(world["owner"]), Signer()
    signed = signer.sign("create_bounty")
    beside = {name: value for name, value in signed.items() if name != "agentId"}

    with unchanged():
        odd = world["owner"].post("/api/bounties", BOUNTY | in_body(signed) | {"agentId": other.agent_id})
    check_failure(odd, 401, "invalid_signature")
    taken = world["owner"].post("/api/bounties", BOUNTY | {"agentId": signer.agent_id, "agentVerification": beside})
    assert taken.status == 200, taken.body


@pytest.mark.parametrize("words", ["é" * 60, "🦊" * 60, "a" + "🦊" * 60, "🦊" * 20, "short"])
def test_the_first_50_are_code_points_or_utf_16_units(world: World, unchanged: Any, words: str) -> None:
    signer, talk = bind(world["owner"]), world.names["conversation"]
    units = words.encode("utf-16-le")[:100].decode("utf-16-le", "replace")
    path = f"/api/conversations/{talk}/messages"

    for first in (words[:50], units):
        body = {"content": words} | in_body(signer.sign(f"message:{talk}:{first}"))
        assert world["owner"].post(path, body).status == 200
    with unchanged():
        for first in (words[:49] if len(words) > 49 else words[:-1], words[:51] + "x"):
            body = {"content": words} | in_body(signer.sign(f"message:{talk}:{first}"))
            check_failure(world["owner"].post(path, body), 401, "invalid_signature")


@pytest.mark.parametrize("decision", ["unreject", "withdraw"])
def test_the_other_decisions_are_not_signed(world: World, decision: str) -> None:
    path = world.path(BELOW + "/{application}")
    if decision == "unreject":
        world["owner"].patch(path, {"action": "reject"})

    answer = world["owner"].patch(path, {"action": decision, "agentVerification": {"signature": "x"}})

    assert answer.code != "invalid_signature", answer.body


def test_routes_without_an_action_ignore_what_is_sent(world: World) -> None:
    odd = in_headers(Signer().sign("x") | {"signature": "nonsense"})
    seat = world.path("/api/bounties/{applied_bounty}/applications/{application}")

    for path in ("/api/account", "/api/bounties", world.path("/api/bounties/{applied_bounty}"), seat):
        assert world["owner"].get(path, **odd).status == 200
    assert world["owner"].post("/api/keys", {"name": "a", "agentVerification": {"signature": "x"}}).status == 200


def test_a_session_may_sign_but_not_with_somebody_elses_identity(world: World, unchanged: Any) -> None:
    foreign = bind(world["stranger_key"])
    worker, talk = world["worker"], world.names["conversation"]
    body = {"content": "On my way."}
    asked = f"message:{talk}:On my way."

    assert worker.post(f"/api/conversations/{talk}/messages", body | in_body(Signer().sign(asked))).status == 200
    with unchanged():
        refused = worker.post(f"/api/conversations/{talk}/messages", body | in_body(foreign.sign(asked)))
    check_failure(refused, 401, "invalid_signature")


def test_credentials_are_asked_before_signatures(world: World) -> None:
    signed = Signer().sign("create_bounty") | {"signature": "x"}

    check_failure(world["nobody"].post("/api/bounties", BOUNTY | in_body(signed)), 401, "authentication_required")


def test_a_replay_with_a_fresh_signature_is_the_first_answer_and_with_a_bad_one_401(world: World) -> None:
    signer, owner = bind(world["owner"]), world["owner"]
    key = {"Idempotency-Key": "order-66"}
    first = owner.post("/api/bounties", BOUNTY | in_body(signer.sign("create_bounty", age=9)), **key)
    again = owner.post("/api/bounties", BOUNTY | in_body(signer.sign("create_bounty")), **key)
    stale = owner.post("/api/bounties", BOUNTY | in_body(signer.sign("create_bounty", age=400)), **key)

    assert (first.status, again.status, again.headers["Idempotency-Replayed"]) == (200, 200, "true")
    assert orjson.dumps(again["bounty"]) == orjson.dumps(first["bounty"])
    check_failure(stale, 401, "invalid_signature")
