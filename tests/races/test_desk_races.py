"""Several of the staff at the same desk at the same moment."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from escrow.errors import CaseTaken
from escrow.models import Case
from escrow.services import desk, digests
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.factories.desk import acting_staff, given_case, given_support
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
ROUNDS = range(3)


@pytest.mark.parametrize("_", ROUNDS)
def test_of_two_who_take_a_case_one_has_it_and_the_other_reads_who(_: int, at_once: AtOnce) -> None:
    case = given_case()
    ana, ben = acting_staff(given_support(name="Ana")), acting_staff(given_support(name="Ben"))

    results = at_once(*(partial(unit, partial(desk.take, who, case.pk)) for who in (ana, ben)))

    (refused,) = [result for result in results if isinstance(result, CaseTaken)]
    case.refresh_from_db()
    has = {ana.id: "Ana", ben.id: "Ben"}[case.assignee_id]  # type: ignore[index]
    assert refused.extra["assignee"] == has
    assert Event.objects.filter(type="case.taken").count() == 1


@pytest.mark.parametrize("_", range(2))
def test_eight_who_take_the_next_get_eight_cases_and_the_ninth_none(_: int, at_once: AtOnce) -> None:
    for _number in range(8):
        given_case()
    staff = [acting_staff(given_support()) for _ in range(8)]

    results = at_once(*(partial(unit, partial(desk.take_next, who)) for who in staff))

    assert len({case.pk for case in results}) == 8, results
    assert set(Case.objects.values_list("assignee_id", flat=True)) == {who.id for who in staff}
    assert unit(lambda: desk.take_next(acting_staff(given_support()))) is None


@pytest.mark.parametrize("_", ROUNDS)
def test_a_snooze_against_a_colleague_who_takes_it(_: int, at_once: AtOnce) -> None:
    case, ana, ben = given_case(), acting_staff(given_support()), acting_staff(given_support())

    snoozed, _taken = at_once(
        lambda: unit(lambda: desk.snooze(ana, case.pk, desk.in_hours(5), "Waits.")),
        lambda: unit(lambda: desk.take(ben, case.pk)),
    )

    case.refresh_from_db()
    assert case.assignee_id == ben.id
    assert case.snoozed_until is None, "whoever takes it works on it"
    assert isinstance(snoozed, Case | CaseTaken)


def test_two_timers_write_one_digest(at_once: AtOnce) -> None:
    ana = given_support(name="Ana")
    unit(lambda: desk.take(acting_staff(ana), given_case().pk))
    Mail.objects.all().delete()

    at_once(digests.send_due, digests.send_due)

    assert Mail.objects.filter(to=ana.account.email).count() == 1
