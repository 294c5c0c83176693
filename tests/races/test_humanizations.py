"""Scores that come at the same moment, and workers that die with one: one person is hired, once, and no text is forgotten."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test.utils import override_settings

from bounties.models import Application, Rewrite
from bounties.services import detection, humanizations
from escrow.models import Escrow
from tests.factories.accounts import given_worker
from tests.factories.humanizations import (
    ASKED,
    PATH,
    docx,
    given_assigned,
    given_humanization,
    hand_in,
    mp4,
    sample,
)
from tests.factories.market import given_funded_agent
from tests.kills import Verb, check_killed_anywhere
from wallet import ledger

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
AtOnce = Callable[..., list[Any]]
KEY = {"Idempotency-Key": "the-same-key"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Any:
    with override_settings(MEDIA_ROOT=tmp_path):
        yield


@pytest.mark.parametrize("_", range(3))
def test_samples_approved_at_once_are_one_hire(_: int, at_once: AtOnce) -> None:
    _owner, row = given_humanization()
    for _number in range(4):
        assert hand_in(given_worker(), row).status == 200
    samples = list(Rewrite.objects.values_list("pk", flat=True))

    at_once(*(lambda pk=pk: detection.SCORING.ask_if_due(pk) for pk in samples), humanizations.reconcile_dirty)
    humanizations.reconcile_dirty()

    assert Rewrite.objects.filter(decision="approved", next_attempt_at=None).count() == 4
    assert Application.objects.filter(status="accepted").count() == 1
    assert Escrow.objects.filter(kind="seat", status="locked").count() == 1
    row.bounty.refresh_from_db()
    assert (row.bounty.status, ledger.balance(ledger.pool(row.bounty.pool_id))) == ("assigned", 0)


@pytest.mark.parametrize("_", range(3))
def test_the_owner_and_the_detector_hire_the_same_person_once(_: int, at_once: AtOnce) -> None:
    owner, row = given_humanization()
    application = hand_in(given_worker(), row)["application"]["applicationId"]
    path = f"/api/bounties/{row.bounty.public_id}/applications/{application}"

    accepted, _scored = at_once(lambda: owner.patch(path, {"action": "accept"}), detection.score_due)

    assert (accepted.status, accepted.code) in [(200, None), (409, "invalid_state"), (409, "no_spots_left")]
    assert Escrow.objects.filter(kind="seat").count() == 1
    assert Application.objects.get().status == "accepted"


def commission() -> Verb:
    owner = given_funded_agent()
    return lambda: owner.post(PATH, ASKED, **KEY)


def apply() -> Verb:
    _, row = given_humanization()
    worker = given_worker()
    return lambda: worker.upload(f"{PATH}/{row.public_id}/applications", sample(), **KEY)


def submit() -> Verb:
    _, worker, row = given_assigned()
    form = {"document": docx(), "recording": mp4()}
    path = f"{PATH}/{row.public_id}/submission"

    def send() -> Any:
        for upload in form.values():
            upload.seek(0)
        return worker.upload(path, form, **KEY)

    return send


@pytest.mark.parametrize("given", [commission, apply, submit])
def test_killed_at_any_line_it_ends_as_if_nothing_had_been(given: Callable[[], Verb]) -> None:
    assert check_killed_anywhere(given) >= 2, "it was killed at its beginning and at its commit"
