"""/, /jobs and /jobs/{id}: what everybody may read of the work there is."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Bounty
from tests.factories.accounts import given_worker
from tests.factories.market import given_application, given_bounty, given_funded_agent
from tests.visitor import Seen, Visitor

pytestmark = pytest.mark.django_db


def href(bounty: Bounty) -> str:
    return f"/jobs/{bounty.public_id}"


def test_the_front_page_has_two_doors_and_the_newest_jobs() -> None:
    bounty = given_bounty(given_funded_agent())
    seen = Visitor().open("/")
    assert href(bounty) in seen.links
    assert {"/join", "/jobs", "/people", "/api/docs", "/admin/"} <= set(seen.links)


def test_who_is_signed_in_begins_with_their_day() -> None:
    assert Visitor(given_worker().account).open("/").path == "/today"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", True),
        ("?q=shop", True),
        ("?q=bakery", False),
        ("?country=PT", True),
        ("?country=ES", False),
        ("?minPrice=4", True),
        ("?minPrice=6", False),
        ("?isRemoteOnly=true", False),
    ],
)
def test_jobs_are_found_by_what_the_api_takes(query: str, found: bool) -> None:
    bounty = given_bounty(given_funded_agent(), city="Lisbon", country="PT", is_remote_allowed=False, price_cents=500)
    assert (href(bounty) in Visitor().open(f"/jobs{query}").links) is found


@pytest.mark.parametrize("query", ["?minPrice=cheap", "?country=Nowhereland", "?cursor=forged", "?category=nothing"])
def test_a_filter_that_says_nothing_is_named_and_kept(query: str) -> None:
    given_bounty(given_funded_agent())
    seen = Visitor().open(f"/jobs{query}")
    assert (seen.status, 'role="alert"' in seen.html) == (200, True)


def test_pages_follow_each_other_without_gap_or_repetition() -> None:
    agent = given_funded_agent()
    made = {href(given_bounty(agent)) for _ in range(23)}
    visitor = Visitor()
    first = visitor.open("/jobs?sort=new")
    (more,) = [link for link in first.links if "cursor=" in link]
    second = visitor.open(more)
    shown = [link for seen in (first, second) for link in seen.links if link in made]
    assert (len(shown), set(shown)) == (23, made)


def test_what_fits_the_reader_comes_first_and_says_why() -> None:
    agent = given_funded_agent()
    given_bounty(agent, title="Something else")
    worker = given_worker()
    fitting = given_bounty(agent, title="Walk a dog", skills_needed=[worker.account.profile.skills[0]])
    given_bounty(agent, title="Another thing")
    seen = Visitor(worker.account).open("/jobs")
    jobs = [link for link in seen.links if link.startswith("/jobs/")]
    assert jobs[0] == href(fitting)


@pytest.mark.parametrize(
    "change", [{"is_private": True}, {"went_live_at": None, "status": "pending_deposit"}], ids=["private", "unpaid"]
)
def test_a_hidden_job_is_its_owners_and_its_applicants_alone(change: dict[str, object]) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker, _ = given_application(bounty)
    Bounty.objects.filter(pk=bounty.pk).update(**change)

    def status(visitor: Visitor) -> int:
        return visitor.open(href(bounty)).status

    assert [status(Visitor()), status(Visitor(given_worker().account))] == [404, 404]
    assert [status(Visitor(agent.account)), status(Visitor(worker.account))] == [200, 200]
    assert href(bounty) not in Visitor().open("/jobs").links


def test_a_job_says_how_one_gets_in() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    apply = f"{href(bounty)}/apply"
    assert apply in Visitor().open(href(bounty)).links
    assert apply not in Visitor(agent.account).open(href(bounty)).links, "nobody applies to their own"
    worker, application = given_application(bounty)
    seen = Visitor(worker.account).open(href(bounty))
    assert apply not in seen.links and f"/work/{application.public_id}" in seen.links
    Bounty.objects.filter(pk=bounty.pk).update(status="closed", closed_at=bounty.created_at)
    assert apply not in Visitor().open(href(bounty)).links


def test_search_engines_read_what_the_job_is_and_pays() -> None:
    bounty = given_bounty(given_funded_agent(), title="</script><script>alert(1)</script>")
    html = Visitor().open(href(bounty)).html
    assert '"@type": "JobPosting"' in html and "<script>alert" not in html
    assert "noindex" not in html


@pytest.mark.parametrize("path", ["/", "/jobs?sort=new"])
def test_a_list_costs_the_same_for_one_and_for_five(path: str) -> None:
    agent, visitor = given_funded_agent(), Visitor()

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert visitor.open(path).status == 200
        return len(asked)

    given_bounty(agent)
    queries()
    one = queries()
    for _ in range(4):
        given_bounty(agent)
    assert queries() == one <= 15


def test_words_of_people_are_text() -> None:
    bounty = given_bounty(
        given_funded_agent(), title="<b onmouseover=alert(1)>", description="<img src=x onerror=alert(1)>"
    )
    seen: Callable[[str], Seen] = Visitor().open
    for path in ("/", "/jobs", href(bounty)):
        html = seen(path).html
        assert "<b onmouseover" not in html and "<img src=x" not in html


def test_a_search_without_a_tick_finds_what_is_done_on_the_spot() -> None:
    given_bounty(given_funded_agent(), title="Fix a gate", city="Lisbon", country="PT", is_remote_allowed=False)
    visitor = Visitor()

    page = visitor.open("/jobs")

    assert "isRemoteOnly" not in page.form("").data
    assert "Fix a gate" in visitor.send(page, "", q="gate").text
    assert "Fix a gate" not in visitor.open("/jobs?isRemoteOnly=true").text
