"""The local tool server, `ahm-mcp`: every tool over stdin and stdout, for one agent, against any installation of this service.

It has no Django and no database: it sends the calls that the tools describe, signs them with identities that are kept on this
machine, and pays in stablecoins with a key that never leaves it.
"""

import anyio

from marketplace.toolserver.server import run


def main() -> None:
    """The console command."""
    try:
        anyio.run(run)
    except KeyboardInterrupt:
        pass
