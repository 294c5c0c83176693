"""The accounts of a sandbox's simulated people, and the switch by which they apply by themselves."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import Group
from django.db import connection

from bounties.models import SimulatedPerson, SimulationSwitch
from bounties.rules.plays import BY_THEMSELVES
from bounties.rules.simulated_people import PEOPLE, STAFF, Person
from humans.services import profiles
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.roles import OPERATOR
from marketplace.core.transactions import join_or_begin
from marketplace.models import Account
from marketplace.services import sandbox


def check_sandbox() -> None:
    """Nothing of this runs elsewhere: these people have no documents and nobody behind them. Raises RuntimeError."""
    if not settings.SANDBOX:
        raise RuntimeError("simulated people live in a sandbox only")


def no_such_person() -> NotFound:
    """The 404 for an unknown name."""
    return NotFound(f"There is no such person. There are: {', '.join([*PEOPLE, 'staff'])}.")


def get(handle: str) -> SimulatedPerson:
    """The person of this name; the account is made when it is needed first.

    In the caller's transaction, or one of its own. Takes an advisory lock, so that two first calls make one. Raises NotFound
    (404), RuntimeError outside a sandbox.
    """
    check_sandbox()
    if handle not in PEOPLE and handle not in STAFF:
        raise no_such_person()

    def work() -> SimulatedPerson:
        with connection.cursor() as cursor:
            cursor.execute("select pg_advisory_xact_lock(hashtextextended('simulated:' || %s, 0))", [handle])
        known = SimulatedPerson.objects.select_related("account").filter(pk=handle).first()
        if known is not None:
            return known
        account = _staff(handle) if handle in STAFF else _worker(handle, PEOPLE[handle])
        made: SimulatedPerson = SimulatedPerson.objects.create(handle=handle, account=account)
        return made

    return join_or_begin(work)


def switch(actor: Actor, *, is_on: bool, scripts: list[str] | None) -> SimulationSwitch:
    """Switch on or off that people apply to the caller's new bounties by themselves.

    `scripts`: one applicant for each; None keeps what was chosen, at first `BY_THEMSELVES`. What is live already is left alone.
    Locks the switch. Raises RuntimeError outside a sandbox.
    """
    check_sandbox()
    SimulationSwitch.objects.get_or_create(account_id=actor.id, defaults={"scripts": list(BY_THEMSELVES)})
    row: SimulationSwitch = SimulationSwitch.objects.select_for_update(no_key=True).get(account_id=actor.id)
    if not is_on:
        row.since = None
    elif row.since is None:
        row.since = clock.now()
    row.scripts = row.scripts if scripts is None else scripts
    row.save(update_fields=["since", "scripts"])
    return row


def _worker(handle: str, person: Person) -> Account:
    account = _account(handle, f"{person.name} (simulated)")
    changes: profiles.ProfileChanges = {
        "headline": f"A simulated person of this sandbox: {person.skill}",
        "bio": "I follow a script, so that an agent's developer can try everything alone. docs/sandbox.md has them all.",
        "skills": [person.skill],
        "city": person.city,
        "country": person.country,
        "hourly_rate_cents": 2000,
        "timezone": person.timezone,
        "accepts_invitations": False,
    }
    profiles.edit(Actor(account=account, via="session"), changes)
    return sandbox.verify_human(account.profile_id, identity_country=person.country, linkedin=True, payouts=True)


def _staff(handle: str) -> Account:
    account = _account(handle, STAFF[handle], username=f"simulated-{handle}", is_staff=True)
    account.groups.add(Group.objects.get_or_create(name=OPERATOR)[0])
    return account


def _account(handle: str, name: str, **fields: object) -> Account:
    """Without a password. Mail to it is in the sandbox's mailbox, as everybody's."""
    email = f"{handle}@simulated.example.com"
    account: Account = Account.objects.create_user(email, None, name=name, email_verified_at=clock.now(), **fields)
    EmailAddress.objects.create(user=account, email=email, verified=True, primary=True)
    return account
