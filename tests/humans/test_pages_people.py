"""/people: the search and the public profile, as a person with a browser sees them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from humans.models import Profile, Relation, Review
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_hired, untouched
from tests.factories.services import given_service
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert(1)</script>"


def queries(visitor: Visitor, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert visitor.open(path).status == 200
    return len(seen)


def given_found(**fields: object) -> Api:
    """Somebody whom the search finds."""
    return given_worker(**fields)


def review(of: Api, by: Api, **fields: object) -> Review:
    from marketplace.core import ids

    return Review.objects.create(human=of.account, author=by.account, bounty_id=ids.new(), **fields)


def test_anybody_finds_people_by_skill_place_and_rate() -> None:
    ada, bob = given_found(name="Ada Found"), given_found(name="Bob Found")
    Profile.objects.filter(pk=bob.account.pk).update(hourly_rate_cents=9000)
    page = Visitor().open("/people")
    assert "Ada Found" in page.text and "Bob Found" in page.text and "$25.00" in page.text

    cheap = Visitor().send(page, "", maxRate="50", skill="delivery", country="PT")

    assert "Ada Found" in cheap.text and "Bob Found" not in cheap.text
    assert f"/people/{ada.account.public_profile_id}" in cheap.links
    assert "Nobody fits" in Visitor().open("/people?skill=juggling").text


def test_whoever_is_hired_stays_in_the_list_and_whoever_takes_no_work_is_not_in_it() -> None:
    busy, away = given_found(name="Ada Busy"), given_found(name="Bob Away")
    given_hired(worker=busy)
    assert away.patch("/api/humans/me", {"isAvailable": False}).status == 200

    for query in ("", "?skill=delivery", "?country=PT", "?maxRate=50", "?name=a"):
        page = Visitor().open(f"/people{query}")
        assert "Ada Busy" in page.text and "Bob Away" not in page.text, query
    assert "takes work now and was here in the last 30 days" in page.text


def test_a_faulty_filter_is_named_and_stays_as_typed() -> None:
    page = Visitor().open("/people?maxRate=cheap&skill=delivery")

    assert page.status == 200
    assert 'value="cheap"' in page.html and 'aria-invalid="true"' in page.html


def test_more_people_come_page_by_page() -> None:
    for number in range(26):
        given_found(name=f"Person No{number:02}")
    first = Visitor().open("/people?skill=delivery")
    (more,) = [link for link in first.links if "cursor=" in link]

    second = Visitor().open(more.replace("&amp;", "&"))

    names = [[f"No{n:02}" for n in range(26) if f"No{n:02}" in page.text] for page in (first, second)]
    assert len(names[0]) == 24 and len(names[1]) == 2 and not set(names[0]) & set(names[1])


def test_a_profile_shows_what_the_api_shows_a_stranger() -> None:
    ada, owner = (
        given_found(name="Ada", phone="+351911222333", billing_email="bill@example.org"),
        given_worker(name="Olga"),
    )
    Profile.objects.filter(pk=ada.account.pk).update(
        total_bookings=3, review_count=1, rating_total=4, availability={"monday": [{"start": "09:00", "end": "12:30"}]}
    )
    review(ada, owner, rating=4, comment="Sharp photos.")
    given_service(ada)

    page = Visitor().open(f"/people/{ada.account.public_profile_id}")

    for words in ("Careful errands", "Ten years of courier work.", "photography", "Lisbon, Portugal", "Takes work"):
        assert words in page.text
    for words in ("4 of 5 stars", "Sharp photos.", "Olga", "1 review", "09:00–12:30", "An hour of Portuguese"):
        assert words in page.text
    for private in (ada.account.email, "351911222333", "bill@example.org", ada.account.public_id):
        assert private not in page.html
    assert "block" not in [form.act for form in page.forms], "a stranger has no lists"


def test_a_profile_opens_by_user_name_and_nobody_is_404() -> None:
    ada = given_found(username="ada", name="Ada")

    assert "Ada" in Visitor().open("/people/ada").text
    for nobody in ("nobody", "prf_01h455vb4pex5vsknk084sn02q", "prf_x"):
        assert Visitor().open(f"/people/{nobody}").status == 404
    ada.account.is_active = False
    ada.account.save()
    assert Visitor().open("/people/ada").status == 404


def test_a_person_is_remembered_blocked_and_forgotten() -> None:
    given_found(username="ada")
    reader = given_worker()
    visitor = Visitor(reader.account)
    page = visitor.open("/people/ada")

    liked = visitor.send(page, "prefer", note="Sharp")
    assert Relation.objects.get().kind == "preferred" and "on your list" in liked.text
    visitor.send(page, "prefer", note="Sharp")
    assert Relation.objects.count() == 1, "the same form twice acts once"
    blocked = visitor.send(liked, "block", reason="Never came")
    assert Relation.objects.get().kind == "blocked" and "You have blocked them" in blocked.text
    visitor.send(blocked, "forget")
    assert not Relation.objects.exists()


def test_a_note_that_is_too_long_comes_back_as_typed() -> None:
    given_found(username="ada")
    visitor = Visitor(given_worker().account)
    page = visitor.open("/people/ada")

    with untouched():
        refused = visitor.send(page, "prefer", note="x" * 300)

    assert refused.status == 400 and "x" * 300 in refused.html


def test_nobody_lists_themselves_and_a_stranger_signs_in_first() -> None:
    ada, bob = given_found(username="ada"), given_found()
    mine = Visitor(ada.account).open("/people/ada")
    assert "how others see you" in mine.text and not [form for form in mine.forms if form.act]
    visitor = Visitor(bob.account)
    page = visitor.open("/people/ada")
    visitor.client.logout()

    with untouched():
        answer = visitor.client.post("/people/ada", page.form("prefer").data | {"note": "Sharp"})

    assert answer.status_code in (302, 403)


def test_texts_of_people_are_texts() -> None:
    ada = given_found(username="ada", name=HOSTILE)
    Profile.objects.filter(pk=ada.account.pk).update(headline=HOSTILE, bio=HOSTILE, skills=[HOSTILE], city=HOSTILE)
    review(ada, given_worker(name=HOSTILE), rating=1, comment=HOSTILE)

    for path in ("/people", "/people/ada"):
        page = Visitor().open(path)
        assert page.status == 200 and HOSTILE not in page.html and "&lt;script&gt;" in page.html


def test_the_pages_ask_the_database_as_often_for_one_as_for_five() -> None:
    ada, reader = given_found(username="ada"), Visitor(given_worker().account)
    review(ada, given_worker(), rating=5)
    given_service(ada)
    reader.open("/people/ada")
    one = [queries(reader, path) for path in ("/people", "/people/ada")]
    for _ in range(4):
        review(ada, given_found(), rating=5)
        given_service(ada)

    five = [queries(reader, path) for path in ("/people", "/people/ada")]

    assert five == one and max(five) <= 15, five
