"""/owner/keys, /owner/webhooks, /owner/events: the owner makes a key, sees what was done with it, and where events were sent."""

import html
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Bounty
from marketplace.core import clock, rights
from marketplace.core.scopes import FOR_HIRING
from marketplace.models import ApiKey, Call
from marketplace.services import keys
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker, session_token
from tests.factories.approvals import given_asking_agent, posting
from tests.factories.market import given_funded_agent, untouched
from tests.factories.members import given_invited, given_member, mailed_token, membership
from tests.visitor import Visitor
from webhooks.models import Delivery, Endpoint
from webhooks.services import endpoints

from .conftest import Receiver, deliver, given_endpoint

pytestmark = pytest.mark.django_db
HOOK = "http://127.0.0.1:9/hook"
EVIL = "<script>alert(1)</script>"
LINK = {"amount": 5, "description": "Two hours of proofreading"}


def visitor(agent: Api) -> Visitor:
    return Visitor(agent.account)


# ---------------------------------------------------------------------- keys


def test_a_key_is_made_shown_once_and_works(agent: Api) -> None:
    me = visitor(agent)
    page = me.open("/owner/keys")

    made = me.send(page, "make", name="research")
    [raw] = [field.split('value="')[1].split('"')[0] for field in made.html.split("<input") if 'id="secret"' in field]

    assert (made.status, made.headers["Cache-Control"]) == (200, "no-store")
    assert Api(headers={"X-API-Key": raw}).get("/api/account").status == 200
    again = me.send(page, "make", name="research")
    assert raw not in again.html and ApiKey.objects.filter(name="research").count() == 1
    shown = me.open("/owner/keys")
    assert raw not in shown.html and "research" in shown.text and "from 10." in shown.text


def test_a_key_hires_and_pays_unless_its_owner_says_everything(agent: Api) -> None:
    me = visitor(agent)
    page = me.open("/owner/keys")
    assert page.form("make").data["may"] == ["hire"], "what takes no money out is suggested"

    bounded = me.send(page, "make", name="helper")
    helper = ApiKey.objects.get(name="helper")
    free = me.send(me.open("/owner/keys"), "make", name="twin", may="all")
    twin = ApiKey.objects.get(name="twin")

    assert (set(helper.scopes or ()), helper.is_limited) == (set(FOR_HIRING), True)
    assert not {"wallet", "account", "work"} & set(FOR_HIRING)
    assert "hires and pays, takes no money out" in bounded.text
    assert (twin.scopes, twin.is_limited) == (None, False)
    assert "take money out to a bank account, lift the limits of your account, make more keys" in free.text
    [raw] = [
        field.split('value="')[1].split('"')[0] for field in bounded.html.split("<input") if 'id="secret"' in field
    ]
    with untouched():
        for method, path in (
            ("PATCH", "/api/wallet/controls"),
            ("POST", "/api/wallet/withdraw"),
            ("POST", "/api/keys"),
        ):
            assert Api(headers={"X-API-Key": raw}).call(method, path, {}).code == "scope_not_allowed"


def test_a_key_that_may_do_nothing_known_is_not_made(agent: Api) -> None:
    me = visitor(agent)
    page = me.open("/owner/keys")
    for may in ("", "wallet", None):
        with untouched():
            refused = me.send(page, "make", name="helper", may=may)
        assert refused.status == 400 and "Choose what it may do." in refused.text


def test_the_list_says_what_each_key_may_do_and_which_key_made_it(agent: Api) -> None:
    me = visitor(agent)
    me.send(me.open("/owner/keys"), "make", name="helper")
    child = agent.post("/api/keys", {"name": "child"})["key"]["id"]

    shown = me.open("/owner/keys").text

    assert f"made by the key {agent.key.name}" in shown
    assert shown.count("made by the key") == 1
    assert "helper limited" in shown and "child everything" in shown
    assert f"Made by the key {agent.key.name}" in me.open(f"/owner/keys/{child}").text
    assert "Made by the key" not in me.open(f"/owner/keys/{agent.key.public_id}").text


def test_a_key_without_a_name_is_not_made(agent: Api) -> None:
    me = visitor(agent)
    page = me.open("/owner/keys")
    with untouched():
        refused = me.send(page, "make", name=" ")
    assert refused.status == 400 and "error" in refused.html


def test_a_key_is_revoked_and_says_before_what_that_stops(agent: Api) -> None:
    given_endpoint(agent, HOOK)
    agent.post("/api/payment-links", LINK)
    me = visitor(agent)
    page = me.open(f"/owner/keys/{agent.key.public_id}")
    assert "its webhook endpoint gets no more events" in page.text
    assert "Make a payment link" in page.text and HOOK in page.text

    after = me.send(page, "revoke")
    assert after.path == "/owner/keys" and "Revoked. It opens nothing any more" in after.text
    assert agent.get("/api/account").status == 401
    assert Endpoint.objects.get().disabled_reason == "key_revoked"


# ---------------------------------------------------------------------- what was done


def test_a_call_is_told_with_its_cost_and_leads_to_what_it_concerned() -> None:
    agent = given_funded_agent()
    job = {"title": "Photograph a door", "description": "One photo.", "price": 5, "estimatedHours": 0.5}
    bounty = agent.post("/api/bounties", job, Idempotency_Key="job-7")["bountyId"]
    me = visitor(agent)

    page = me.open("/owner/events")
    assert "Post a job" in page.text and "$5.90" in page.text and agent.key.name in page.text
    assert f"/owner/jobs/{bounty}" in page.links

    [detail] = [link for link in page.links if link.startswith("/owner/events/act_")]
    told = me.open(detail)
    for words in ("POST /api/bounties", "createBounty", "job-7", Call.objects.get().request_id):
        assert words in told.text


def test_names_cost_a_statement_for_each_kind_of_thing_and_none_for_each_line() -> None:
    one, five = given_funded_agent(100_000), given_funded_agent(100_000)
    posting(one)
    for number in range(5):
        posting(five, f"k{number}")
    counts = []
    for agent in (one, five):
        me = visitor(agent)
        me.open("/owner/events")
        with CaptureQueriesContext(connection) as seen:
            me.open("/owner/events")
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 16


def test_whoever_accepts_an_invitation_or_leaves_is_a_line_of_the_account(agent: Api) -> None:
    sam = given_worker(name="Sam Reed")
    given_invited(agent, sam.account.email, "viewer")
    guest = Visitor(sam.account)
    token = mailed_token(sam.account.email)
    joining = guest.open(f"/owner/members/join?token={token}")
    guest.send(joining, "accept")
    guest.send(joining, "accept")

    [line] = Call.objects.filter(account=agent.account, operation="acceptInvitation")
    assert (line.person, line.via, line.object_id) == (sam.account, "session", membership(agent, sam).public_id)
    page = visitor(agent).open("/owner/events")
    assert "Accept the invitation" in page.text and page.text.count("Sam Reed") == 1, "who joins and who acts are one"

    own = Api(sam.account, {"X-Session-Token": session_token(sam.account)})
    assert own.call("DELETE", f"/api/members/{membership(agent, sam).public_id}").status == 200
    assert Call.objects.filter(account=agent.account, operation="removeMember").count() == 1
    assert "End a membership" in visitor(agent).open("/owner/events").text


def test_the_timeline_is_filtered_and_taken_away_as_a_table() -> None:
    agent = given_agent()
    agent.post("/api/payment-links", LINK, Idempotency_Key="=1+1")
    agent.post("/api/payment-links", LINK | {"amount": -1})
    me = visitor(agent)
    page = me.open("/owner/events?outcome=refused&via=key")
    rows = [link for link in page.links if "/act_" in link]
    assert len(rows) == 1 and "Something in it was missing or wrong" in page.text

    [link] = [link for link in page.links if "/owner/events.csv" in link]
    table = me.open(html.unescape(link)).html.strip().splitlines()
    assert len(table) == 2 and "validation_error" in table[1]
    everything = me.open("/owner/events.csv").html
    assert everything.lstrip("\ufeff").startswith("time_utc,who,") and "+00:00," in everything
    assert len(everything.strip().splitlines()) == 3 and "'=1+1" in everything
    assert "Nothing like that" in me.open("/owner/events?operation=createBounty").text
    assert me.open("/owner/events?start=never").status == 400


def test_after_a_test_the_page_fetches_the_answer_or_offers_to_look_again(agent: Api) -> None:
    endpoint, _ = given_endpoint(agent, HOOK)
    me = visitor(agent)

    sent = me.send(me.open(f"/owner/webhooks/{endpoint}"), "test")

    assert sent.path in sent.links and "Look again" in sent.text and f'hx-get="{sent.path}"' in sent.html
    assert 'hx-select="#delivery"' in sent.html and 'id="delivery"' in sent.html, "its state is refreshed, too"


def test_an_empty_log_says_why_it_is_empty(agent: Api) -> None:
    me = visitor(agent)

    assert "Nothing was sent yet." in me.open("/owner/webhooks").text
    assert "No delivery is in this state." in me.open("/owner/webhooks?status=failed").text


def test_what_a_person_does_on_a_page_is_told_in_its_words(agent: Api) -> None:
    endpoint, _ = given_endpoint(agent, HOOK)
    me = visitor(agent)
    me.send(me.open(f"/owner/webhooks/{endpoint}"), "pause")

    page = me.open("/owner/events?via=session")
    assert "Paused: nothing is sent there." in page.text and "You, signed in" in page.text


def test_the_timeline_names_an_act_of_a_page_as_that_of_the_api_and_not_by_its_advice(agent: Api) -> None:
    endpoint, _ = given_endpoint(agent, HOOK)
    me = visitor(agent)
    me.send(me.open(f"/owner/webhooks/{endpoint}"), "test")

    page = me.open("/owner/events?via=session")
    assert "Test a webhook endpoint" in page.text and "A test is on its way." in page.text
    assert "Its answer stands here" not in page.text
    assert "Test a webhook endpoint – A test is on its way." in me.open("/owner/events.csv").html


JOBS = "title,description,price,estimatedHours\nCount cars,One hour at the corner.,10,1"


def test_jobs_from_a_file_are_lines_of_their_own_and_reading_it_is_none_of_a_job() -> None:
    agent = given_funded_agent(10_000)
    me = visitor(agent)
    preview = me.send(me.open("/owner/jobs/import"), "read", pasted=JOBS + "\nCount bikes,At the bridge.,5,1")
    me.send(preview, "confirm")

    rows = list(Call.objects.filter(account=agent.account).order_by("created_at", "id"))

    posted = {bounty.title: bounty for bounty in Bounty.objects.all()}
    assert len(posted) == 2
    [read, *jobs] = rows
    assert (read.note, read.cents) == ("The file is read. Nothing is posted yet.", 0)
    assert {row.note: (row.object_id, row.cents) for row in jobs} == {
        title: (bounty.public_id, cents) for (title, bounty), cents in zip(posted.items(), [1180, 590], strict=True)
    }
    page = me.open("/owner/events?costOnly=true")
    assert page.text.count("Post a job") == 2 and "$11.80" in page.text and "$5.90" in page.text
    assert {f"/owner/jobs/{bounty.public_id}" for bounty in posted.values()} <= set(page.links)


def test_each_approval_that_is_asked_for_is_a_line_and_says_that_nothing_was_done() -> None:
    agent = given_asking_agent(20_000, above=500)
    for key in ("one", "one", "two"):
        assert posting(agent, key).status == 202

    lines = Call.objects.filter(account=agent.account, status=202)

    assert {(row.idempotency_key, row.repeats) for row in lines} == {("one", 2), ("two", 1)}
    page = visitor(agent).open("/owner/events")
    assert page.text.count("You were asked") == 2, "a repetition is the same line"
    assert {f"/owner/approvals/{row.object_id}" for row in lines} <= set(page.links)


def test_the_timeline_leads_a_viewer_to_no_page_that_is_not_theirs(agent: Api) -> None:
    me = visitor(agent)
    me.send(me.open("/owner/jobs/import"), "read", pasted=JOBS)
    viewer = Visitor(given_member(agent, rights.VIEWER).account)
    viewer.send(viewer.open("/owner/members"), "switch", account=agent.account.public_id)

    seen = viewer.open("/owner/events?via=session")

    assert "/owner/jobs/import" in me.open("/owner/events?via=session").links
    assert "You, signed in" not in seen.text and agent.account.display_name in seen.text
    assert "/owner/jobs/import" not in seen.links


# ---------------------------------------------------------------------- webhooks


def test_an_endpoint_is_made_tested_and_its_answer_seen(agent: Api, receiver: Callable[[], Receiver]) -> None:
    there, me = receiver(), visitor(agent)
    page = me.open("/owner/webhooks")
    made = me.send(page, "make", url=there.url, keyId=agent.key.public_id, all=None, events=["bounty.completed"])
    row = Endpoint.objects.get()
    assert endpoints.secret_of(row) in made.html and row.events == ["bounty.completed"]

    delivery = me.send(me.open(f"/owner/webhooks/{row.public_id}"), "test")
    assert "A test is on its way" in delivery.text and "None yet" in delivery.text
    deliver()
    seen = me.open(delivery.path)
    assert "200" in seen.text and "thanks" in seen.text and '"type": "webhook.test"' in seen.text

    me.send(seen, "again")
    deliver()
    assert len(there.received) == 2 and Delivery.objects.get().attempts == 2


def test_an_address_that_is_not_public_is_refused_as_typed(agent: Api) -> None:
    me = visitor(agent)
    page = me.open("/owner/webhooks")
    with untouched():
        refused = me.send(page, "make", url="https://10.0.0.1/x", keyId=agent.key.public_id, description="mine")
        foreign = me.send(page, "make", url=HOOK, keyId=given_agent().key.public_id)
    assert refused.status == 400 and "https://10.0.0.1/x" in refused.html and "mine" in refused.html
    assert foreign.status == 404


def test_the_secret_is_changed_once_and_the_old_one_stays_for_a_day(agent: Api) -> None:
    endpoint, old = given_endpoint(agent, HOOK)
    me = visitor(agent)
    page = me.open(f"/owner/webhooks/{endpoint}")
    rotated = me.send(page, "rotate")
    new, kept = endpoints.secrets_of(Endpoint.objects.get())
    assert (kept, rotated.status) == (old, 200) and new in rotated.html

    with untouched():
        again = me.send(rotated, "rotate")
    assert again.status == 409 and new not in me.send(page, "rotate").html


def test_an_endpoint_is_changed_paused_set_going_replayed_and_deleted(agent: Api) -> None:
    endpoint, _ = given_endpoint(agent, HOOK)
    me = visitor(agent)
    page = me.open(f"/owner/webhooks/{endpoint}")
    assert "What it gets Every event" in page.text and page.text.count("Every event") == 1
    assert "How it stands State On" in page.text
    page = me.send(page, "change", all=None, events=["escrow.funded", "escrow.released"], description="new")
    assert Endpoint.objects.get().events == ["escrow.funded", "escrow.released"]
    assert "What it gets Money was set aside Pay was released" in page.text
    page = me.send(page, "pause")
    assert "Paused" in page.text and [form.act for form in page.forms if form.act == "test"] == []
    page = me.send(page, "resume")
    assert not Endpoint.objects.get().disabled
    now = clock.now().strftime("%Y-%m-%dT%H:%M")
    page = me.send(page, "replay", **{"from": "2026-01-01T00:00", "to": now})
    assert "0 events are sent again." in page.text
    assert me.send(page, "replay", **{"from": "soon"}).status == 400
    after = me.send(page, "delete")
    assert after.path == "/owner/webhooks" and "Deleted." in after.text
    assert me.open(f"/owner/webhooks/{endpoint}").status == 404


# ---------------------------------------------------------------------- for all of them


def test_nobody_else_sees_any_of_it(agent: Api) -> None:
    endpoint, _ = given_endpoint(agent, HOOK)
    delivery = agent.post(f"/api/webhooks/endpoints/{endpoint}/test")["deliveryId"]
    call = Call.objects.latest("pk").public_id
    stranger = Visitor(given_agent().account)
    for path in (
        f"keys/{agent.key.public_id}",
        f"webhooks/{endpoint}",
        f"webhooks/deliveries/{delivery}",
        f"events/{call}",
    ):
        assert stranger.open(f"/owner/{path}").status == 404, path
        assert Visitor().open(f"/owner/{path}").path.startswith("/account/login")


def test_hostile_words_are_words(agent: Api) -> None:
    key, raw = keys.issue(agent.account, EVIL)
    evil = Api(account=agent.account, headers={"X-API-Key": raw})
    evil.post("/api/webhooks/endpoints", {"url": HOOK, "events": ["*"], "description": EVIL})
    evil.post("/api/payment-links", LINK, Idempotency_Key=EVIL, User_Agent=EVIL)
    call = Call.objects.latest("pk").public_id
    me = visitor(agent)
    for path in ("keys", f"keys/{key.public_id}", "webhooks", "events", f"events/{call}"):
        page = me.open(f"/owner/{path}")
        assert page.status == 200 and EVIL not in page.html and html.escape(EVIL) in page.html, path


@pytest.mark.parametrize("path", ["keys", "webhooks", "events"])
def test_more_rows_take_no_more_statements(agent: Api, path: str) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert me.open(f"/owner/{path}").status == 200
        return len(asked)

    me = visitor(agent)
    given_endpoint(agent, HOOK)
    endpoints_made = Endpoint.objects.get().public_id
    agent.post(f"/api/webhooks/endpoints/{endpoints_made}/test")
    me.open(f"/owner/{path}")
    few = statements()
    for number in range(4):
        given_endpoint(agent, f"{HOOK}/{number}")
        agent.post(f"/api/webhooks/endpoints/{endpoints_made}/test")
        keys.issue(agent.account, f"key {number}")
    assert statements() == few <= 15
