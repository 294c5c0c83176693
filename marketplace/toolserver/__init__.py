"""The local tool server, `ahm-mcp`: all tools over stdin and stdout, for one agent, against any installation of this service.

It runs without Django and without a database: it makes the REST calls of the tools, signs them with identities stored on this
machine, and pays in stablecoins with a key that never leaves it.
"""

import argparse
from collections.abc import Sequence

import anyio

from marketplace import VERSION
from marketplace.toolserver.server import run

_VARIABLES = """\
environment:
  AHM_BASE_URL          the installation; http://127.0.0.1:8000 when left out
  AHM_API_KEY           the account's key; without one searching and browsing work
  AHM_TOOLSETS          sets of tools, separated by commas: default, people, money, ...; all when left out
  AHM_X402_PRIVATE_KEY  a wallet that pays for x402_signup and x402_fund_wallet
  AHM_X402_MAX_CENTS    what one such payment may cost, in US cents; 1000 when left out
  AHM_X402_ASSET        a token beside the well-known ones, as network/address
  AHM_HOME              where identities are kept; ~/.ahm when left out
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """The console command, `ahm mcp`, too. It takes no arguments except --help and --version."""
    parser = argparse.ArgumentParser(
        prog="ahm-mcp",
        description="Serves the tools over stdin and stdout, to a client that speaks MCP and starts this by itself.",
        epilog=_VARIABLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"ahm-mcp {VERSION}")
    parser.parse_args(arguments)
    try:
        anyio.run(run)
    except KeyboardInterrupt:
        pass
