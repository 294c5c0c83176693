"""The local tool server, called beside a service that is played."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from x402.http.utils import encode_payment_required_header
from x402.schemas import PaymentRequired, PaymentRequirements, ResourceInfo

from marketplace.toolserver.calls import Service
from marketplace.toolserver.config import Config
from marketplace.toolserver.identities import Store
from marketplace.toolserver.server import use

USDC = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"  # the well-known one of Base Sepolia
NETWORK = "eip155:84532"


class Recorder:
    """The service, as far as the tool server sees it."""

    def __init__(self, answer: Callable[[httpx.Request], httpx.Response]) -> None:
        self.answer = answer
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        return self.answer(request)

    def body(self, number: int = -1) -> Any:
        return json.loads(self.requests[number].content)


def fine(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"success": True})


def config(home: Path, **given: Any) -> Config:
    usual = {"base_url": "http://market.test", "api_key": "ahm_test_x", "x402_key": "", "x402_max_cents": 1000}
    return Config(**(usual | {"x402_asset": None, "home": home} | given))


def call(service: Recorder, given: Config, name: str, /, **arguments: Any) -> dict[str, Any]:
    return call_at_once(service, [given], name, **arguments)[0]


def call_at_once(service: Recorder, given: list[Config], name: str, /, **arguments: Any) -> list[dict[str, Any]]:
    """The same call by each; one configuration that comes twice is one process that is called twice."""

    async def answer(request: httpx.Request) -> httpx.Response:
        for _ in range(9):
            await asyncio.sleep(0)  # the others go on meanwhile
        return service(request)

    async def run() -> list[dict[str, Any]]:
        async with httpx.AsyncClient(base_url=given[0].base_url, transport=httpx.MockTransport(answer)) as http:
            servers = {id(one): Service(one, http) for one in given}
            calls = [use(servers[id(one)], Store(one.home), name, arguments) for one in given]
            return list(await asyncio.gather(*calls))

    return asyncio.run(run())


def code(result: dict[str, Any]) -> str:
    assert result["isError"] is True
    found: str = result["structuredContent"]["error_code"]
    return found


def demanding(
    *, atoms: int = 5_000_000, asset: str = USDC, then: Any = None, base: str = "http://market.test", header: str = ""
) -> Recorder:
    """A service that asks for a payment, and answers `then` once it has one."""

    def answer(request: httpx.Request) -> httpx.Response:
        if "PAYMENT-SIGNATURE" in request.headers:
            if isinstance(then, Exception):
                raise then
            if then is not None:
                return then
            return httpx.Response(200, json={"success": True, "status": "credited"})
        option = PaymentRequirements(
            scheme="exact", network=NETWORK, asset=asset, amount=str(atoms), pay_to="0x" + "a" * 40,
            max_timeout_seconds=300, extra={"name": "USDC", "version": "2"},
        )  # fmt: skip
        resource = ResourceInfo(url=f"{base}{request.url.path}")
        terms = encode_payment_required_header(PaymentRequired(x402_version=2, accepts=[option], resource=resource))
        return httpx.Response(402, json={"success": False}, headers={"PAYMENT-REQUIRED": header or terms})

    return Recorder(answer)
