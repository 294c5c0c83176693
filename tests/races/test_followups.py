"""Every kind of call to the outside world, raced, killed at any line, left without an answer: asked by one process at a time,
never while a transaction is open, and settled once."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import override_settings

from marketplace.core import clock
from marketplace.providers import push_service
from marketplace.services.followups import Followup
from tests import sampling
from tests.factories.followups import KINDS, Kind
from tests.factories.market import untouched
from tests.factories.voices import CLEAR
from tests.kills import Verb, check_killed_anywhere
from wallet.errors import ProviderUnavailable
from wallet.providers import chain
from wallet.providers.chain import Authorization, ChainStatus

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
AtOnce = Callable[..., list[Any]]
every = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
of_money = pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.is_money])
_FIRST = {kind.followup: name for name, kind in reversed(KINDS.items())}  # of the kinds that share a follow-up
one_of_each = pytest.mark.parametrize("kind", [KINDS[name] for name in _FIRST.values()], ids=_FIRST.values())


@pytest.fixture(autouse=True)
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Recordings sound clear, the chain knows of every payment, mails become files, and pushes are taken."""

    def paid(signed: Authorization, tx_hash: str = "") -> ChainStatus:
        return ChainStatus("paid", signed.nonce)

    monkeypatch.setattr("humans.providers.microphone.measure", lambda data: CLEAR)
    monkeypatch.setattr(chain, "poll", paid)
    monkeypatch.setattr(push_service, "send", lambda *_, **how: 201)
    with override_settings(MEDIA_ROOT=tmp_path, DATA_DIR=tmp_path):
        yield


class Watch:
    """Replaces a kind's `ask`: notes each call, and raises `fails` if there is one."""

    def __init__(self, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[Any, bool]] = []
        self.fails: BaseException | None = None
        ask = type(kind.followup).ask

        def watched(followup: Any, row: Any) -> Any:
            self.calls.append((row.pk, connection.in_atomic_block))
            if self.fails is not None:
                raise self.fails
            return ask(followup, row)

        monkeypatch.setattr(type(kind.followup), "ask", watched)


def test_no_kind_is_left_out() -> None:
    assert {type(kind.followup) for kind in KINDS.values()} == set(Followup.__subclasses__())


@every
def test_many_workers_at_once_ask_once_and_settle_once(
    kind: Kind, at_once: AtOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, watch = kind.due(), Watch(kind, monkeypatch)

    results = at_once(*[kind.followup.run] * 4)

    assert sorted(results) == [0, 0, 0, 1], results
    assert watch.calls == [(row.pk, False)], "once, and no transaction was open"
    assert kind.has_ended(row)


@every
def test_asked_by_many_at_once_all_the_same_it_is_settled_once(kind: Kind, at_once: AtOnce) -> None:
    """A message of the provider, the row's own request and the timer need not wait for each other."""
    row = kind.due()

    results = at_once(*[lambda: kind.followup.ask_now(row.pk)] * 4)

    assert True in results and set(map(type, results)) == {bool}, results
    assert kind.has_ended(row)


@every
def test_an_answer_that_comes_after_another_process_has_settled_the_row_changes_nothing(
    kind: Kind, at: Callable[[str], Any]
) -> None:
    begun = at("2026-03-01T10:00:00Z")
    row, followup = kind.due(), kind.followup
    slow = followup._claim(followup._due(), row.pk)
    answer = followup.ask(slow)
    clock.freeze(begun + followup.lease)
    assert followup.run() == 1 and kind.has_ended(row)
    clock.freeze(begun + followup.lease + timedelta(hours=1))

    with untouched():
        followup.settle(slow, answer)
        for error in (ProviderUnavailable(), FileNotFoundError()):
            with suppress(type(error)):  # some kinds leave it to the lease
                followup.unanswered(slow, error)


@every
def test_killed_at_any_line_it_ends_as_if_nothing_had_been(kind: Kind) -> None:
    def given() -> Verb:
        row = kind.due()

        def run() -> None:
            if not kind.has_ended(row):  # the lease of the one that died is over
                type(row).objects.filter(pk=row.pk).update(**{kind.followup.due: clock.now()})
            kind.followup.run()
            assert kind.has_ended(row)

        return run

    died = check_killed_anywhere(given)

    assert died >= (2 if sampling.is_on() else 4), "in the claim, before the call, in the settlement and at its commit"


@one_of_each
def test_a_process_that_dies_while_it_asks_is_followed_by_another_when_its_lease_is_over(
    kind: Kind, at: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = at("2026-03-01T10:00:00Z")
    row, watch = kind.due(), Watch(kind, monkeypatch)
    watch.fails = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        kind.followup.run()

    watch.fails = None
    clock.freeze(begun + kind.followup.lease - timedelta(milliseconds=1))
    assert kind.followup.run() == 0, "leased to the one that died"
    clock.freeze(begun + kind.followup.lease)
    assert kind.followup.run() == 1

    assert kind.has_ended(row)


@one_of_each
def test_a_provider_that_is_away_is_asked_again_at_the_next_attempt_and_not_before(
    kind: Kind, at: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    at("2026-03-01T10:00:00Z")
    row, watch = kind.due(), Watch(kind, monkeypatch)
    watch.fails = ProviderUnavailable()
    kind.followup.run()
    row.refresh_from_db()
    again = getattr(row, kind.followup.due)
    if again is None:  # a recording is given up: the person sends another
        return

    watch.fails = None
    clock.freeze(again - timedelta(milliseconds=1))
    assert kind.followup.run() == 0
    clock.freeze(again)
    assert kind.followup.run() == 1

    assert (kind.has_ended(row), len(watch.calls)) == (True, 2)


@one_of_each
def test_a_row_that_fails_holds_up_no_other(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = kind.due(), kind.due()
    settle = type(kind.followup).settle

    def faulty(followup: Any, row: Any, answer: Any) -> None:
        if row.pk == bad.pk:
            raise RuntimeError("a fault of ours")
        settle(followup, row, answer)

    monkeypatch.setattr(type(kind.followup), "settle", faulty)

    assert kind.followup.run() == 1

    assert (kind.has_ended(bad), kind.has_ended(good)) == (False, True)


@one_of_each
def test_nothing_is_asked_inside_a_transaction(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    row, watch = kind.due(), Watch(kind, monkeypatch)

    with transaction.atomic(), pytest.raises(RuntimeError):
        kind.followup.ask_now(row.pk)

    assert watch.calls == []


@of_money
@pytest.mark.parametrize("error", [ProviderUnavailable(), RuntimeError("a fault of ours")], ids=["away", "faulty"])
def test_money_without_an_answer_for_a_day_is_for_staff_and_stays_where_it_is(
    name: str, error: Exception, at: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, kind = at("2026-03-01T10:00:00Z"), KINDS[name]
    row, watch = kind.due(), Watch(kind, monkeypatch)
    watch.fails = error
    kind.followup.run()
    row.refresh_from_db()
    before = row.status
    assert before != "attention"

    for hours in (23, 24):
        clock.freeze(begun + timedelta(hours=hours))
        kind.followup.run()
        row.refresh_from_db()
        assert row.status == (before if hours < 24 else "attention")
    # The books are sound (`sound_books`): what was in transit still is, and nothing was credited.
    assert row.ended_at is None
