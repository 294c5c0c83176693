"""Which hours of a provider are taken: by cycles that exist, and by running subscriptions in all the weeks to come."""

from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from humans.models import Booking, Profile, Subscription
from humans.rules import BOOKED, RUNNING, Rhythm, clash, fits_week

_DAY = timedelta(days=1)


class Slot(NamedTuple):
    """HH:mm in the provider's time zone; an end on the next day is 24:00."""

    start: str
    end: str


def booked(profile: Profile, day: date) -> list[Slot]:
    """What is taken on this day of the provider's, earliest first. A subscription that is to end takes nothing after its
    last cycle."""
    zone = ZoneInfo(profile.timezone or "UTC")
    begin, end = (datetime.combine(d, time(), zone) for d in (day, day + _DAY))
    rows = Booking.objects.filter(
        provider_id=profile.pk, status__in=BOOKED, starts_at__lt=end, starts_at__gte=begin - _DAY, ends_at__gt=begin
    )
    spans = set(rows.values_list("starts_at", "ends_at"))
    for row in running(profile.pk):
        for candidate in (day - _DAY, day, day + _DAY):
            if _will_be(row, candidate) and row.rhythm.begins(candidate) < end and row.rhythm.ends(candidate) > begin:
                spans.add((row.rhythm.begins(candidate), row.rhythm.ends(candidate)))
    return sorted({Slot(_clock(start, zone, day), _clock(stop, zone, day)) for start, stop in spans})


def running(provider_id: UUID) -> list[Subscription]:
    return list(Subscription.objects.filter(provider_id=provider_id, status__in=RUNNING))


def in_the_way(provider_id: UUID, wanted: Rhythm) -> list[Subscription]:
    """Whose slots this one would overlap; exact while the provider's profile is locked."""
    return [row for row in running(provider_id) if clash(wanted, row.rhythm)]


def works_then(profile: Profile, wanted: Rhythm) -> bool:
    start = wanted.start.hour * 60 + wanted.start.minute
    return fits_week(profile.availability, wanted.first.weekday(), start, start + wanted.minutes)


def _will_be(row: Subscription, day: date) -> bool:
    """A cycle that is not paid for yet; those that are have a booking of their own."""
    return (
        row.next_date is not None and not row.cancel_requested_at and day >= row.next_date and row.rhythm.falls_on(day)
    )


def _clock(at: datetime, zone: ZoneInfo, day: date) -> str:
    """The wall's time on that day; what reaches beyond it is cut."""
    here = at.astimezone(zone)
    return "00:00" if here.date() < day else "24:00" if here.date() > day else f"{here:%H:%M}"
