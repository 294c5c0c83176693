"""Microphone samples: what is taken, how often, by whom; scored by a worker, and forgotten whatever happens."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test.utils import override_settings

from bounties.models import Bounty, MicSample
from bounties.rules.checks import bandwidth_class, issues, mic_status
from bounties.selectors import checks as standing
from bounties.services import checks
from marketplace.core import clock
from marketplace.models import OrphanedFile, Switch
from marketplace.services import orphaned_files
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_bounty, given_funded_agent, untouched
from tests.factories.stores import lying
from tests.factories.voices import given_scored_mic, reading, send_mic, wav


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with override_settings(MEDIA_ROOT=tmp_path):
        yield tmp_path


@pytest.fixture
def bounty(db: None) -> Bounty:
    return given_bounty(given_funded_agent(), mic_check_required=True)


def nothing_is_kept() -> bool:
    orphaned_files.delete_due()
    return lying() == set() and not OrphanedFile.objects.exists()


def test_a_sample_is_recorded_whatever_it_sounds_like_and_scored_by_the_worker(
    worker: Api, bounty: Bounty, folder: Path
) -> None:
    sent = send_mic(worker, bounty, reading())

    assert sent.body == {
        "success": True,
        "required": True,
        "state": "recorded",
        "attemptsUsed": 1,
        "attemptsRemaining": 4,
    }
    assert sent.headers["Cache-Control"] == "private, no-store"
    assert MicSample.objects.get().status == "pending" and len(lying()) == 1

    assert checks.score_due() == 1

    sample = MicSample.objects.get()
    assert (sample.status, sample.ovrl, sample.issues) == ("scored", pytest.approx(2.793, abs=0.03), [])
    assert nothing_is_kept()
    assert worker.get(f"/api/bounties/{bounty.public_id}/mic-check").body == sent.body


def test_silence_is_recorded_too_and_fails(worker: Api, bounty: Bounty) -> None:
    assert send_mic(worker, bounty, wav(6, silent=True))["state"] == "recorded"
    checks.score_due()

    sample = MicSample.objects.get()
    assert sample.issues[:2] == ["too_quiet", "too_little_speech"]
    assert mic_status(sample.ovrl or 0, sample.issues, None) == "fail"


def test_the_latest_scored_sample_counts_also_when_it_is_worse(
    worker: Api, bounty: Bounty, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_scored_mic(monkeypatch, worker, bounty, ovrl=4.0)
    given_scored_mic(monkeypatch, worker, bounty, ovrl=2.0)
    send_mic(worker, bounty)

    found = standing.check_results(bounty, [worker.account.pk])[worker.account.pk].mic
    assert found is not None
    assert (found.dnsmos.ovrl, found.attempts, found.status) == (2.0, 3, "fail")


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    "audio",
    [b"", b"RIFF", b"OggS" + bytes(1000), wav(3)[:-2], wav(3)[:44], b"RIFF\xff\xff\xff\xffWAVE" + wav(3)[12:]],
)
def test_what_is_no_whole_wav_file_is_refused_and_costs_no_attempt(
    worker: Api, bounty: Bounty, audio: bytes, folder: Path
) -> None:
    with untouched():
        refused = send_mic(worker, bounty, audio)

    assert (refused.status, refused.code) == (400, "invalid_recording")
    assert lying() == set() and not OrphanedFile.objects.exists()
    assert worker.get(f"/api/bounties/{bounty.public_id}/mic-check")["state"] == "not_started"


@pytest.mark.parametrize("audio", [wav(2, rate=44_100, channels=2), wav(2, rate=8_000, bits=8), wav(1, rate=192_000)])
def test_any_usual_form_is_taken(worker: Api, bounty: Bounty, audio: bytes) -> None:
    assert send_mic(worker, bounty, audio)["state"] == "recorded"
    assert checks.score_due() == 1
    assert MicSample.objects.get().status == "scored"


def test_switched_off_a_sample_is_refused_and_costs_no_attempt(worker: Api, bounty: Bounty, folder: Path) -> None:
    Switch.objects.update_or_create(name="mic_checks", defaults={"is_on": False})

    with untouched():
        refused = send_mic(worker, bounty)

    assert (refused.status, refused.code, refused["product"]) == (503, "product_unavailable", "mic_checks")
    assert lying() == set() and not OrphanedFile.objects.exists()
    assert worker.get(f"/api/bounties/{bounty.public_id}/mic-check")["state"] == "not_started"


def test_a_large_sample_is_refused_by_its_length(worker: Api, bounty: Bounty) -> None:
    class Unread:
        def read(self, *_: Any) -> bytes:
            raise AssertionError("a byte of it was read")

        readline = read

    with untouched():
        refused = worker.client.post(
            f"/api/bounties/{bounty.public_id}/mic-check",
            b"",
            content_type="audio/wav",
            headers=worker.headers,
            CONTENT_LENGTH=str(25 * 1024 * 1024 + 1),
            **{"wsgi.input": Unread()},
        )

    assert (refused.status_code, refused.json()["code"]) == (413, "recording_too_large")


def test_the_sixth_sample_for_a_bounty_is_refused_and_another_bounty_has_five_of_its_own(
    worker: Api, bounty: Bounty, folder: Path
) -> None:
    for _ in range(5):
        assert send_mic(worker, bounty, wav(1)).status == 200
    before = lying()

    with untouched():
        refused = send_mic(worker, bounty, wav(1))

    assert (refused.status, refused.code) == (429, "attempt_limit_reached")
    assert int(refused.headers["Retry-After"]) > 0
    assert lying() == before
    other = given_bounty(given_funded_agent(), mic_check_required=True)
    assert send_mic(worker, other, wav(1))["attemptsRemaining"] == 4
    assert send_mic(given_worker(), bounty, wav(1))["attemptsUsed"] == 1


def test_the_same_key_is_one_attempt(worker: Api, bounty: Bounty) -> None:
    key = {"Idempotency-Key": "the same key"}
    first, again = send_mic(worker, bounty, **key), send_mic(worker, bounty, **key)
    other = send_mic(worker, bounty, wav(1), **key)

    assert (again.status, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert again.body == first.body
    assert (other.status, other.code) == (409, "idempotency_key_reused")
    assert MicSample.objects.count() == 1


def test_samples_are_taken_where_one_may_still_be_chosen(worker: Api, bounty: Bounty) -> None:
    agent = given_funded_agent()
    unasked = given_bounty(agent)
    own = given_worker()
    Bounty.objects.filter(pk=(of_own := given_bounty(agent, mic_check_required=True)).pk).update(owner=own.account)

    with untouched():
        assert send_mic(worker, unasked).code == "mic_check_not_required"
        assert (send_mic(own, of_own).status, send_mic(own, of_own).code) == (403, "own_bounty")
        assert send_mic(worker, "bty_nothing").status == 404
    Bounty.objects.filter(pk=bounty.pk).update(status="assigned")
    with untouched():
        assert (send_mic(worker, bounty).status, send_mic(worker, bounty).code) == (409, "bounty_not_open")
    Bounty.objects.filter(pk=bounty.pk).update(status="open", deadline=clock.now())
    with untouched():
        assert (send_mic(worker, bounty).status, send_mic(worker, bounty).code) == (409, "deadline_passed")


# ------------------------------------------------------------------ scoring that fails or dies


def test_a_sample_that_can_not_be_scored_is_given_up_and_was_no_attempt(
    worker: Api, bounty: Bounty, monkeypatch: pytest.MonkeyPatch, at: Callable[[str], Any], folder: Path
) -> None:
    moment = at("2026-11-21T10:00:00Z")
    Bounty.objects.update(deadline=clock.now() + timedelta(days=1))
    tried: list[int] = []

    def dies(data: bytes) -> Any:
        tried.append(1)
        raise RuntimeError("no model")

    send_mic(worker, bounty)
    monkeypatch.setattr("humans.providers.microphone.measure", dies)
    for _ in range(8):
        checks.score_due()
        moment += timedelta(minutes=3)
        clock.freeze(moment)

    assert (len(tried), MicSample.objects.get().status, MicSample.objects.get().error) == (4, "error", "not_scored")
    assert worker.get(f"/api/bounties/{bounty.public_id}/mic-check")["state"] == "not_started"
    assert nothing_is_kept()
    assert send_mic(worker, bounty)["attemptsUsed"] == 1


def test_a_sample_that_nobody_scored_in_two_hours_is_gone(
    worker: Api, bounty: Bounty, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    send_mic(worker, bounty)
    later = clock.wall() + timedelta(hours=2, seconds=1)
    monkeypatch.setattr(clock, "wall", lambda: later)
    orphaned_files.delete_due()
    assert lying() == set()

    assert checks.score_due() == 1
    assert MicSample.objects.get().error == "recording_expired"


# ------------------------------------------------------------------ pure


@pytest.mark.parametrize(
    ("ovrl", "minimum", "status"),
    [
        *((3.0, None, "pass"), (2.999, None, "warn"), (2.5, None, "warn"), (2.499, None, "fail")),
        *((3.0, 4, "fail"), (3.5, 4, "warn"), (4.0, 4, "pass")),
    ],
)
def test_half_a_point_below_what_is_asked_for_is_a_warning(ovrl: float, minimum: Any, status: str) -> None:
    assert mic_status(ovrl, [], minimum) == status
    assert mic_status(ovrl, ["noisy", "clipping"], minimum) == status
    assert mic_status(5.0, ["too_little_speech"], minimum) == "fail"


@pytest.mark.parametrize(
    ("hertz", "name"),
    [(0, "narrowband"), (3400, "narrowband"), (7000, "wideband"), (12_000, "superwideband"), (20_000, "fullband")],
)
def test_bandwidth_has_four_classes(hertz: int, name: str) -> None:
    assert bandwidth_class(hertz) == name


def test_every_issue_has_a_name() -> None:
    bad = issues(level_db=-51, speech_seconds=1.9, snr_db=14, clipped=0.01, bandwidth_hz=3400)
    good = issues(level_db=-50, speech_seconds=2, snr_db=15, clipped=0.005, bandwidth_hz=4001)

    assert (bad, good) == (["too_quiet", "too_little_speech", "noisy", "clipping", "narrowband"], [])
