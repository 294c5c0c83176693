"""`ahm events tail` and `ahm webhooks listen`."""

from __future__ import annotations

import json
import secrets
from typing import Any

import click
import httpx

from agent_hire.cli import stored
from agent_hire.webhooks import HEADER, sign

_LONGEST = 10.0  # seconds, as long as the service waits for a receiver


def line(event: Any) -> str:
    """An event in a line: when, what, and the ids and states in it."""
    told = [
        f"{name}={value}"
        for name, value in event["data"].items()
        if isinstance(value, str | int) and name != "bountyId"
    ]
    return f"{event['created']}  {event['type']:32} {' '.join(told)}"


@click.command()
@click.option("--types", multiple=True, help="Only these. Repeatable.")
@click.option("--bounty", help="Only of this bounty.")
@click.option(
    "--after", default="now", show_default=True, help="A cursor or an event's id; `start`: from the first one."
)
@click.option("--json", "as_json", is_flag=True, help="Each event as a line of JSON.")
def tail(types: tuple[str, ...], bounty: str | None, after: str, as_json: bool) -> None:
    """Each event as it happens, until Ctrl-C."""
    with stored.client() as client:
        for event in client.events.tail(*types, bounty_id=bounty, after=after):
            click.echo(json.dumps(event, ensure_ascii=False) if as_json else line(event))


@click.command()
@click.option(
    "--forward", "address", required=True, metavar="URL", help="Your receiver, such as http://localhost:3000/hooks."
)
@click.option("--types", multiple=True, help="Only these. Repeatable.")
@click.option(
    "--after", default="now", show_default=True, help="A cursor or an event's id; `start`: from the first one."
)
@click.option("--secret", envvar="AHM_WEBHOOK_SECRET", help="What signs them; a new one if it is left out.")
def listen(address: str, types: tuple[str, ...], after: str, secret: str | None) -> None:
    """Bring webhooks to this machine, until Ctrl-C: each event is sent to your receiver, signed as the service signs.

    No endpoint is made at the service, and nothing has to reach this machine from outside. What your receiver refuses is not sent
    again: start with --after and the id of the event.
    """
    secret = secret or f"whsec_{secrets.token_urlsafe(32)}"
    click.echo(f"Signed with {secret}\nForwarding to {address}; Ctrl-C ends it.", err=True)
    with stored.client() as client, httpx.Client(timeout=_LONGEST) as http:
        for event in client.events.tail(*types, after=after):
            click.echo(f"{line(event)}  -> {_forward(http, address, event, secret)}")


def _forward(http: httpx.Client, address: str, event: Any, secret: str) -> str:
    """Send one event as a delivery; returns what became of it."""
    body = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
    signature = sign(body, secret)
    headers = {
        "Content-Type": "application/json",
        HEADER: signature,
        "X-Service-Event": event["type"],
        "X-Service-Delivery": f"local_{secrets.token_hex(13)}",
        "X-Service-Timestamp": signature.partition(",")[0].removeprefix("t="),
    }
    try:
        return str(http.post(address, content=body, headers=headers).status_code)
    except httpx.HTTPError as error:
        return f"no answer ({type(error).__name__}); its id is {event['id']}"
