"""Keeping times of what tells of people: files of evidence, messages, distances, network addresses, reads by staff; recordings."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.models import Attendance, Submission
from escrow.models import Escrow
from humans.models import Conversation, Message
from marketplace.core import clock
from marketplace.models import ApiKey, File, OrphanedFile, PrivateRead
from marketplace.services import keeping, private_reads, recordings
from tests.factories.accounts import given_agent, given_worker
from tests.factories.conversations import check_counters, given_hired_talk
from tests.factories.files import given_file, picture
from tests.factories.market import given_released
from tests.factories.voices import wav

pytestmark = pytest.mark.django_db
OLD = timedelta(days=1200)


def run() -> int:
    return keeping.delete_old(until=time.monotonic() + 60)


def given_evidence(seat: Any) -> File:
    file = given_file(seat.worker.account, picture(name="door.jpg"), purpose="submission")
    Submission.objects.filter(application=seat.application).latest("id").files.add(file)
    File.objects.filter(pk=file.pk).update(created_at=clock.now() - OLD)
    return file


def test_old_files_of_finished_work_go_and_those_of_running_work_stay() -> None:
    done, running = given_released(), given_hired_talk(confirmed=True)
    old, young = given_evidence(done), given_evidence(done)
    File.objects.filter(pk=young.pk).update(created_at=clock.now())
    used = given_file(running.worker.account, picture(name="now.jpg"), purpose="application")
    running.application.files.add(used)
    photo = given_file(done.worker.account, picture(name="me.jpg"), purpose="photo")
    File.objects.filter(pk__in=[used.pk, photo.pk]).update(created_at=clock.now() - OLD)

    run()

    assert set(File.objects.values_list("pk", flat=True)) == {young.pk, used.pk, photo.pk}
    assert OrphanedFile.objects.filter(pk=old.pk).exists(), "and its bytes"


def test_old_messages_go_but_not_while_the_work_runs() -> None:
    running, ended = given_hired_talk(confirmed=True), given_hired_talk(confirmed=True)
    for talk in (running, ended):
        talk.by_human("At the door.")
        old = clock.now() - OLD
        Conversation.objects.filter(pk=talk.pk).update(created_at=old, last_message_at=old)
        Message.objects.filter(conversation=talk.pk).update(created_at=old)
    Escrow.objects.filter(subject_id=ended.application.pk).update(
        ended_at=clock.now(), status="refunded", refunded_to="wallet"
    )

    run()

    assert Message.objects.filter(conversation=running.pk).exists()
    assert not Message.objects.filter(conversation=ended.pk).exists()
    assert (ended.row.message_count, ended.row.last_message_preview) == (0, "")
    check_counters()


def test_distances_go_and_that_somebody_was_there_stays() -> None:
    seat = given_released()
    row = Attendance.objects.create(
        bounty=seat.bounty, application=seat.application, state="arrived", distance_meters=12, accuracy_meters=5,
        captured_at=clock.now(), on_the_way_at=clock.now(), arrived_at=clock.now(),
    )  # fmt: skip
    Attendance.objects.filter(pk=row.pk).update(created_at=clock.now() - OLD)
    Escrow.objects.filter(subject_id=seat.application.pk).update(ended_at=clock.now() - OLD)

    assert run() >= 1

    row.refresh_from_db()
    assert (row.distance_meters, row.accuracy_meters, row.state) == (None, None, "arrived")


def test_network_addresses_of_keys_go_and_the_key_stays() -> None:
    agent = given_agent()
    rows = ApiKey.objects.filter(account=agent.account)
    long_ago = clock.now() - timedelta(days=91)
    rows.update(last_used_from="192.0.2.0/24", last_used_by="curl", last_used_at=long_ago, created_at=long_ago)

    run()

    key = rows.get()
    assert (key.last_used_from, key.last_used_by, key.revoked_at) == ("", "", None)


def test_reads_are_kept_for_their_time_and_then_go(operator: Any) -> None:
    young = given_worker().account
    private_reads.note(operator.account, young, "opened")
    told = {"staff": operator.account, "about": given_worker().account, "role": "operator", "what": "opened"}
    old = clock.now() - OLD
    PrivateRead.objects.create(object_type="marketplace.account", object_id="x", created_at=old, hour=old, **told)

    run()

    assert PrivateRead.objects.get().about == young


def test_a_recording_is_never_kept() -> None:
    """It has no row of a file, and is marked for deletion before its first byte is stored."""
    upload, header = recordings.inspect(SimpleUploadedFile("reading.wav", wav()))

    kept = recordings.store(upload, header)

    assert not File.objects.exists()
    due = OrphanedFile.objects.get(pk=kept.id).due_at
    assert due <= clock.wall() + recordings.RETENTION <= clock.wall() + timedelta(hours=2)
