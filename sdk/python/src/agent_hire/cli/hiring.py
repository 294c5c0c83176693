"""`ahm hire` and `ahm watch`."""

from __future__ import annotations

import json
from typing import Any, Final

import click

from agent_hire.cli import stored
from agent_hire.cli.listening import line
from agent_hire.errors import WaitedInVain

_ENDED: Final = ("cancelled", "closed", "paid")
_LOOK: Final = 20.0  # seconds without an event until the bounty itself is looked at


@click.command()
@click.option("--title", required=True)
@click.option("--description", required=True, help="Everything a stranger must know to do it; public.")
@click.option("--price", required=True, type=float, help="US dollars for one person; the fee comes on top.")
@click.option("--hours", required=True, type=float, help="What one person needs.")
@click.option("--criteria", help="How both sides see that it is done.")
@click.option(
    "--evidence",
    multiple=True,
    type=click.Choice(["text", "photo", "video", "link"]),
    help="What they must send. Repeatable.",
)
@click.option("--city", help="Where, with --country. Without it, from anywhere.")
@click.option("--country", help="ISO code, such as PT.")
@click.option("--spots", type=int, default=1, show_default=True, help="How many people.")
@click.option(
    "--field", "fields", multiple=True, metavar="NAME=JSON", help="Any other field of POST /api/bounties. Repeatable."
)
@click.option("--yes", is_flag=True, help="Don't ask before money moves.")
@click.option("--key", help="Idempotency key: the same key never posts twice.")
def hire(yes: bool, key: str | None, **given: Any) -> None:
    """Post a bounty: says what it costs, asks, pays it into escrow, and prints its id."""
    body = _body(**given)
    with stored.client() as client:
        priced = client.bounties.create(**body, dry_run=True)
        for warning in priced.get("warnings", []):
            click.echo(f"Note: {warning}", err=True)
        click.echo(f"{priced['fundingTotal']:.2f} USD, for {body['spotsAvailable']} hired.", err=True)
        if not yes:
            click.confirm("Post it?", abort=True, err=True)
        posted = client.bounties.create(**body, idempotency_key=key)
    click.echo(posted["bountyId"])
    if url := posted.get("deposit_url"):
        click.echo(f"Nobody sees it before it is paid for: {url}", err=True)
    click.echo(f"ahm watch {posted['bountyId']}   # what happens to it", err=True)


@click.command()
@click.argument("bounty_id")
@click.option(
    "--after",
    default="start",
    show_default=True,
    help="A cursor or an event's id; `now`: only what happens from now on.",
)
@click.option("--json", "as_json", is_flag=True, help="Each event as a line of JSON.")
def watch(bounty_id: str, after: str, as_json: bool) -> None:
    """What happens to a bounty, until it has ended."""
    with stored.client() as client:
        click.echo(client.bounties.get(bounty_id)["bounty"]["title"], err=True)
        while True:
            try:
                event = client.wait_for(bounty_id=bounty_id, after=after, timeout=_LOOK)
            except WaitedInVain as nothing:
                after = nothing.cursor
                status = client.bounties.get(bounty_id)["bounty"]["status"]
                if status in _ENDED:
                    click.echo(f"It is {status}.", err=True)
                    return
                continue
            after = event["id"]
            click.echo(json.dumps(event, ensure_ascii=False) if as_json else line(event))


def _body(fields: tuple[str, ...], **given: Any) -> Any:
    body = {
        "title": given["title"],
        "description": given["description"],
        "price": given["price"],
        "estimatedHours": given["hours"],
        "spotsAvailable": given["spots"],
        "completionCriteria": given["criteria"],
        "evidenceTypes": list(given["evidence"]) or None,
    }
    if given["city"] or given["country"]:
        body["location"] = {"city": given["city"], "country": given["country"]}
    return {name: value for name, value in body.items() if value is not None} | dict(pair(field) for field in fields)


def pair(text: str) -> tuple[str, Any]:
    """`name=value`; a value that is JSON is read as such, any other is text. Raises click.BadParameter."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise click.BadParameter(f"{text!r} is not NAME=VALUE.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
