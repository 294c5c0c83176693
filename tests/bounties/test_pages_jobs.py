"""/, /jobs and /jobs/{id}: what everybody may read of the work there is."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application, Bounty
from humans.models import Profile
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.files import picture
from tests.factories.market import given_application, given_bounty, given_funded_agent, given_released
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
    stranger = Visitor().open(href(bounty))
    assert stranger.links.count(f"/join?next={apply}") == 2, "early on a phone, and beside the job"
    assert f"/account/login?next={apply}" in stranger.links and "You join first" in stranger.text
    assert Visitor(given_worker().account).open(href(bounty)).links.count(apply) == 2
    assert apply not in Visitor(agent.account).open(href(bounty)).links, "nobody applies to their own"
    worker, application = given_application(bounty)
    seen = Visitor(worker.account).open(href(bounty))
    assert apply not in seen.links and f"/work/{application.public_id}" in seen.links
    Bounty.objects.filter(pk=bounty.pk).update(status="closed", closed_at=bounty.created_at)
    assert "apply" not in " ".join(Visitor().open(href(bounty)).links)


def test_the_doors_in_the_header_lead_back_to_the_job() -> None:
    path = href(given_bounty(given_funded_agent()))
    stranger = Visitor()

    assert {f"/join?next={path}", f"/account/login?next={path}"} <= set(stranger.open(path).links)
    assert f"/join?next={path}/apply" in stranger.open(f"/account/login?next={path}/apply").links, "as it was wanted"
    assert {"/join", "/account/login"} <= set(stranger.open("/").links), "nothing was wanted yet"


def test_jobs_that_one_has_applied_to_say_so_instead_of_why_they_fit() -> None:
    agent, worker = given_funded_agent(), given_worker()
    jobs = {
        state: given_bounty(agent, title=f"Job {state}", spots_available=2)
        for state in ("new", "asked", "back", "paid")
    }
    for state in ("asked", "back"):
        given_application(jobs[state], worker)
    Application.objects.filter(bounty_id=jobs["back"].pk).update(
        status="withdrawn", ended_at=clock.now(), end_reason="withdrawn"
    )
    given_released(agent=agent, bounty=jobs["paid"], worker=worker)

    seen = Visitor(worker.account).open("/jobs").html

    cards = {state: seen.partition(f"Job {state}<")[2].partition("</article>")[0] for state in jobs}
    assert "You applied" in cards["asked"] and "You did this" in cards["paid"]
    assert not any("You " in cards[state].replace("You get", "") for state in ("new", "back"))
    assert all("<li>New</li>" in cards[state] for state in ("new", "back")), "notes without full stops"
    assert not any("<li>New" in cards[state] for state in ("asked", "paid"))
    assert "You applied" not in Visitor(given_worker().account).open("/jobs").html


def test_what_one_applied_to_costs_one_statement_however_many_there_are() -> None:
    agent, worker = given_funded_agent(), given_worker()
    visitor = Visitor(worker.account)

    def queries() -> list[str]:
        with CaptureQueriesContext(connection) as asked:
            visitor.open("/jobs")
        return [row["sql"] for row in asked if "bounties_application" in row["sql"]]

    given_application(given_bounty(agent), worker)
    assert len(queries()) == 1
    for _ in range(3):
        given_application(given_bounty(agent), worker)
    assert len(queries()) == 1


def test_similar_jobs_are_within_reach() -> None:
    agent = given_funded_agent()
    there = {"country": "US", "city": "San Francisco", "state": "CA", "is_remote_allowed": False}
    far = given_bounty(agent, title="Across the sea", **there)
    near = given_bounty(agent, city="Almada", country="PT", is_remote_allowed=False)
    anywhere = given_bounty(agent, country="US", city="San Francisco", state="CA", is_remote_allowed=True)
    job = given_bounty(agent, city="Lisbon", country="PT", is_remote_allowed=False)

    links = Visitor().open(href(job)).links
    assert href(far) not in links and {href(near), href(anywhere)} <= set(links)
    worker = given_worker()
    Profile.objects.filter(pk=worker.account.pk).update(city="San Francisco", country="US")
    links = Visitor(worker.account).open(href(job)).links
    assert href(far) in links and href(near) not in links, "from where the reader lives"


def test_search_engines_read_what_the_job_is_and_pays() -> None:
    bounty = given_bounty(given_funded_agent(), title="</script><script>alert(1)</script>")
    html = Visitor().open(href(bounty)).html
    (posting,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    assert json.loads(posting)["@type"] == "JobPosting" and json.loads(posting)["title"] == bounty.title
    assert "<script>alert" not in html
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


def test_a_job_tells_its_own_clocks_and_what_it_asks_for(at: Callable[[str], datetime]) -> None:
    at("2026-12-01T09:00Z")
    agent = given_funded_agent()
    plain = given_bounty(agent, evidence_types=["photo"], completion_window_hours=None)
    begins = clock.now() + timedelta(days=10)
    begin = {"scheduled_start_at": begins, "scheduled_start_time_zone": "Europe/Lisbon"}
    tied = given_bounty(agent, evidence_types=["photo"], completion_window_hours=None, **begin)
    silent = given_bounty(agent, evidence_types=[], completion_window_hours=5)

    seen = Visitor().open(href(plain)).text
    assert "2 h to confirm" in seen and "within 7 days of confirming" in seen
    seen = Visitor().open(href(tied)).text
    assert "within 7 days of Fri" in seen and "of confirming" not in seen
    seen = Visitor().open(href(silent)).text
    assert "Nothing has to be sent" in seen and "You send:" not in seen and "evidence within" not in seen
    assert "If they do nothing for 72 hours, it counts as accepted." in seen and "after a while" not in seen
    assert "Say within 5 h of confirming that it is done" in seen


def test_a_collection_says_before_sign_in_what_is_sent_and_agreed_to() -> None:
    terms = {"maxImages": 3, "consentText": "We may show your photos.", "minimumResolutionPx": 40}
    bounty = given_bounty(given_funded_agent(), submission_mode="photo_upload", upload_settings=terms)

    seen = Visitor().open(href(bounty)).text

    assert "Up to 3 photos" in seen and "100 MB" in seen and "40 pixels" in seen
    assert "We may show your photos." in seen and "confirm" not in seen
    me = Visitor(given_worker().account)
    waiting = me.send(me.open(f"{href(bounty)}/apply"), "apply", files={"files": [picture()]}, consent="true").text
    assert "nothing else is to be done" in waiting and "confirm your place" not in waiting


@pytest.mark.parametrize("path", ["/jobs", "/people"])
def test_lists_for_strangers_count_as_the_api_counts_them(path: str) -> None:
    bounty = given_bounty(given_funded_agent())
    browsed = Api().get("/api/bounties").headers["X-RateLimit-Limit"]

    answer = Visitor().open(path)

    assert answer.headers["X-RateLimit-Limit"] == browsed
    assert Visitor().open(href(bounty)).headers["X-RateLimit-Limit"] == browsed


def test_jobs_are_found_by_skill_and_by_when_they_were_posted() -> None:
    agent = given_funded_agent()
    fresh = given_bounty(agent, skills_needed=["Juggling"])
    old = given_bounty(agent)
    Bounty.objects.filter(pk=old.pk).update(went_live_at=clock.now() - timedelta(days=3))
    me = Visitor()

    page = me.open("/jobs")
    [search] = [form for form in page.forms if form.action == "/jobs"]
    assert "isRemoteOnly" not in search.data, "nothing is filtered before anybody asks"
    assert 'name="skill"' in page.html and 'name="posted"' in page.html
    assert {href(fresh), href(old)} <= set(page.links)
    lately = me.open("/jobs?posted=1")
    assert href(fresh) in lately.links and href(old) not in lately.links
    assert href(old) in me.open("/jobs?posted=7").links and href(old) in me.open("/jobs?posted=odd").links
    juggling = me.open("/jobs?skill=juggling")
    assert href(fresh) in juggling.links and href(old) not in juggling.links


def test_jobs_near_the_reader_are_one_tap_away() -> None:
    agent = given_funded_agent()
    far = given_bounty(agent, city="Madrid", country="ES")
    near = given_bounty(agent, city="Porto", country="PT")
    for number in range(5):
        given_bounty(agent, city="Paris", country="FR", title=f"Paris {number}")
    stranger = Visitor()
    stranger.client.cookies["tz"] = "Europe/Lisbon"

    home = stranger.open("/")
    assert "7 jobs are open now" in home.text and href(near) in home.links and href(far) not in home.links
    here = stranger.open("/jobs?country=PT")
    guessed = stranger.open("/jobs")
    assert "/jobs?country=PT" in guessed.links and "/jobs?country=PT" in home.links
    assert "Guessed from your browser's clock" in guessed.text and "city=Lisbon" not in " ".join(guessed.links)
    given_bounty(agent, city="Lisbon", country="PT")
    assert "/jobs?country=PT&city=Lisbon&within=50" in stranger.open("/jobs").links
    stranger.client.cookies["tz"] = "Nowhere/At_All"
    assert "city=" not in " ".join(stranger.open("/jobs").links)
    assert href(near) in here.links and href(far) not in here.links
    worker = given_worker()
    Profile.objects.filter(pk=worker.account.pk).update(city="Madrid", country="ES")
    known = Visitor(worker.account).open("/jobs")
    assert "/jobs?country=ES&city=Madrid&within=50" in known.links and "The place of your profile." in known.text


def test_a_guess_that_leads_to_no_job_is_not_offered() -> None:
    bounty = given_bounty(given_funded_agent(), city="Porto", country="PT")
    stranger = Visitor()
    stranger.client.cookies["tz"] = "America/New_York"

    for page in (stranger.open("/"), stranger.open("/jobs")):
        assert "country=US" not in " ".join(page.links) and "Guessed" not in page.text
        assert href(bounty) in page.links, "what there is"


def test_until_when_one_can_apply_is_said_as_long_as_one_can() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    visitors = Visitor(), Visitor(given_worker().account)
    assert all("Apply by" in visitor.open(href(bounty)).text for visitor in visitors)
    assert "Apply by" in visitors[1].open(f"{href(bounty)}/apply").text

    assert agent.delete(f"/api/bounties/{bounty.public_id}").status == 200

    assert all("Apply by" not in visitor.open(href(bounty)).text for visitor in visitors)
    assert "Apply by" not in visitors[1].open(f"{href(bounty)}/apply").text


def test_a_job_says_what_one_gets_and_to_its_owner_what_a_place_costs() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, price_cents=500)

    theirs, ours = Visitor().open(href(bounty)).text, Visitor(agent.account).open(href(bounty)).text

    assert "You get $5.00" in theirs and "$5.90" not in theirs and "with the fee" not in theirs
    assert "A place costs you $5.90" in ours and "with the fee" in ours and "You get $5.00" not in ours
    assert "You get $5.00" in Visitor().open("/jobs").text


def test_a_job_says_whether_its_owner_has_paid_before() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    assert "has paid nobody here yet" in Visitor().open(href(bounty)).text
    given_released(agent=agent)
    assert "has paid somebody 1 time here" in Visitor().open(href(bounty)).text
