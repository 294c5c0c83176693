"""`ahm call`: any operation of the API."""

from __future__ import annotations

import inspect
import json
from typing import Any

import click

from agent_hire.calls import Raw
from agent_hire.cli import stored
from agent_hire.cli.hiring import pair
from agent_hire.client import AgentHire
from agent_hire.pages import Page


@click.command()
@click.argument("operation", required=False)
@click.argument("values", nargs=-1)
@click.option("--dry-run", is_flag=True, help="Make every check, say what would change, and change nothing.")
@click.option("--key", help="Idempotency key.")
@click.option("--all", "everything", is_flag=True, help="Of a list, every page; without it the first.")
def call(operation: str | None, values: tuple[str, ...], dry_run: bool, key: str | None, everything: bool) -> None:
    """Any operation: `ahm call applications.decide BOUNTY APPLICATION action=accept`.

    Ids come first, then fields as NAME=VALUE; a value that is JSON is read as such. Without OPERATION: all there are. With `help`
    as the only value: what it takes.
    """
    with stored.client() as client:
        if operation is None:
            click.echo("\n".join(_all(client)))
            return
        method = _method(client, operation)
        if values == ("help",):
            click.echo(f"{operation}{inspect.signature(method)}\n\n{inspect.getdoc(method)}")
            return
        ids = [value for value in values if "=" not in value]
        fields = dict(pair(value) for value in values if "=" in value)
        options: dict[str, Any] = {"dry_run": True} if dry_run else {}
        if key:
            options["idempotency_key"] = key
        try:
            inspect.signature(method).bind(*ids, **fields, **options)
        except TypeError as wrong:
            raise click.UsageError(f"{operation}: {wrong}. See `ahm call {operation} help`.") from None
        _show(method(*ids, **fields, **options), everything=everything)


def _show(answer: Any, *, everything: bool) -> None:
    if isinstance(answer, Raw):
        click.echo(answer.content or json.dumps(dict(answer.headers), indent=1), nl=not answer.content)
        return
    if isinstance(answer, Page):
        for row in answer if everything else answer.rows:
            click.echo(json.dumps(row, ensure_ascii=False))
        return
    click.echo(json.dumps(answer, ensure_ascii=False, indent=1))


def _all(client: AgentHire) -> list[str]:
    found = []
    for namespace, topic in sorted(vars(client).items()):
        if namespace.startswith("_") or not hasattr(topic, "_client"):
            continue
        for name, method in inspect.getmembers(topic, inspect.ismethod):
            if not name.startswith("_") and not inspect.isgeneratorfunction(method):
                found.append(f"{namespace}.{name:32} {(inspect.getdoc(method) or '').splitlines()[0]}")
    return found


def _method(client: AgentHire, operation: str) -> Any:
    namespace, _, name = operation.partition(".")
    topic = vars(client).get(namespace)
    if not name or name.startswith("_") or not hasattr(topic, "_client") or not hasattr(topic, name):
        raise click.UsageError(f"There is no operation {operation!r}. `ahm call` lists all.")
    return getattr(topic, name)
