"""A bounty that asks to hear people, over REST against a live instance: the microphone is really scored by the speech worker,
a pending level lets somebody apply but not be hired, and reviews itself take whoever is good enough."""

from typing import Any

import httpx
import pytest

from tests.factories.voices import reading, wav

from .conftest import TASK, Caller, Instance, wait_until

pytestmark = pytest.mark.live
B2 = {"language": "en", "minimumCefr": "B2"}


def send(worker: Caller, bounty: str, what: str, audio: bytes, *, expect: int = 200) -> dict[str, Any]:
    url = f"{worker.base_url}/api/bounties/{bounty}/{what}"
    answer = httpx.post(url, content=audio, headers=worker.headers | {"Content-Type": "audio/wav"}, timeout=90)
    assert answer.status_code == expect, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_microphone_is_heard_before_somebody_is_hired_by_himself(instance: Instance) -> None:
    # given a bounty whose automatic review takes any microphone from 2.5 on
    agent, worker = instance.agent(20), instance.worker(0)
    asked = TASK | {"title": "Call a shop", "micCheckRequired": True, "autoAcceptMinMicScore": 2.5}
    bounty = agent("POST", "/api/bounties", asked)["bountyId"]
    refused = worker("POST", f"/api/bounties/{bounty}/applications", {}, expect=403)
    assert refused["error_code"] == "mic_check_required"

    # when somebody records themself and applies at once
    assert send(worker, bounty, "mic-check", b"RIFF\xff\xff\xff\xffWAVE" + bytes(100), expect=400)
    assert send(worker, bounty, "mic-check", reading())["state"] == "recorded"
    applied = worker("POST", f"/api/bounties/{bounty}/applications", {})["application"]

    # then the worker listens, and the review accepts them
    path = f"/api/bounties/{bounty}/applications/{applied['id']}"
    wait_until(lambda: agent("GET", path)["application"]["micCheck"] is not None, 120, lambda: str(agent("GET", path)))
    heard = agent("GET", path)["application"]["micCheck"]
    assert heard["status"] == "pass" and heard["dnsmos"]["ovrl"] == pytest.approx(2.79, abs=0.05)
    assert (heard["attempts"], heard["bandwidthClass"], heard["issues"]) == (1, "wideband", [])
    instance.advance(60)
    wait_until(lambda: agent("GET", path)["application"]["status"] == "accepted", 120, lambda: str(agent("GET", path)))
    assert "micCheck" not in worker("GET", path)["application"]
    instance.check_ledger()


def test_a_level_that_is_still_being_scored_lets_somebody_apply_and_not_be_hired(instance: Instance) -> None:
    agent, worker = instance.agent(20), instance.worker(2)
    asked = TASK | {"title": "Read a page", "languageProficiencyRequirement": B2, "autoAccept": False}
    bounty = agent("POST", "/api/bounties", asked)["bountyId"]
    refused = worker("POST", f"/api/bounties/{bounty}/applications", {}, expect=403)
    assert refused["error_code"] == "language_proficiency_required"
    balance = agent("GET", "/api/wallet/balance")["balanceCents"]

    # given a recording that the scorer has not decided about
    assert send(worker, bounty, "language-proficiency", wav(6, mark="pending C1"))["state"] == "pending"
    applied = worker("POST", f"/api/bounties/{bounty}/applications", {})["application"]

    # when the agent hires, by either way, nothing is charged
    path, seat = (
        f"/api/bounties/{bounty}/applications/{applied['id']}",
        {"bountyId": bounty, "applicationId": applied["id"]},
    )
    for refused in (
        agent("PATCH", path, {"action": "accept"}, expect=409),
        agent("POST", "/api/escrow/checkout", seat, expect=409),
    ):
        assert refused["error_code"] == "language_proficiency_unsatisfied"
    assert agent("GET", "/api/wallet/balance")["balanceCents"] == balance
    assert agent("GET", path)["application"]["status"] == "pending"

    # then the sweep hears the level, and the seat is paid for
    here = f"/api/bounties/{bounty}/language-proficiency"
    wait_until(lambda: worker("GET", here)["state"] == "passed", 120, lambda: str(worker("GET", here)))
    assert agent("GET", path)["application"]["languageProficiency"]["cefr"] == "C1"
    assert agent("PATCH", path, {"action": "accept"})["application"]["status"] == "accepted"
    instance.check_ledger()
