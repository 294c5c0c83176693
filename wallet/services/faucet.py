"""The faucet of the sandbox's own chain: dollars that cost nothing, for the wallets of agents that pay by x402."""

from dataclasses import dataclass

from django.conf import settings

from wallet.errors import NoFaucet
from wallet.providers import sandbox_chain
from wallet.rules.x402 import ATOMS_PER_CENT


@dataclass(frozen=True, slots=True)
class Funds:
    """A wallet on the local chain. `cents`: what it holds; `tx_hash`: of what it was given just now, empty when it was not."""

    address: str
    cents: int
    tx_hash: str = ""

    network: str = ""
    asset: str = ""
    pay_to: str = ""


def give(address: str, cents: int) -> Funds:
    """POST /api/sandbox/faucet: mint `cents` for this address (0x…), in the caller's transaction. Each call gives again.

    Locks nothing. Raises NoFaucet (409) where another chain is configured, RuntimeError outside a sandbox.
    """
    _check()
    return _funds(address, sandbox_chain.mint(address, cents * ATOMS_PER_CENT))


def look(address: str) -> Funds:
    """What an address holds. Raises as `give`."""
    _check()
    return _funds(address, "")


def _check() -> None:
    if settings.SANDBOX and settings.X402_CHAIN != "sandbox":
        raise NoFaucet(currentState=settings.X402_NETWORK, allowedActions=[])
    sandbox_chain.check_configured()


def _funds(address: str, tx_hash: str) -> Funds:
    return Funds(
        address=address,
        cents=sandbox_chain.balance(address) // ATOMS_PER_CENT,
        tx_hash=tx_hash,
        network=settings.X402_NETWORK,
        asset=sandbox_chain.token()[0],
        pay_to=settings.X402_PAY_TO.lower(),
    )
