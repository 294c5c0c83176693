"""Rows of the table of routes: what only a sandbox has. By the socket's address, and by a credential where it is an account's."""

from typing import Any

from django.test import override_settings

from tests.api import Api
from tests.contract.cells import BELOW, LOOPBACK, OWN, PUBLIC, SIGNED, Route
from tests.factories.market import given_bounty, given_funded_agent

WALLET = "0x2222222222222222222222222222222222222222"
FAUCET = {"address": WALLET, "amount": 25}
PLAY = {"bountyId": "{open_bounty}"}
ELSEWHERE = " ".join(["409:no_faucet"] * 7)  # these tests pay on a chain of their own
LOCAL_CHAIN = {"X402_CHAIN": "sandbox", "X402_PAY_TO": "0x" + "5a" * 20}

# fmt: off
ROUTES = [
    Route("GET", "/api/sandbox/clock", "sandboxClock", PUBLIC, peer=LOOPBACK),
    Route("POST", "/api/sandbox/clock/advance", "sandboxAdvanceClock", PUBLIC, {"seconds": 0}, peer=LOOPBACK),
    Route("GET", "/api/sandbox/mail", "sandboxMail", PUBLIC, peer=LOOPBACK),
    Route("POST", "/api/sandbox/humans/{human}/verify", "sandboxVerifyHuman", PUBLIC, {"linkedin": True}, peer=LOOPBACK),
    Route("GET", f"/api/sandbox/faucet?address={WALLET}", "sandboxFunds", ELSEWHERE, peer=LOOPBACK),
    Route("POST", "/api/sandbox/faucet", "sandboxFaucet", ELSEWHERE, FAUCET, peer=LOOPBACK),
    Route("GET", "/api/sandbox/people", "sandboxPeople", SIGNED, peer=LOOPBACK),
    Route("PATCH", "/api/sandbox/people", "sandboxSwitchPeople", SIGNED, {"simulated": True}, peer=LOOPBACK),
    Route("POST", "/api/sandbox/people/{simulated}/play", "sandboxPlay", BELOW.format("200"), PLAY, peer=LOOPBACK),
    Route("POST", "/api/sandbox/people/{simulated}/play", "sandboxPlay", "401 404 404 404 200 403:not_owner 403:not_owner",
          {"bountyId": "{draft_bounty}"}, peer=LOOPBACK, note="hidden, never funded"),
    Route("GET", "/api/sandbox/plays", "sandboxPlays", SIGNED, peer=LOOPBACK),
    Route("GET", "/api/sandbox/plays/{play}", "sandboxGetPlay", OWN, peer=LOOPBACK),
    Route("DELETE", "/api/sandbox/plays/{play}", "sandboxStopPlay", OWN, peer=LOOPBACK),
]
ROUTES += [
    Route(row.method, row.path, row.operation, " ".join(["404"] * 7), row.body, note="from outside")
    for row in ROUTES
    if not row.note
]
# fmt: on


def walk(call: Any, anonymous: Api, worker: Api) -> None:
    """The clock, the mailbox, a verified person, money from the faucet, and somebody who plays."""
    call(anonymous, "GET", "/api/sandbox/clock")
    call(anonymous, "POST", "/api/sandbox/clock/advance", {"seconds": 0})
    call(anonymous, "GET", "/api/sandbox/mail?limit=1")
    call(anonymous, "POST", f"/api/sandbox/humans/{worker.account.public_profile_id}/verify", {"identityCountry": "PT"})
    with override_settings(**LOCAL_CHAIN):
        call(anonymous, "POST", "/api/sandbox/faucet", FAUCET)
        call(anonymous, "GET", f"/api/sandbox/faucet?address={WALLET}")
    agent = given_funded_agent()
    agent.address = LOOPBACK
    bounty = given_bounty(agent).public_id
    call(agent, "GET", "/api/sandbox/people")
    call(agent, "PATCH", "/api/sandbox/people", {"simulated": False, "scripts": ["reliable", "late"]})
    play = call(agent, "POST", "/api/sandbox/people/rosa/play", {"bountyId": bounty})["play"]["id"]
    call(agent, "GET", "/api/sandbox/plays")
    call(agent, "GET", f"/api/sandbox/plays/{play}")
    call(agent, "DELETE", f"/api/sandbox/plays/{play}")
