"""Invitations by mail to people whom a public listing suits, in waves (rules/outreach.py).

A wave is one transaction: its invitations, their mails and the time of the next wave are committed together. It locks the
bounty, so that a listing sends one wave at a time, then the profiles of the people it invites: the daily limit of
invitations and the opt-out are checked under that lock, so that concurrent listings cannot exceed them.
"""

from uuid import UUID

from bounties import events
from bounties.errors import BoostNotAvailable, DeadlinePassed, NoOutreach
from bounties.models import Bounty, Invitation, Outreach
from bounties.rules import outreach as rules
from bounties.rules.bounties import LIVE
from bounties.selectors import access
from bounties.selectors import outreach as selector
from humans.models import Profile
from marketplace.api.fields import timestamp
from marketplace.core import clock, countries, money
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.core.transactions import for_each_due, insert_later
from marketplace.models import Account
from marketplace.services import mail_templates


def begin(bounty: Bounty) -> None:
    """Schedule the first wave of a listing that goes live in this transaction. The bounty is locked by the caller."""
    if selector.sends_invitations(bounty):
        target = rules.planned(0, bounty.spots_available)
        insert_later(Outreach(bounty=bounty, target=target, next_wave_at=rules.next_wave_at(0, clock.now())))


def send_due() -> int:
    """Timer: send the waves that are due, and unschedule those of listings that have ended. Locks bounty, profiles.

    Returns how many.
    """

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        outreach = Outreach.objects.get(pk=pk)
        now = clock.now()
        if selector.accepts_applications(bounty) and outreach.next_wave_at is not None and outreach.next_wave_at <= now:
            _send_wave(Actor.system(), bounty, outreach)

    sent = for_each_due(selector.due(), work, by="next_wave_at")
    ended = Outreach.objects.filter(next_wave_at__lte=clock.now(), bounty__status__in=rules.ENDED)
    return sent + ended.update(next_wave_at=None)


def boost(actor: Actor, bounty_id: str) -> Bounty:
    """POST …/outreach/boost: send the next wave now, twice as large, once in 24 hours (spec, Endpoints, Bounties).

    Also possible after the last scheduled wave. Locks bounty, profiles. Raises NotFound (404), NotOwner (403), NoOutreach,
    InvalidState, DeadlinePassed, BoostNotAvailable (409).
    """
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    if not selector.sends_invitations(bounty):
        raise NoOutreach(currentState=bounty.status, allowedActions=[])
    if bounty.status not in LIVE:
        raise InvalidState(
            f"This bounty is {bounty.status}, so nobody can apply just now and nobody is invited.",
            currentState=bounty.status,
            allowedActions=[],
        )
    if not selector.accepts_applications(bounty):
        raise DeadlinePassed(currentState=bounty.status, allowedActions=["edit_deadline"])
    outreach, _ = Outreach.objects.get_or_create(bounty=bounty)  # listings created before this feature have no row
    available_at = selector.boost_available_at(bounty, outreach)
    if available_at is not None and available_at > clock.now():
        raise BoostNotAvailable(boostAvailableAt=timestamp(available_at), currentState=bounty.status, allowedActions=[])
    outreach.boosted_at = clock.now()
    _send_wave(actor, bounty, outreach, boosted=True)
    return bounty


def _send_wave(actor: Actor, bounty: Bounty, outreach: Outreach, *, boosted: bool = False) -> None:
    now = clock.now()
    number, spots = outreach.wave + 1, bounty.spots_remaining
    size = rules.size(number, spots, boosted=boosted)
    earlier = Invitation.objects.filter(bounty_id=bounty.pk).count()
    people = _lock_invitable(selector.candidates(bounty, limit=size))
    Invitation.objects.bulk_create(
        Invitation(bounty=bounty, human=person, wave=number, created_at=now) for person in people
    )
    for person in people:
        _mail(bounty, person)
    outreach.wave, outreach.next_wave_at = number, rules.next_wave_at(number, now)
    outreach.target = max(outreach.target, earlier + size + rules.planned(number, spots))
    outreach.save(update_fields=["wave", "next_wave_at", "target", "boosted_at"])
    events.publish_internal(actor, bounty, "outreach_wave", wave=number, invited=len(people), boosted=boosted)


def _lock_invitable(chosen: list[Profile]) -> list[Account]:
    """Lock these profiles and return the accounts of those who may still be invited, in the same order."""
    keys = [profile.pk for profile in chosen]
    list(Profile.objects.locked().filter(pk__in=keys).values_list("pk", flat=True))
    invitable = selector.still_invitable(keys)
    return [profile.account for profile in chosen if profile.pk in invitable and profile.account.email]


def _mail(bounty: Bounty, person: Account) -> None:
    mail_templates.send(
        person,
        "invitation",
        title=bounty.title,
        pay=money.format_usd(bounty.seat_cents),
        place=_place(bounty),
        deadline=bounty.deadline,
        bounty_url=bounty.public_url,
    )


def _place(bounty: Bounty) -> str:
    named = countries.place(bounty.city, country=bounty.country)
    if bounty.is_remote_allowed:
        return f"remote, or {named}" if named else "remote"
    return named
