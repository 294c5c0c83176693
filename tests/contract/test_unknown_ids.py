"""A malformed id is the same answer as an unknown one: every kind of it here, and on every route in test_errors.py."""

from typing import Any
from urllib.parse import quote, unquote_to_bytes

import pytest
from django.apps import apps

from marketplace.api.fields import IdField
from marketplace.core import ids
from marketplace.core.errors import NotFound
from tests.contract.malformed import malformed
from tests.contract.routes import ROUTES
from tests.contract.scenario import World, check_failure
from tests.contract.test_errors import check_unknown, may_call

# One id, one below it, the two that may be a username instead, and the one that has a date in it.
SLOTS = {
    "open_bounty": "getBounty",
    "application": "getApplication",
    "human": "getHuman",
    "username": "getHuman",
    "qa_run": "getQaRun",
}
PREFIXES = {getattr(model, "PREFIX", "txn") for model in apps.get_models()}


@pytest.mark.parametrize("prefix", sorted(PREFIXES))
def test_nothing_malformed_is_an_id(prefix: str) -> None:
    good = ids.new()
    assert ids.decode(prefix, ids.encode(prefix, good)) == good
    for text in malformed(ids.encode(prefix, good)).values():
        for sent in (text, unquote_to_bytes(text).decode(errors="replace")):
            with pytest.raises(ValueError, match=f"not a {prefix}_ id"):
                ids.decode(prefix, sent)
            with pytest.raises(NotFound):
                IdField(prefix).run_validation(sent)


@pytest.mark.parametrize("slot", SLOTS)
def test_a_malformed_id_in_a_path_is_the_same_404_as_an_unknown_one(world: World, unchanged: Any, slot: str) -> None:
    route = next(row for row in ROUTES if row.operation == SLOTS[slot] and f"{{{slot}}}" in row.path)
    prefix = "prf" if slot == "username" else world.names[slot].partition("_")[0]
    texts = malformed(ids.encode(prefix, ids.new()))
    if slot == "qa_run":
        texts |= {f"{kind}, dated": f"{text}_20260101" for kind, text in texts.items()}
        template = world.names["qa_template"]
        texts |= {day: f"{template}_{day}" for day in ("20260231", "2026010", "202601011", "00000000", "today", "")}

    with unchanged():
        check_unknown(world, may_call(world, route), route, slot, texts)


def test_a_malformed_id_in_a_body_is_the_same_404(world: World, unchanged: Any) -> None:
    unknown = ids.encode("bty", ids.new())
    expected = world["owner"].post("/api/bounties/deposit", {"bountyId": unknown})

    with unchanged():
        for kind, text in malformed(unknown).items():
            if "%" not in text and len(text) <= 64:  # the others are fields with a wrong value
                answer = world["owner"].post("/api/bounties/deposit", {"bountyId": text})
                check_failure(answer, 404, "not_found")
                assert answer["error"] == expected["error"], kind


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
