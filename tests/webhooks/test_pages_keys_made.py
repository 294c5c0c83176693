"""Keys that keys made: their end, what is told of a new one, which one an endpoint is of; the days of the timeline's filter."""

from datetime import UTC, datetime

import pytest

from marketplace.models import Call, Mail
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import untouched
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
LINK = {"amount": 5, "description": "Coffee"}


@pytest.fixture
def agent() -> Api:
    return given_agent()


def test_a_key_is_revoked_with_the_keys_of_its_making_that_are_ticked_and_the_others_are_named(agent: Api) -> None:
    me = Visitor(agent.account)
    made = {name: agent.post("/api/keys", {"name": name}) for name in ("child", "sister")}
    child = Api(account=agent.account, headers={"X-API-Key": made["child"]["apiKey"]})
    grandchild = child.post("/api/keys", {"name": "grandchild"})["key"]["id"]
    page = me.open(f"/owner/keys/{agent.key.public_id}")
    assert "It made" in page.text
    assert all(f'href="/owner/keys/{one}"' in page.html for one in (grandchild, made["child"]["key"]["id"]))
    assert set(page.form("revoke").data["also"]) == {grandchild, *(one["key"]["id"] for one in made.values())}

    after = me.send(page, "revoke", also=[made["child"]["key"]["id"], grandchild])

    live = agent.account.keys.filter(revoked_at=None)
    assert [key.name for key in live] == ["sister"]
    assert f"Keys that it had made still work: sister ({live[0].shown_prefix}…)." in after.text
    told = Call.objects.get(object_id=agent.key.public_id, operation__endswith=".revoke").note
    assert told.startswith("Revoked, with keys that it had made: ") and "child (" in told and "grandchild (" in told
    assert "sister" not in told and told in me.open("/owner/events").text


def test_a_key_that_another_one_made_is_revoked_alone_and_no_stranger_s_key_by_its_form(agent: Api) -> None:
    me, other = Visitor(agent.account), given_agent()
    child = agent.post("/api/keys", {"name": "child"})["key"]["id"]

    me.send(me.open(f"/owner/keys/{child}"), "revoke", also=[agent.key.public_id, other.key.public_id])

    assert agent.get("/api/account").status == other.get("/api/account").status == 200


def test_the_days_of_the_filter_are_those_of_the_reader(agent: Api) -> None:
    agent.post("/api/payment-links", LINK)
    Call.objects.update(created_at=datetime(2026, 3, 1, 23, 30, tzinfo=UTC))
    me = Visitor(agent.account)
    agent.account.time_zone = "Europe/Madrid"  # there it is half an hour past midnight
    agent.account.save(update_fields=["time_zone"])

    def has(query: str) -> bool:
        return "Make a payment link" in me.open(f"/owner/events?{query}").text

    assert (has("start=2026-03-02"), has("end=2026-03-02"), has("end=2026-03-03")) == (True, False, True)
    assert me.open("/owner/events?start=yesterday").status == 400


def test_of_several_keys_none_is_chosen_for_an_endpoint(agent: Api) -> None:
    me = Visitor(agent.account)
    assert me.open("/owner/webhooks").form("make").data["keyId"] == [agent.key.public_id], "there is but one"
    agent.post("/api/keys", {"name": "made by an agent"})

    page = me.open("/owner/webhooks")

    assert page.form("make").data["keyId"] == [""]
    with untouched():
        assert me.send(page, "make", url="http://127.0.0.1:9/hook").status == 400


def test_the_mail_about_a_limited_key_says_its_limits_and_names_no_key_that_did_not_make_it(agent: Api) -> None:
    me = Visitor(agent.account)

    me.send(me.open("/owner/keys"), "make", name="helper")

    told = Mail.objects.get(to=agent.account.email, text__contains="API key: helper").text
    assert (
        "- It may: no more than this\n- Allowed: hire, judge work, pay, write, send events, keep the profile\n" in told
    )
    assert "was not set" not in me.open("/owner/events").text, "a new key was nothing before"
    assert "Made with" not in told and "everything that your account" not in told, "its owner made it, signed in"
