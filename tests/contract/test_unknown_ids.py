"""A malformed id is the same answer as an unknown one, for every id in every path, body and filter."""

import re
from typing import Any
from urllib.parse import quote

import pytest

from marketplace.core import ids
from tests.contract.cells import Route
from tests.contract.routes import ROUTES
from tests.contract.scenario import World, check_failure
from tests.contract.test_errors import may_call

SLOT = re.compile(r"\{([a-z_]+)\}")
CASES = [
    (route, slot)
    for route in ROUTES
    if not route.note and not route.path.startswith("/api/auth/")
    for slot in SLOT.findall(route.path)
]


def malformed(good: str) -> dict[str, str]:
    """What is not an id of this kind, though it may look like one."""
    prefix, _, rest = good.partition("_")
    other = "usr" if prefix != "usr" else "key"
    return {
        "another kind": f"{other}_{rest}",
        "upper case": good.upper(),
        "an upper-case suffix": f"{prefix}_{rest.upper()}",
        "one short": good[:-1],
        "one long": good + "0",
        "no prefix": rest,
        "the prefix alone": prefix + "_",
        "beyond 128 bits": f"{prefix}_8{rest[1:]}",
        "letters that base32 leaves out": f"{prefix}_{'u' * 26}",
        "a plain uuid": str(ids.decode(prefix, good)),
        "a number": "1",
        "blanks": quote("   "),
        "a blank at the end": quote(good + " "),
        "a line break": quote(good + "\n"),
        "a NUL character": "%00",
        "a NUL character inside": good[:10] + "%00" + good[11:],
        "not UTF-8": "%ff%fe",
        "letters of other scripts": quote("ид_☃"),
        "full-width digits": quote(f"{prefix}_{'１' * 26}"),
        "very long": "a" * 2000,
        "quotes": quote("' or 1=1 --"),
        "dots": "...",
    }


@pytest.mark.parametrize(("route", "slot"), CASES, ids=[f"{route.name} {slot}" for route, slot in CASES])
def test_a_malformed_id_is_the_same_404_as_an_unknown_one(
    world: World, unchanged: Any, route: Route, slot: str
) -> None:
    caller, real = may_call(world, route), world.names[slot]
    prefix = "prf" if slot == "username" else real.partition("_")[0]
    unknown = ids.encode(prefix, ids.new())

    def ask(text: str) -> Any:
        path = SLOT.sub(lambda match: text if match[1] == slot else world.names[match[1]], route.path)
        return caller.call(route.method, path, route.body)

    with unchanged():
        expected = ask(unknown)
        check_failure(expected, 404, "not_found")
        for kind, text in malformed(unknown).items():
            answer = ask(text)
            assert answer.status == 404, (kind, answer.body)
            assert {**answer.body, "requestId": ""} == {**expected.body, "requestId": ""}, kind


@pytest.mark.parametrize("kind", sorted(malformed(ids.encode("bty", ids.new()))))
def test_a_malformed_id_in_a_body_is_the_same_404(world: World, unchanged: Any, kind: str) -> None:
    unknown = ids.encode("bty", ids.new())
    text = malformed(unknown)[kind]
    if "%" in text or len(text) > 64:
        return  # such texts are fields with a wrong value

    with unchanged():
        expected = world["owner"].post("/api/bounties/deposit", {"bountyId": unknown})
        answer = world["owner"].post("/api/bounties/deposit", {"bountyId": text})

    check_failure(answer, 404, "not_found")
    assert answer["error"] == expected["error"]


@pytest.mark.parametrize("filter_", ["bountyId", "applicationId", "humanId"])
def test_an_unknown_or_malformed_id_in_a_filter_gives_an_empty_list(world: World, filter_: str) -> None:
    within = f"&bountyId={world.names['hired_bounty']}" if filter_ == "humanId" else ""
    for text in ("nonsense", "bty_0", ids.encode("bty", ids.new()), "usr_" + "0" * 26, quote("☃")):
        answer = world["owner"].get(f"/api/escrow?{filter_}={text}{within}")
        assert (answer.status, answer["escrows"]) == (200, []), text


def test_a_foreign_id_tells_a_stranger_nothing_that_an_unknown_one_does_not(world: World) -> None:
    for template in ("/api/escrow/{}", "/api/webhooks/deliveries/{}", "/api/bounties/{}"):
        slot = {"/api/escrow/{}": "hired_seat", "/api/webhooks/deliveries/{}": "delivery"}.get(template, "draft_bounty")
        foreign = world.names[slot]
        unknown = ids.encode(foreign.partition("_")[0], ids.new())
        answers = [world["stranger_key"].get(template.format(text)) for text in (foreign, unknown)]

        assert [answer.status for answer in answers] == [404, 404]
        assert answers[0]["error"] == answers[1]["error"]
