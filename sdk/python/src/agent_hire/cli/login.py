"""`ahm login`, `ahm logout`, `ahm whoami`."""

from __future__ import annotations

import click

from agent_hire.cli import stored
from agent_hire.client import LOCAL, AgentHire


@click.command()
@click.option(
    "--base-url", default=None, help=f"The service. Default: AHM_BASE_URL, else {LOCAL}.", envvar="AHM_BASE_URL"
)
@click.option(
    "--email", default=None, help="Open an account, or make it a new key's: a code is mailed to this address."
)
def login(base_url: str | None, email: str | None) -> None:
    """Store an API key for this machine.

    It asks for the key, and never shows it; `ahm login < file` reads it from a file. With --email there need be no key yet.
    """
    address = (base_url or LOCAL).rstrip("/")
    key = _opened(address, email) if email else click.prompt("API key (ahm_…)", hide_input=True, err=True).strip()
    with AgentHire(key, base_url=address) as client:
        account = client.accounts.get()
    file = stored.keep(stored.Login(address, key))
    click.echo(f"Logged in at {address} as {account['account']['name']}. The key is in {file}.")


@click.command()
def logout() -> None:
    """Forget the stored key. It stays valid: `ahm call accounts.revoke_key` ends it."""
    click.echo("Forgotten." if stored.forget() else "There was none.")


@click.command()
def whoami() -> None:
    """Which account this machine acts for, and what its wallet has."""
    with stored.client() as client:
        account, balance = client.accounts.get()["account"], client.wallet.get_balance()
    click.echo(f"{account['name']} ({account['profileId']}) at {client.base_url}")
    click.echo(f"{balance['balanceCents'] / 100:.2f} USD in the wallet")


def _opened(address: str, email: str) -> str:
    """The key of an account that is opened now; its address is proved by the mailed code."""
    with AgentHire("", base_url=address) as client:
        country, city = click.prompt("Country (ISO code)", err=True), click.prompt("City", err=True)
        click.confirm(f"Do you accept {address}/terms and {address}/privacy?", abort=True, err=True)
        asked = client.accounts.signup(email=email, acceptTerms=True, country=country, city=city)
        click.echo(f"A code was mailed to {email}; it is good for {asked['expiresInSeconds'] // 60} minutes.", err=True)
        opened = client.accounts.signup_verify(email=email, code=click.prompt("Code", err=True).strip())
    return str(opened["apiKey"])
