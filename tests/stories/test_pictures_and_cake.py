"""A picture in time and one that is late, and a cake: three errands that nobody has to lead."""

import io
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from PIL import Image

from .conftest import Caller, Instance, balance, earned

pytestmark = pytest.mark.live
PHOTO = {"location": "Ferry Building, Embarcadero", "subject": "The clock tower", "tier": "standard"}
HOUR = 3600


def ask(agent: Caller, key: str, **fields: str) -> httpx.Response:
    headers = agent.headers | {"Idempotency-Key": key}
    return httpx.post(f"{agent.base_url}/api/picture-of-sf", json=PHOTO | fields, headers=headers, timeout=30)


def poll(agent: Caller, path: str) -> httpx.Response:
    return httpx.get(agent.base_url + path, headers=agent.headers, timeout=30)


def given_local(instance: Instance) -> Caller:
    """Somebody whose documents say that they live in that country."""
    worker = instance.new_worker(location={"city": "San Francisco", "country": "US", "isRemoteAvailable": False})
    profile = worker("GET", "/api/account")["account"]["profileId"]
    instance.caller()("POST", f"/api/sandbox/humans/{profile}/verify", {"identityCountry": "US"})
    return worker


def take_on(worker: Caller, agent: Caller, instance: Instance) -> str:
    bounty: str = agent("GET", "/api/bounties?mine=true&limit=1")["bounties"][0]["id"]
    worker("POST", f"/api/bounties/{bounty}/applications", {"coverLetter": "I am near."})
    instance.advance(1)
    return bounty


def send_photo(worker: Caller, bounty: str, shade: int) -> None:
    out = io.BytesIO()
    image = Image.linear_gradient("L").rotate(shade).resize((800, 600))
    image.convert("RGB").save(out, "JPEG")
    fields = {"capturedLive": "true", "capturedAt": datetime.now(UTC).isoformat()}
    sent = ("files", ("tower.jpg", out.getvalue(), "image/jpeg"))
    worker.upload(f"/api/bounties/{bounty}/submissions", fields, [sent])


def test_a_picture_in_time_and_one_that_is_late(instance: Instance) -> None:
    # given a wallet that pays for two standard pictures
    agent, worker = instance.agent(40), given_local(instance)

    # when the first is taken within its day
    first = ask(agent, "tower-1")
    path = first.headers["Content-Location"]
    assert (first.status_code, first.content, balance(agent)) == (202, b"", 2000)
    send_photo(worker, take_on(worker, agent, instance), 0)
    instance.advance(1)

    # then it is there, as a JPEG, and its taker is paid three days later
    answer = poll(agent, path)
    assert (answer.status_code, answer.headers["Content-Type"], answer.content[:2]) == (200, "image/jpeg", b"\xff\xd8")
    instance.advance(6 * 24 * HOUR)
    assert earned(worker) == 1695

    # when the second is taken on shortly before its target, and sent after it
    second = ask(agent, "tower-2", subject="The clock tower at night").headers["Content-Location"]
    instance.advance(24 * HOUR + 1800)
    bounty = take_on(worker, agent, instance)
    instance.advance(2400)
    late = poll(agent, second)
    assert (late.status_code, late.headers["X-Delivery-Status"]) == (202, "delayed")
    send_photo(worker, bounty, 90)
    instance.advance(1)

    # then it counts all the same, and what nobody takes comes back
    assert poll(agent, second).status_code == 200
    short = ask(agent, "tower-3")
    assert (short.status_code, short.json()["shortfallCents"]) == (402, 2000)
    instance.pay(agent("POST", "/api/wallet/deposit", {"amount": 20})["checkoutUrl"])
    instance.advance(1)
    third = short.headers["Content-Location"]
    assert (poll(agent, third).status_code, balance(agent)) == (202, 0)
    instance.advance(26 * HOUR)
    assert (poll(agent, third).status_code, balance(agent)) == (410, 2000)
    instance.check_ledger()


def wish(instance: Instance) -> dict[str, Any]:
    now = datetime.fromisoformat(instance.caller()("GET", "/api/sandbox/clock")["now"])
    return {
        "recipientName": "Ana Silva",
        "address": "Rua de Santa Catarina 200",
        "city": "Braga",
        "country": "PT",
        "deliverAt": (now + timedelta(hours=30)).isoformat(),
        "message": "Happy birthday!",
        "size": "medium",
    }


def test_a_cake_finds_its_courier_after_one_who_never_answered(instance: Instance) -> None:
    # given an order that is paid, and one courier in that city
    agent = instance.agent(59)
    place = {"location": {"city": "Braga", "country": "PT", "isRemoteAvailable": False}, "skills": ["delivery"]}
    silent = instance.new_worker("Silent Sam", **place)
    quote = agent("POST", "/api/cake-orders/quote", wish(instance))
    assert (quote["totalCents"], balance(agent)) == (5900, 5900)
    order = agent("POST", "/api/cake-orders", {"quoteId": quote["quoteId"]})["order"]
    path = f"/api/cake-orders/{order['id']}"
    instance.advance(1)
    assert (agent("GET", path)["order"]["status"], balance(agent)) == ("assigned", 0)

    # when they let their two hours pass, and somebody else comes to town
    instance.advance(2 * HOUR + 60)
    assert agent("GET", path)["order"]["status"] == "funded"
    courier = instance.new_worker("Clara", **place)
    instance.advance(60)

    # then the other is asked, brings it, and is paid
    bounty, application = order["bountyId"], courier("GET", "/api/work")["applications"][0]["id"]
    courier("POST", f"/api/bounties/{bounty}/applications/{application}/confirm")
    courier("POST", f"/api/bounties/{bounty}/submissions", {"textEvidence": "She was delighted."})
    instance.advance(1)
    assert agent("GET", path)["order"]["status"] == "delivered"
    escrow = agent("GET", f"/api/escrow?bountyId={bounty}")["escrows"]
    seat = next(row["id"] for row in escrow if row["kind"] == "seat" and row["status"] == "delivered")
    agent("POST", f"/api/escrow/{seat}/release", {"acknowledgeRelease": True})
    instance.advance(1)
    assert agent("GET", path)["order"]["status"] == "completed"
    assert (earned(courier), earned(silent), balance(agent)) == (5000, 0, 0)
    instance.check_ledger()
