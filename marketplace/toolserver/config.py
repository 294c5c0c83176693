"""Configuration from the environment; nothing else is read except the folder of identities."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from marketplace.core import tools


class BadEnvironment(Exception):
    """An environment variable that can't be used; the message is for the person who set it."""


@dataclass(slots=True)
class Config:
    """`api_key` may be set later, by x402_signup."""

    base_url: str
    api_key: str
    x402_key: str
    x402_max_cents: int
    x402_asset: tuple[str, str] | None  # network and address of a token in addition to the well-known ones
    home: Path
    toolsets: tuple[str, ...] = ("all",)

    @property
    def is_sandbox(self) -> bool:
        """Is the service a sandbox, as far as the key says? Keys of one have `_test_` behind their prefix."""
        return "_test_" in self.api_key.partition("_live_")[0]


def read() -> Config:
    """The configuration. Raises BadEnvironment."""
    base = os.environ.get("AHM_BASE_URL", "").strip().rstrip("/") or "http://127.0.0.1:8000"
    if not base.startswith(("http://", "https://")):
        raise BadEnvironment("AHM_BASE_URL is the address of the service, such as https://market.example.org")
    cap = os.environ.get("AHM_X402_MAX_CENTS", "").strip() or "1000"
    if not cap.isascii() or not cap.isdigit():
        raise BadEnvironment("AHM_X402_MAX_CENTS is what one stablecoin payment may cost, in US cents, such as 1000")
    network, _, address = os.environ.get("AHM_X402_ASSET", "").strip().partition("/")
    if network and not address:
        raise BadEnvironment("AHM_X402_ASSET is a network and a token, such as eip155:84532/0x036C…")
    toolsets = tuple(name.strip() for name in (os.environ.get("AHM_TOOLSETS", "").strip() or "all").split(","))
    known = sorted({"default", "all", *tools.TOOLSETS})
    if unknown := [name for name in toolsets if name not in known]:
        raise BadEnvironment(
            f"AHM_TOOLSETS names sets of tools, separated by commas. There is no {unknown[0]!r}; there are {', '.join(known)}"
        )
    return Config(
        base_url=base,
        api_key=os.environ.get("AHM_API_KEY", "").strip(),
        x402_key=os.environ.get("AHM_X402_PRIVATE_KEY", "").strip(),
        x402_max_cents=int(cap),
        x402_asset=(network, address) if network else None,
        home=Path(os.environ.get("AHM_HOME", "").strip() or "~/.ahm").expanduser(),
        toolsets=toolsets,
    )


def moment() -> str:
    """The time now: ISO 8601, UTC, milliseconds. Signatures are checked against the service's clock."""
    nanoseconds = time.time_ns()
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(nanoseconds // 10**9))}.{nanoseconds // 10**6 % 1000:03d}Z"
