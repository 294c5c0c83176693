"""Each write can be tried: a dry run makes every check, foresees money and status of the call, and changes nothing."""

import copy
from collections.abc import Callable
from typing import Any
from unittest import mock

import orjson
import pytest
from django.db import connection
from django.test import override_settings

from bounties.models import Humanization
from marketplace.core import effects, ids
from marketplace.core.tools import catalog
from marketplace.models import Call
from marketplace.services import keys
from tests.api import Answer
from tests.contract.cells import BOUNTY, SIGNUP, Route
from tests.contract.document import document
from tests.contract.products import PHOTO
from tests.contract.rehearsed import rehearsed
from tests.contract.sandbox import FAUCET, LOCAL_CHAIN
from tests.contract.scenario import World, check_failure
from tests.contract.test_errors import may_call, named
from tests.contract.test_idempotency import KEYED, send
from tests.factories import mpp, x402
from tests.factories.accounts import given_worker
from tests.factories.approvals import asks_above, decide, owner_of
from tests.factories.files import picture
from tests.factories.humanizations import ASKED, PATH, deliver, hand_in
from tests.factories.market import given_delivered
from tests.factories.proofs import proved
from tests.factories.taste import RUN
from tests.factories.tools import use
from tests.factories.voices import send_mic, send_speech, wav
from tests.qa.test_run_now import given_yesterday

CHECKS = {"micCheckRequired": True, "languageProficiencyRequirement": {"language": "en", "minimumCefr": "B2"}}
Scene = Callable[[World], Answer]


def scene_contest(world: World) -> Answer:
    seat = given_delivered()
    sent = seat.application.submissions.get()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{sent.public_id}"
    assert seat.agent.patch(path, {"action": "reject", "response": "Not the shelf."}).status == 200
    who = rehearsed(seat.worker, "contestWork")
    return who.post(f"/api/work/{seat.application.public_id}/contest", {"reason": "It is on the second photo."})


def scene_run(world: World) -> Answer:
    owner, path = given_yesterday()
    return rehearsed(owner, "runQaTemplate").post(path, Idempotency_Key="now")


def scene_stablecoins(world: World) -> Answer:
    agent = rehearsed(world["owner"], "x402Deposit")
    with x402.agreeable() as wallet:
        signature = x402.sign(wallet, world["owner"].post(x402.DEPOSIT, {"amountCents": 500}))
        return agent.post(x402.DEPOSIT, {"amountCents": 500}, **{"PAYMENT-SIGNATURE": signature})


def scene_paid_signup(world: World) -> Answer:
    with x402.agreeable() as wallet:
        signature = x402.sign(wallet, world["nobody"].post(x402.SIGNUP, x402.WHO))
        who = rehearsed(world["nobody"], "x402Signup")
        return who.post(x402.SIGNUP, x402.WHO, **{"PAYMENT-SIGNATURE": signature})


def scene_card_token(world: World) -> Answer:
    quote = mpp.given_quote(world["owner"])
    paid = mpp.credential(world["nobody"].post(mpp.PATH, quote))
    # Its challenge is bound to the bytes of the body, so that a dry run is asked for in the address.
    return rehearsed(world["nobody"], "mppDeposit").call("POST", mpp.PATH, raw=orjson.dumps(quote), Authorization=paid)


def scene_verify(world: World) -> Answer:
    here = rehearsed(world["nobody"], "sandboxVerifyHuman")
    here.address = "127.0.0.1"
    return here.post(world.path("/api/sandbox/humans/{human}/verify"), {"identityCountry": "PT"})


def scene_faucet(world: World) -> Answer:
    here = rehearsed(world["nobody"], "sandboxFaucet")
    here.address = "127.0.0.1"
    with override_settings(**LOCAL_CHAIN):
        return here.post("/api/sandbox/faucet", FAUCET)


# Operations that the table of routes does not bring to a 200.
SCENES: dict[str, Scene] = {
    "addPhotos": lambda w: rehearsed(w["worker"], "addPhotos").upload("/api/humans/me/photos", {"photos": picture()}),
    "agentSignup": lambda w: rehearsed(w["nobody"], "agentSignup").post("/api/agents/signup", SIGNUP),
    "applyForHumanization": lambda w: hand_in(
        rehearsed(w["stranger_session"], "applyForHumanization"),
        _text(w, "humanization"),  # type: ignore[arg-type]
    ),
    "contestWork": scene_contest,
    "createHumanization": lambda w: rehearsed(w["owner"], "createHumanization").post(
        PATH, ASKED, Idempotency_Key="commission-66"
    ),
    "createTasteRun": lambda w: rehearsed(w["owner"], "createTasteRun").post(
        "/api/v1/taste/runs", RUN, Idempotency_Key="taste-run-66"
    ),
    "decideApproval": lambda w: rehearsed(owner_of(w["owner"]), "decideApproval").post(
        w.path("/api/approvals/{approval}"), {"decision": "approve"}
    ),
    "eraseAccount": lambda w: rehearsed(proved(given_worker()), "eraseAccount").delete("/api/account", {"sure": True}),
    "mppDeposit": scene_card_token,
    "recordMicSample": lambda w: send_mic(rehearsed(w["stranger_session"], "recordMicSample"), _asking(w)),
    "recordLanguageProficiency": lambda w: send_speech(
        rehearsed(w["stranger_session"], "recordLanguageProficiency"), _asking(w), wav(30)
    ),
    "requestPicture": lambda w: rehearsed(w["owner"], "requestPicture").post(
        "/api/picture-of-sf", PHOTO, Idempotency_Key="picture-66"
    ),
    "runQaTemplate": scene_run,
    "sandboxFaucet": scene_faucet,
    "sandboxVerifyHuman": scene_verify,
    "sendReceipt": lambda w: rehearsed(w["owner"], "sendReceipt").post(
        w.path("/api/bounties/{released_bounty}/receipt"), Idempotency_Key="receipt-66"
    ),
    "submitHumanization": lambda w: deliver(
        rehearsed(w["worker"], "submitHumanization"), _text(w, "assigned_humanization")
    ),
    "x402Deposit": scene_stablecoins,
    "x402Signup": scene_paid_signup,
}


def _text(world: World, name: str) -> Humanization:
    return Humanization.objects.get(pk=ids.decode("hmz", world.names[name]))


def _asking(world: World) -> str:
    posted = world["owner"].post("/api/bounties", BOUNTY | CHECKS)
    assert posted.status == 200, posted.body
    return str(posted["bountyId"])


@pytest.mark.main
def test_every_write_is_rehearsed_here_or_has_no_dry_run() -> None:
    written = {
        operation["operationId"]
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
        if method != "get" and not path.startswith(effects.SIGN_IN)
    }

    assert written == effects.EFFECTS.keys() | (effects.NEVER_DRY.keys() - {effects.SIGN_IN}) | effects.RETIRED
    assert {route.operation for route in KEYED} | SCENES.keys() == effects.EFFECTS.keys()


@named(KEYED)
def test_a_dry_run_foresees_the_call_and_changes_nothing(world: World, route: Route) -> None:
    answer = send(world, route, "dry-66", rehearsed(may_call(world, route), route.operation))

    assert answer.status == 200, answer.body


@pytest.mark.parametrize("operation", SCENES)
def test_a_dry_run_foresees_what_takes_more_than_a_body(world: World, operation: str) -> None:
    answer = SCENES[operation](world)

    assert answer.status in (200, 202), answer.body


@pytest.mark.main
def test_what_needs_approval_is_foreseen_as_it_happens_once_it_is_approved(world: World, unchanged: Any) -> None:
    owner = world["owner"]
    asks_above(owner, 100)
    who, key = rehearsed(owner, "createBounty"), {"Idempotency_Key": "approve-66"}
    with unchanged():
        dry = owner.post("/api/bounties", BOUNTY | {"dryRun": True})
        keyed = owner.post("/api/bounties", BOUNTY | {"dryRun": True}, **key)
        tip = world.fill('{"recipientId": "{human}", "bountyId": "{released_bounty}"}')
        sent = owner.post("/api/transfers/send", orjson.loads(tip) | {"amount": 2, "dryRun": True}, **key)

    assert dry["wouldChange"] == keyed["wouldChange"] | {"needsApproval": True}
    assert dry["wouldChange"]["money"] == [{"from": "wallet", "to": "pool:new", "cents": 590}]
    assert [warning.partition(":")[0] for warning in dry["warnings"]] == ["needs_approval"]
    assert (sent["wouldChange"]["needsApproval"], sent["wouldChange"]["money"][0]["cents"]) == (True, 200)
    asked = owner.post("/api/bounties", BOUNTY, **key)
    with unchanged():
        waiting = owner.post("/api/bounties", BOUNTY | {"dryRun": True}, **key)
    assert waiting["wouldChange"]["needsApproval"] is True
    assert decide(owner, asked).status == 200
    assert "needsApproval" not in owner.post("/api/bounties", BOUNTY | {"dryRun": True}, **key)["wouldChange"]
    assert who.post("/api/bounties", BOUNTY, **key).status == 200, "and what was foreseen before is what happens"


def test_a_refusal_is_foreseen_with_its_way_out_and_leaves_no_line(world: World, unchanged: Any) -> None:
    owner, path = world["owner"], world.path("/api/escrow/{completed_seat}/release")
    lines = Call.objects.count()
    with unchanged():
        refused = owner.post(path, {"dryRun": True})
        free = owner.post(path, {"dryRun": True, "acknowledgeRelease": True})

    check_failure(refused, 409, "release_acknowledgement_required")
    assert free.status == 200
    assert Call.objects.count() == lines, "the timeline has what was done, and what was refused of it"


@pytest.mark.parametrize("value", ["true", 1, 0, None, [True], {"dryRun": True}])
def test_what_is_neither_true_nor_false_is_refused(world: World, unchanged: Any, value: Any) -> None:
    with unchanged():
        check_failure(world["owner"].post("/api/keys", {"name": "a", "dryRun": value}), 400, "validation_error")
        check_failure(world["owner"].post(f"/api/keys?dryRun={value}!", {"name": "a"}), 400, "validation_error")


def test_false_makes_the_call_and_is_no_other_input(world: World) -> None:
    owner, key = world["owner"], {"Idempotency_Key": "false-66"}
    first = owner.post("/api/keys", {"name": "a", "dryRun": False}, **key)
    again = owner.post("/api/keys?dryRun=false", {"name": "a"}, **key)

    assert (first.status, first.body.get("dryRun")) == (200, None)
    assert (again.headers["Idempotency-Replayed"], again["key"]["id"]) == ("true", first["key"]["id"])


def test_a_dry_run_asked_for_in_one_place_is_not_undone_by_the_other(world: World, unchanged: Any) -> None:
    with unchanged():
        for path, value in (("/api/keys?dryRun=false", True), ("/api/keys?dryRun=true", False)):
            assert world["owner"].post(path, {"name": "a", "dryRun": value})["dryRun"] is True


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/agents/signup/verify", {"email": "new@example.com", "code": "000000"}),
        ("/api/sandbox/clock/advance", {"seconds": 60}),
        ("/api/auth/app/v1/auth/login", {"email": "new@example.com", "password": "a guess"}),
    ],
)
def test_what_has_no_dry_run_is_refused_instead_of_done(
    world: World, unchanged: Any, path: str, body: dict[str, Any]
) -> None:
    here = copy.copy(world["nobody"])
    here.address = "127.0.0.1"
    with unchanged():
        refused = here.post(path, body | {"dryRun": True})

    check_failure(refused, 400, "dry_run_unavailable")
    assert "Leave dryRun out" in refused["error"]


def test_a_row_that_somebody_else_holds_is_not_waited_for_long(world: World, unchanged: Any) -> None:
    """The least that PostgreSQL waits by itself is what the transaction of a dry run says."""
    seen: list[str] = []

    def look(*args: Any, **kwargs: Any) -> Any:
        with connection.cursor() as cursor:
            cursor.execute("select current_setting('lock_timeout'), current_setting('statement_timeout')")
            seen.extend(cursor.fetchone())
        return issue(*args, **kwargs)

    issue = keys.add
    with unchanged(), mock.patch.object(keys, "add", look):
        assert world["owner"].post("/api/keys", {"name": "a", "dryRun": True}).status == 200
        with connection.cursor() as cursor:
            cursor.execute("select current_setting('lock_timeout'), current_setting('statement_timeout')")
            assert seen == ["1s", "10s"] != list(cursor.fetchone())


EXACT = [route for route in KEYED if effects.is_exact(route.operation)]


@named(EXACT)
def test_where_money_moves_a_field_that_is_not_known_is_refused(world: World, unchanged: Any, route: Route) -> None:
    with unchanged():
        refused = send(world, route, None, may_call(world, route), dry_run=True)

    check_failure(refused, 400)
    assert "dryRun" in refused["fields"]["dry_run"][0] or route.operation == "editBounty"


@pytest.mark.main
def test_each_tool_that_writes_takes_a_dry_run_and_does_nothing_then(world: World, unchanged: Any) -> None:
    for tool in catalog().values():
        rehearses = effects.of(tool.operation) is not None
        assert ("dryRun" in tool.properties) == rehearses, tool.name
    with unchanged():
        seat = world.names["completed_seat"]
        dry = use(world["owner"], "release_payment", escrowId=seat, acknowledgeRelease=True, dryRun=True)

    would = dry["structuredContent"]["wouldChange"]
    assert dry["isError"] is False
    assert (would["status"], would["irreversible"]) == ("released", True)
    assert [(move["from"], move["cents"]) for move in would["money"]] == [(f"hold:{seat}", 500), (f"hold:{seat}", 90)]
