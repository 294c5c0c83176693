"""Work that was accepted and paid belongs to whoever paid: its texts and files outlive the account of who made it."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.storage import default_storage

from bounties.models import Application, Rewrite, Submission
from escrow.models import Escrow
from marketplace.core import clock
from marketplace.core.keeping import KEEPING
from marketplace.models import Account, Erasure, File
from marketplace.services import closing, erasing, orphaned_files
from tests.factories.files import given_file, picture
from tests.factories.humanizations import deliver, given_assigned, look, read
from tests.factories.market import acting
from tests.marketplace.erased import given_paid_out, given_sent, later, words_of
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db


def test_what_was_not_accepted_goes_within_minutes(at: Any) -> None:
    at("2026-11-27T12:00:00Z")
    seat = given_paid_out()
    sent, file = given_sent(seat, status="rejected")
    Application.objects.filter(pk=seat.application.pk).update(cover_letter="I live next to the blue door.")

    closing.close_own(acting(seat.worker))
    assert words_of(sent)
    later(at)

    assert words_of(sent) == "" and not default_storage.exists(file.storage_key)
    assert not File.objects.filter(owner=seat.worker.account).exists()
    assert Application.objects.get(pk=seat.application.pk).cover_letter in ("", "[deleted]")
    assert Erasure.objects.get(account=seat.worker.account).done_at is not None
    assert seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/applications").status == 200
    assert Visitor(seat.agent.account).open(f"/owner/jobs/{seat.bounty.public_id}").status == 200


def test_accepted_and_paid_work_stays_with_whoever_paid_until_evidence_is_deleted(at: Any) -> None:
    at("2026-11-27T12:00:00Z")
    seat = given_paid_out()
    sent, file = given_sent(seat)
    Application.objects.filter(pk=seat.application.pk).update(cover_letter="I live next to the blue door.")
    unused = given_file(seat.worker.account, picture(name="other.jpg"), purpose="submission")
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"

    closing.close_own(acting(seat.worker))
    later(at)

    assert "I stood at the blue door." in str(seat.agent.get(path).body) and default_storage.exists(file.storage_key)
    assert file.public_id in str(seat.agent.get(path).body)
    assert not File.objects.filter(pk=unused.pk).exists()
    assert Application.objects.get(pk=seat.application.pk).cover_letter in ("", "[deleted]"), "the application goes"
    row = Erasure.objects.get(account=seat.worker.account)
    assert row.waits_for == ["bought"] and row.due_at == clock.now() + erasing.RARELY
    at((clock.now() + timedelta(days=1090)).isoformat())
    assert erasing.run_due() == 1 and words_of(sent)
    row.refresh_from_db()
    ends = Submission.objects.get(pk=sent.pk).finalized_at + timedelta(days=KEEPING["evidence"].days)
    assert row.due_at == ends
    at(ends.isoformat())
    assert erasing.run_due() == 1
    orphaned_files.delete_due()
    assert words_of(sent) == "" and not default_storage.exists(file.storage_key)
    row.refresh_from_db()
    assert row.done_at is not None and row.waits_for == []


def test_nobody_keeps_work_for_a_buyer_who_is_erased_too(at: Any) -> None:
    at("2026-11-27T12:00:00Z")
    seat = given_paid_out()
    sent, file = given_sent(seat)
    closing.close_own(acting(seat.worker))
    later(at)
    assert words_of(sent)

    Account.objects.filter(pk=seat.agent.account.pk).update(is_active=False, closed_at=clock.now())
    at((clock.now() + erasing.RARELY).isoformat())
    erasing.run_due()

    assert words_of(sent) == "" and not File.objects.filter(pk=file.pk).exists()


def test_work_whose_price_went_back_is_not_kept_for_the_buyer(at: Any) -> None:
    at("2026-11-27T12:00:00Z")
    seat = given_paid_out()
    sent, _ = given_sent(seat)
    Escrow.objects.filter(pk=seat.escrow.pk).update(
        status="refunded", refunded_to="wallet", released_at=None, earned_cents=0
    )

    closing.close_own(acting(seat.worker))
    later(at)

    assert words_of(sent) == ""


def test_a_rewritten_text_that_was_paid_stays_and_the_sample_goes(at: Any) -> None:
    at("2026-11-27T12:00:00Z")
    owner, worker, row = given_assigned()
    assert deliver(worker, row).status == 200
    look()
    sent = Submission.objects.get(bounty=row.bounty)
    job = f"/api/bounties/{row.bounty.public_id}/submissions/{sent.public_id}"
    assert owner.patch(job, {"action": "approve"}).status == 200
    escrow = Escrow.objects.get(subject_id=sent.application_id)
    assert owner.post(f"/api/escrow/{escrow.public_id}/release", {"acknowledgeRelease": True}).status == 200
    text, sample = Rewrite.objects.get(submission=sent), Rewrite.objects.get(submission=None)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(closing, "open_matters", lambda account: [])
        closing.close_own(acting(worker))
    later(at)

    assert Rewrite.objects.filter(pk=text.pk).exists() and not Rewrite.objects.filter(pk=sample.pk).exists()
    assert set(File.objects.filter(owner=worker.account).values_list("pk", flat=True)) == {
        text.document_id,
        text.recording_id,
    }
    assert read(owner, row)["status"]
