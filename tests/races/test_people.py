"""People at the same moment: one review of a seat, one entry of a list, no counter lost."""

from collections.abc import Callable
from typing import Any

import pytest

from humans.models import Conversation, Profile, Relation, Review
from marketplace.services import accounts
from tests.factories.accounts import given_agent, given_worker
from tests.factories.files import picture
from tests.factories.market import given_bounty, given_completed, given_funded_agent, given_released

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


def test_two_reviews_of_a_seat_are_one(at_once: AtOnce) -> None:
    seat = given_released()
    body = {"bountyId": seat.bounty.public_id, "humanId": seat.worker.account.public_profile_id}

    answers = at_once(
        *[lambda stars=stars: seat.agent.post("/api/reviews", body | {"rating": stars}) for stars in (1, 5)]
    )

    assert sorted((answer.status, answer.code) for answer in answers) == [(200, None), (409, "already_reviewed")]
    profile = Profile.objects.get(pk=seat.worker.account.pk)
    assert (profile.review_count, profile.rating_total) == (1, Review.objects.get().rating)


def test_two_answers_to_a_review_are_one(at_once: AtOnce) -> None:
    seat = given_released()
    body = {"bountyId": seat.bounty.public_id, "humanId": seat.worker.account.public_profile_id, "rating": 3}
    review = seat.agent.post("/api/reviews", body)["review"]["id"]
    path = f"/api/reviews/{review}/answer"

    answers = at_once(*[lambda words=words: seat.worker.post(path, {"answer": words}) for words in ("One.", "Two.")])

    assert sorted((answer.status, answer.code) for answer in answers) == [(200, None), (409, "already_answered")]
    (talk,) = Conversation.objects.filter(kind="feedback")
    found = Review.objects.get()
    assert (found.conversation, talk.message_count) == (talk, 1)
    assert found.answer == talk.messages.get().content in ("One.", "Two.")


def test_reviews_releases_and_edits_of_one_person_lose_nothing(at_once: AtOnce) -> None:
    agent, worker = given_funded_agent(), given_worker()
    paid = [given_released(agent=agent, bounty=given_bounty(agent), worker=worker) for _ in range(2)]
    due = [given_completed(agent=agent, bounty=given_bounty(agent), worker=worker) for _ in range(2)]
    who = worker.account.public_profile_id

    answers = at_once(
        *[
            lambda seat=seat: agent.post(
                "/api/reviews", {"bountyId": seat.bounty.public_id, "humanId": who, "rating": 4}
            )
            for seat in paid
        ],
        *[
            lambda seat=seat: agent.post(f"/api/escrow/{seat.escrow.public_id}/release", {"acknowledgeRelease": True})
            for seat in due
        ],
        lambda: worker.patch("/api/humans/me", {"bio": "New words.", "name": "New Name"}),
        lambda: worker.upload("/api/humans/me/photos", {"photos": picture()}),
        lambda: accounts.update_columns(worker.account.pk, last_active_at=worker.account.created_at),
    )

    assert [getattr(answer, "status", 200) for answer in answers] == [200] * 7, answers
    profile = Profile.objects.get(pk=worker.account.pk)
    assert (profile.review_count, profile.rating_total, profile.total_bookings) == (2, 8, 4)
    assert (profile.bio, profile.name_words, len(profile.photo_ids)) == ("New words.", " new name", 1)
    assert profile.last_active_at == worker.account.created_at


def test_a_block_and_a_preference_of_one_person_are_one_entry(at_once: AtOnce) -> None:
    agent, worker = given_agent(), given_worker()
    body = {"humanId": worker.account.public_profile_id}
    paths = [f"/api/humans/{name}" for name in ("blocks", "preferred")] * 3

    answers = at_once(*[lambda path=path: agent.post(path, body) for path in paths])

    assert [answer.status for answer in answers] == [200] * 6
    assert Relation.objects.filter(owner=agent.account).count() == 1


def test_photos_sent_at_once_never_pass_six(at_once: AtOnce) -> None:
    worker = given_worker()
    twice = [{"photos": [picture() for _ in range(4)]} for _ in range(2)]

    answers = at_once(*[lambda sent=sent: worker.upload("/api/humans/me/photos", sent) for sent in twice])

    assert sorted(answer.status for answer in answers) == [200, 409]
    assert len(Profile.objects.get(pk=worker.account.pk).photo_ids) == 4
