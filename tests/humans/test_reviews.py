"""Reviews: one for each released seat, by the owner of the bounty, counted on the profile."""

from collections.abc import Callable
from typing import Any

import pytest

from humans.models import Profile, Review
from marketplace.core import ids
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import (
    Seat,
    given_bounty,
    given_completed,
    given_funded_agent,
    given_hired,
    given_released,
    given_review,
    untouched,
)

pytestmark = pytest.mark.django_db


def review(seat: Seat, **fields: Any) -> dict[str, Any]:
    human_id = seat.worker.account.public_profile_id
    return {"bountyId": seat.bounty.public_id, "humanId": human_id, "rating": 5, "comment": "Sharp photos."} | fields


def test_the_owner_reviews_a_released_seat_and_everybody_reads_it(anonymous: Api) -> None:
    seat = given_released()
    owner = seat.agent.account

    posted = seat.agent.post("/api/reviews", review(seat, rating=4))["review"]

    assert posted == {
        "id": posted["id"],
        "bountyId": seat.bounty.public_id,
        "humanId": seat.worker.account.public_profile_id,
        "rating": 4,
        "comment": "Sharp photos.",
        "isCommentHidden": False,
        "createdAt": posted["createdAt"],
        "author": {"id": owner.public_profile_id, "name": owner.name},
        "answer": None,
    }
    assert posted["id"].startswith("rev_")
    found = anonymous.get(f"/api/reviews?humanId={posted['humanId']}")
    assert (found["reviews"], found["count"], found["hasMore"]) == ([posted], 1, False)


def test_the_profile_shows_the_average_and_the_bookings(anonymous: Api, worker: Api) -> None:
    agent = given_funded_agent()
    path = f"/api/humans/{worker.account.public_profile_id}"
    shown = []
    for rating in (5, 4, 4):
        seat = given_released(agent=agent, bounty=given_bounty(agent), worker=worker)
        assert agent.post("/api/reviews", review(seat, rating=rating)).status == 200
        human = anonymous.get(path)["human"]
        shown.append((human["rating"], human["reviewCount"], human["totalBookings"]))

    assert shown == [(5, 1, 1), (4.5, 2, 2), (4.33, 3, 3)]


def test_a_person_without_reviews_is_rated_zero_of_zero(anonymous: Api, worker: Api) -> None:
    shown = anonymous.get(f"/api/humans/{worker.account.public_profile_id}")["human"]

    assert (shown["rating"], shown["reviewCount"], shown["totalBookings"]) == (0, 0, 0)


def test_only_a_released_seat_is_a_booking() -> None:
    for given, bookings in ((given_hired, 0), (given_completed, 0), (given_released, 1)):
        seat = given()
        assert Profile.objects.get(pk=seat.worker.account.pk).total_bookings == bookings


@pytest.mark.parametrize("given", [given_hired, given_completed])
def test_work_that_is_not_released_is_not_reviewed(given: Callable[[], Seat]) -> None:
    seat = given()

    with untouched():
        refused = seat.agent.post("/api/reviews", review(seat))

    assert (refused.status, refused.code) == (403, "work_not_released")


def test_somebody_who_never_worked_on_the_bounty_is_not_reviewed() -> None:
    seat, stranger = given_released(), given_worker()

    with untouched():
        refused = seat.agent.post("/api/reviews", review(seat, humanId=stranger.account.public_profile_id))

    assert (refused.status, refused.code) == (403, "work_not_released")


def test_nobody_but_the_owner_reviews(other_agent: Api, operator: Api) -> None:
    seat = given_released()

    with untouched():
        for who in (other_agent, seat.worker, operator):
            refused = who.post("/api/reviews", review(seat))
            assert (refused.status, refused.code) == (403, "not_owner")


def test_a_seat_is_reviewed_once() -> None:
    seat = given_released()
    paid = f"/api/escrow/{seat.escrow.public_id}"
    before = seat.agent.get(paid)
    written = seat.agent.post("/api/reviews", review(seat))
    after = seat.agent.get(paid)

    assert "postReview" in [action["operation"] for action in before["nextActions"]]
    assert [action["operation"] for action in after["nextActions"]] == ["sendTransfer"], "it is not offered again"
    assert (before["escrow"]["reviewId"], after["escrow"]["reviewId"]) == (None, written["review"]["id"])
    with untouched():
        again = seat.agent.post("/api/reviews", review(seat, rating=1))

    assert (again.status, again.code) == (409, "already_reviewed")


def test_unknown_bounties_and_people_are_not_found() -> None:
    seat = given_released()
    wrong = [
        {"bountyId": ids.encode("bty", ids.new())},
        {"bountyId": "nonsense"},
        {"humanId": ids.encode("prf", ids.new())},
        {"humanId": "ada"},
    ]

    with untouched():
        for fields in wrong:
            refused = seat.agent.post("/api/reviews", review(seat, **fields))
            assert (refused.status, refused.code) == (404, "not_found"), fields


def test_a_hidden_bounty_is_not_found_by_strangers(other_agent: Api) -> None:
    seat, poor = given_released(), given_funded_agent(100)
    hidden = given_bounty(poor, price_cents=900_000)

    with untouched():
        refused = other_agent.post("/api/reviews", review(seat, bountyId=hidden.public_id))
        own = poor.post("/api/reviews", review(seat, bountyId=hidden.public_id))

    assert (refused.status, own.code) == (404, "work_not_released")


def test_reviews_are_listed_for_one_person_newest_first(anonymous: Api, worker: Api, other_worker: Api) -> None:
    author = given_funded_agent().account
    mine = [given_review(human=worker.account, author=author).public_id for _ in range(3)]
    given_review(human=other_worker.account, author=author)
    worker.patch("/api/humans/me", {"username": "ada-l"})

    for who in (worker.account.public_profile_id, "ada-l"):
        assert [row["id"] for row in anonymous.get(f"/api/reviews?humanId={who}")["reviews"]] == mine[::-1]
    missing = anonymous.get("/api/reviews")
    assert (missing.status, list(missing["fields"])) == (400, ["humanId"])
    assert anonymous.get(f"/api/reviews?humanId={ids.encode('prf', ids.new())}").status == 404


def test_a_comment_is_kept_as_sent_up_to_2000_characters() -> None:
    seat = given_released()
    with untouched():
        refused = seat.agent.post("/api/reviews", review(seat, comment="ä" * 2001))
    assert (refused.status, list(refused["fields"])) == (400, ["comment"])

    posted = seat.agent.post("/api/reviews", review(seat, comment="ä" * 2000))

    assert posted["review"]["comment"] == Review.objects.get().comment == "ä" * 2000


def test_a_person_is_reviewed_by_their_username_too() -> None:
    seat = given_released()
    seat.worker.patch("/api/humans/me", {"username": "ada-l"})

    posted = seat.agent.post("/api/reviews", review(seat, humanId="ada-l"))

    assert posted["review"]["humanId"] == seat.worker.account.public_profile_id
    with untouched():
        assert seat.agent.post("/api/reviews", review(seat, humanId="nobody")).status == 404
