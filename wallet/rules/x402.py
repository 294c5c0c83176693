"""Stablecoins (x402): states of signed payments, tokens and networks, times."""

import re
from datetime import timedelta
from typing import Final

from marketplace.core.backoff import doubling
from marketplace.core.states import Machine

# States of a signed payment. `review`: outcome unknown. `refused`: the facilitator did not settle it, but anybody who has seen
# the signature can still submit it, so it is polled until it has expired. `attention`: the chain has not answered for a
# day, or the transaction is booked for another payment; staff decides.
X402_PAYMENT: Final = Machine(
    "x402 payment",
    {
        "review": {"settle": "settled", "refuse": "refused", "fail": "failed", "alert": "attention"},
        "refused": {"retry": "review", "settle": "settled", "fail": "failed", "alert": "attention"},
        "attention": {"settle": "settled", "fail": "failed"},
    },
)
X402_OPEN: Final = ("review", "refused", "attention")
X402_VALID_SECONDS: Final = 300  # the validity that we ask payers to sign for
X402_CLOCK_SLACK: Final = 600  # how far a payer's clock may be ahead of ours
X402_LATE_BLOCK: Final = 60  # seconds after `valid_before`, by the chain's time, when a signature counts as expired
X402_FIRST_POLL: Final = timedelta(minutes=2)  # by then the request has settled it or has died
X402_ATTENTION_PAUSE: Final = timedelta(hours=1)  # between polls in `attention`
WALLET_PROOF_AGE: Final = timedelta(minutes=5)
FAUCET_MAX_CENTS: Final = 1_000_000  # a call
ATOMS_PER_CENT: Final = 10_000  # of a token with 6 decimals
# Known stablecoins by chain, which need no further settings: contract, EIP-712 name and version.
X402_TOKENS: Final = {
    "eip155:8453": ("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USD Coin", "2"),
    "eip155:84532": ("0x036CbD53842c5426634e7929541eC2318f3dCF7e", "USDC", "2"),
}
# Chains without real money: required in a sandbox and refused elsewhere. By chain id: the test networks of Base, Ethereum,
# Optimism, Arbitrum, Polygon and Avalanche, and the usual ids of development chains.
X402_TEST_NETWORKS: Final = frozenset(
    f"eip155:{number}" for number in (84532, 11155111, 11155420, 421614, 80002, 43113, 1337, 31337)
)
# The function selector of authorizationState(address,bytes32), and the topics of the token's events.
AUTHORIZATION_STATE: Final = "0xe94a0102"
AUTHORIZATION_USED: Final = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5"
AUTHORIZATION_CANCELED: Final = "0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81"
TRANSFER: Final = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
EVM_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]{40}")
EVM_HASH: Final = re.compile(r"0x[0-9a-fA-F]{64}")


def x402_pause(attempts: int) -> timedelta:
    """The pause before the chain is polled again: 5, 10, 20 seconds, at most a minute."""
    return doubling(attempts, first=timedelta(seconds=5), most=timedelta(minutes=1))


def masked_address(address: str) -> str:
    return f"stablecoin {address[:6]}…{address[-4:]}"
