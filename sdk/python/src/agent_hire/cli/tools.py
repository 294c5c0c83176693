"""`ahm mcp`: the tool server for agents on this machine."""

from __future__ import annotations

import importlib.util
import os

import click

from agent_hire.cli import stored


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def mcp(arguments: tuple[str, ...]) -> None:
    """Serve the tools on stdin and stdout (the Model Context Protocol).

    The same program as `ahm-mcp`, with the key of `ahm login` when the environment has none.
    """
    if importlib.util.find_spec("marketplace") is None:
        raise click.UsageError("The tool server isn't installed: pip install 'agent-hire[mcp]'")
    from marketplace.toolserver import main

    kept = stored.find()
    address = os.environ.get("AHM_BASE_URL", "").strip().rstrip("/")
    if kept is not None and not os.environ.get("AHM_API_KEY", "").strip() and address in ("", kept.base_url):
        os.environ |= {"AHM_API_KEY": kept.api_key, "AHM_BASE_URL": kept.base_url}
    main(list(arguments))
