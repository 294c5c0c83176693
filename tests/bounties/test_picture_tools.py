"""A photo of a place ordered, followed and judged by tools: what REST says by headers and bytes, as fields and next steps."""

from typing import Any

import pytest

from bounties.models import Bounty, Picture
from marketplace.core import tools
from tests.api import Api
from tests.bounties.test_pictures import ASKED, given_taker, run_timers, send_photo
from tests.factories.approvals import asks_above, owner_of
from tests.factories.hiring import wallet
from tests.factories.market import given_funded_agent, given_money, untouched
from tests.factories.tools import check_answer, use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
KEY = "clock-tower-1"


def said(agent: Api, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = use(agent, name, **arguments)
    assert not result["isError"], result["structuredContent"]
    found: dict[str, Any] = result["structuredContent"]
    if name.endswith("_picture"):
        check_answer(tools.catalog()[name], found)
    return found


def refused(agent: Api, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = use(agent, name, **arguments)
    assert result["isError"]
    found: dict[str, Any] = result["structuredContent"]
    return found


def order(agent: Api, **more: Any) -> dict[str, Any]:
    return said(agent, "request_picture", **ASKED, idempotencyKey=KEY, **more)


def test_an_order_is_rehearsed_made_once_and_followed() -> None:
    agent = given_funded_agent(2000)
    with untouched():
        dry = order(agent, dryRun=True)
        lacking = refused(agent, "request_picture", **ASKED)
    assert sum(move["cents"] for move in dry["wouldChange"]["money"]) == 2000 and dry["dryRun"]
    assert lacking["error_code"] == "validation_error" and "idempotencyKey" in lacking["fields"]

    made, again = order(agent), order(agent)

    picture = Picture.objects.get()
    assert (made["status"], made["pictureId"], made["bountyId"]) == (
        "processing",
        picture.public_id,
        picture.bounty.public_id,
    )
    assert made["deliverBy"] and made["retryAfterSeconds"] >= 60 and wallet(agent) == 0
    assert again["pictureId"] == made["pictureId"]
    wait, look = made["nextActions"]
    assert (wait["tool"], look["tool"]) == ("wait_for_events", "get_picture")
    assert said(agent, look["tool"], **look["arguments"])["status"] == "processing"
    assert said(agent, "wait_for_events", **wait["arguments"], timeoutSeconds=1)["events"] == []
    other = refused(agent, "request_picture", **ASKED | {"tier": "express"}, idempotencyKey=KEY)
    assert other["error_code"] == "idempotency_key_reused" and Picture.objects.count() == 1


def test_a_photo_that_is_there_is_shown_by_its_submission() -> None:
    agent = given_funded_agent(2000)
    made = order(agent)
    worker, bounty = given_taker(agent)
    assert send_photo(worker, bounty).status == 200
    run_timers()

    found = said(agent, "get_picture", pictureId=made["pictureId"])

    [look] = found["nextActions"]
    assert (found["status"], look["tool"]) == ("delivered", "get_submission")
    shown = use(agent, look["tool"], **look["arguments"])
    assert [part["type"] for part in shown["content"]] == ["text", "image"]
    assert shown["structuredContent"]["submission"]["id"] == found["submissionId"]


def test_a_photo_with_a_finding_leads_to_its_judgement() -> None:
    agent = given_funded_agent(2000)
    made = order(agent)
    worker, bounty = given_taker(agent)
    assert send_photo(worker, bounty, live=False).status == 200
    run_timers()

    found = said(agent, "get_picture", pictureId=made["pictureId"])

    assert (found["status"], found["ownerAction"]) == ("processing", "review")
    [look] = found["nextActions"]
    shown = said(agent, look["tool"], **look["arguments"])
    judge = next(step for step in shown["nextActions"] if step["arguments"].get("action") == "approve")
    assert judge["tool"] == "review_submission"
    said(agent, judge["tool"], **judge["arguments"])
    assert said(agent, "get_picture", pictureId=made["pictureId"])["status"] == "delivered"


def test_an_order_that_waits_for_money_is_kept_and_says_so() -> None:
    agent = given_funded_agent(1000)

    short = refused(agent, "request_picture", **ASKED, idempotencyKey=KEY)

    assert (short["error_code"], short["shortfallCents"]) == ("insufficient_funds", 1000)
    assert [step["tool"] for step in short["nextActions"]] == ["deposit_wallet", "get_picture"]
    look = short["nextActions"][-1]["arguments"]
    assert refused(agent, "get_picture", **look)["fundingUrl"] == short["fundingUrl"]
    given_money(agent, 1000)
    run_timers()
    assert said(agent, "get_picture", **look)["status"] == "processing"


def test_an_approved_order_is_called_again_with_its_key_by_the_tool() -> None:
    agent = given_funded_agent(2000)
    asks_above(agent, 500)
    asked = order(agent)
    assert asked["approvalId"] and not Bounty.objects.exists()
    path = f"/api/approvals/{asked['approvalId']}"
    assert owner_of(agent).post(path, {"decision": "approve"}).status == 200

    [again] = said(agent, "get_approval", approvalId=asked["approvalId"])["nextActions"]

    assert (again["tool"], again["needs"]) == ("request_picture", [])
    assert again["arguments"] == ASKED | {"idempotencyKey": KEY}
    [rest] = agent.get(path)["nextActions"]
    assert (rest["needs"], "idempotencyKey" in rest["body"]) == (["Idempotency-Key"], False)
    assert said(agent, again["tool"], **again["arguments"])["status"] == "processing"


def test_somebody_elses_order_is_not_found() -> None:
    made = order(given_funded_agent(2000))
    stranger = given_funded_agent(2000)

    with untouched():
        assert refused(stranger, "get_picture", pictureId=made["pictureId"])["error_code"] == "not_found"
