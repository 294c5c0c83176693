"""The command `ahm`: hire and watch from a shell, and receive webhooks on a machine that nobody can reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import httpx

from agent_hire._version import VERSION
from agent_hire.cli import calling, hiring, listening, login, tools
from agent_hire.errors import AgentHireError, APIError, ApprovalNeeded


class Ahm(click.Group):
    """Says what the service said, in words, when a call is refused."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ApprovalNeeded as asked:
            click.echo(str(asked), err=True)
            click.echo(f"Once they approved, make the same call with --key {asked.idempotency_key}", err=True)
            ctx.exit(3)
        except APIError as refused:
            click.echo(str(refused), err=True)
            for name, reasons in refused.fields.items():
                click.echo(f"  {name}: {' '.join(reasons)}", err=True)
            if refused.status == 401:
                click.echo("`ahm login` stores a key.", err=True)
            ctx.exit(1)
        except (AgentHireError, httpx.HTTPError, ValueError) as failed:
            click.echo(f"ahm: {failed}", err=True)
            ctx.exit(1)


@click.group(cls=Ahm, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(VERSION, prog_name="ahm")
def ahm() -> None:
    """Hire people for real-world tasks.

    The key and the address come from AHM_API_KEY and AHM_BASE_URL, else from `ahm login`.
    """


@click.group()
def events() -> None:
    """What happened in the account."""


@click.group()
def webhooks() -> None:
    """Webhooks on this machine."""


events.add_command(listening.tail)
webhooks.add_command(listening.listen)
for command in (
    login.login,
    login.logout,
    login.whoami,
    hiring.hire,
    hiring.watch,
    calling.call,
    events,
    webhooks,
    tools.mcp,
):
    ahm.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script."""
    ahm.main(args=list(arguments) if arguments is not None else None, prog_name="ahm")
