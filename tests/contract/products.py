"""The managed products' part of the prepared market and of the journey, and the bodies that are sent."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from marketplace.core import clock
from tests.api import Api
from tests.factories.market import given_funded_agent, given_money

if TYPE_CHECKING:
    from tests.contract.journey import Recorder

PHOTO = {"location": "Ferry Building, Embarcadero", "subject": "The clock tower", "tier": "standard"}
CAKE = {
    "recipientName": "Ana Silva", "address": "Rua Augusta 100", "city": "Vigo", "country": "ES",
    "deliverAt": (clock.wall() + timedelta(days=9)).isoformat(), "size": "small",
}  # fmt: skip


def given(owner: Api) -> dict[str, str]:
    """A picture that is being taken, a quote, and an order that was paid: the names of their ids."""
    given_money(owner, 20_000)
    photo = owner.post("/api/picture-of-sf", PHOTO, Idempotency_Key="the picture of the market")
    assert photo.status == 202, photo.body
    quotes = [_ok(owner.post("/api/cake-orders/quote", CAKE))["quoteId"] for _ in range(2)]
    order = _ok(owner.post("/api/cake-orders", {"quoteId": quotes[1]}))["order"]["id"]
    return {
        "picture": photo.headers["Content-Location"].rpartition("/")[2],
        "cake_quote": quotes[0],
        "cake_order": order,
    }


def _ok(answer: Any) -> Any:
    assert answer.status == 200, answer.body
    return answer


def walk(call: "Recorder") -> None:
    """Every operation of the products, as an agent calls them."""
    agent = given_funded_agent(20_000)
    quote = call(agent, "POST", "/api/cake-orders/quote", CAKE)["quoteId"]
    order = call(agent, "POST", "/api/cake-orders", {"quoteId": quote})["order"]["id"]
    call(agent, "GET", "/api/cake-orders")
    call(agent, "GET", f"/api/cake-orders/{order}")
