"""Which hours of a provider are taken: by existing bookings, and by the future appointments of running subscriptions."""

from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from humans.models import Booking, Profile, Subscription
from humans.rules.recurrence import Recurrence, clash, fits_week
from humans.rules.services import BOOKED, RUNNING

_DAY = timedelta(days=1)


class Slot(NamedTuple):
    """HH:mm in the provider's time zone; an end on the next day is shown as 24:00."""

    start: str
    end: str


def booked(profile: Profile, day: date) -> list[Slot]:
    """Taken slots on this date in the provider's time zone, earliest first. A subscription with a requested cancellation
    takes none after its last booking."""
    zone = ZoneInfo(profile.timezone or "UTC")
    begin, end = (datetime.combine(d, time(), zone) for d in (day, day + _DAY))
    rows = Booking.objects.filter(
        provider_id=profile.pk, status__in=BOOKED, starts_at__lt=end, starts_at__gte=begin - _DAY, ends_at__gt=begin
    )
    spans = set(rows.values_list("starts_at", "ends_at"))
    for row in running(profile.pk):
        for candidate in (day - _DAY, day, day + _DAY):
            if (
                _is_planned(row, candidate)
                and row.recurrence.begins(candidate) < end
                and row.recurrence.ends(candidate) > begin
            ):
                spans.add((row.recurrence.begins(candidate), row.recurrence.ends(candidate)))
    return sorted({Slot(_clock(start, zone, day), _clock(stop, zone, day)) for start, stop in spans})


def running(provider_id: UUID) -> list[Subscription]:
    return list(Subscription.objects.filter(provider_id=provider_id, status__in=RUNNING))


def overlapping_subscriptions(provider_id: UUID, wanted: Recurrence) -> list[Subscription]:
    """Running subscriptions that would overlap this series. Lock the provider's profile to be safe from concurrent bookings."""
    return [row for row in running(provider_id) if clash(wanted, row.recurrence)]


def is_within_availability(profile: Profile, wanted: Recurrence) -> bool:
    start = wanted.start.hour * 60 + wanted.start.minute
    return fits_week(profile.availability, wanted.first.weekday(), start, start + wanted.minutes)


def _is_planned(row: Subscription, day: date) -> bool:
    """Whether this day has an appointment that is not charged yet; charged ones have a booking."""
    return (
        row.next_date is not None
        and not row.cancel_requested_at
        and day >= row.next_date
        and row.recurrence.falls_on(day)
    )


def _clock(at: datetime, zone: ZoneInfo, day: date) -> str:
    """The local time on that day, clipped to 00:00 and 24:00."""
    here = at.astimezone(zone)
    return "00:00" if here.date() < day else "24:00" if here.date() > day else f"{here:%H:%M}"
