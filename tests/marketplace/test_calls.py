"""The timeline: what changed something has a line, in the same transaction; what was refused has one, too; reads have none."""

from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.core import clock, context, ids, networks
from marketplace.core.actor import Actor
from marketplace.models import Account, ApiKey, Call
from marketplace.services import calls, keys, refusals, upkeep
from marketplace.services.idempotency import Answer as Done
from marketplace.services.idempotency import once
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import given_funded_agent

pytestmark = pytest.mark.django_db
LINK = {"amount": 5, "description": "Two hours of proofreading"}
JOB = {"title": "Photograph a door", "description": "One photo.", "price": 5, "estimatedHours": 0.5}


def lines(caller: Api) -> list[Call]:
    return list(Call.objects.filter(account=caller.account).order_by("created_at", "pk"))


def test_a_change_has_a_line_that_says_who_what_and_what_it_cost() -> None:
    agent = given_funded_agent()

    posted = agent.post("/api/bounties", JOB, Idempotency_Key="job-7", X_Request_Id="req-of-mine")

    [line] = lines(agent)
    assert (line.via, line.key, line.program) == ("key", agent.key, agent.key.name)
    assert (line.operation, line.verb, line.method, line.path) == (
        "createBounty",
        "bounty.create",
        "POST",
        "/api/bounties",
    )
    assert (line.request_id, line.idempotency_key) == ("req-of-mine", "job-7")
    assert (line.status, line.error_code, line.object_id) == (200, "", posted["bountyId"])
    assert line.cents == 590, "the pay and the fee"


def test_reads_repetitions_and_rehearsals_have_none() -> None:
    agent = given_funded_agent()
    agent.get("/api/account")
    agent.post("/api/bounties", JOB | {"dryRun": True})
    for _ in range(2):
        assert agent.post("/api/payment-links", LINK, Idempotency_Key="once").status == 200

    [line] = lines(agent)
    assert (line.operation, line.cents) == ("createPaymentLink", 0)


@pytest.mark.parametrize("key", [{}, {"Idempotency_Key": "a"}])
def test_the_line_is_in_the_transaction_of_the_change(key: dict[str, str]) -> None:
    agent = given_agent()
    with CaptureQueriesContext(connection) as seen:
        agent.post("/api/payment-links", LINK, **key)
    statements = [query["sql"] for query in seen.captured_queries if "marketplace_call" in query["sql"]]

    assert len(statements) == 1
    assert ("update marketplace_idempotencyrecord" in statements[0]) is bool(key), "with the answer, if that is stored"
    within = [query["sql"] for query in seen.captured_queries]
    place = within.index(statements[0])
    assert any("SAVEPOINT" in sql for sql in within[:place]) and any("RELEASE" in sql for sql in within[place:])


def test_a_change_that_is_rolled_back_takes_its_line_with_it() -> None:
    agent = given_agent()
    actor = Actor(account=agent.account, via="key", key=agent.key)

    def dies() -> Done:
        raise KeyboardInterrupt

    with context.answering(context.Call("POST", "/api/x", "createX")):
        with pytest.raises(KeyboardInterrupt):
            once(actor=actor, operation="x", key="k", fingerprint=b"", perform=dies)
        assert not lines(agent)
        once(actor=actor, operation="x", key="k", fingerprint=b"", perform=lambda: Done({}))
    assert len(lines(agent)) == 1


def test_a_refusal_is_told_with_its_reason_and_counted_within_the_minute() -> None:
    agent = given_agent()
    for number in range(3):
        refused = agent.post("/api/payment-links", LINK | {"amount": -1 - number})
    agent.delete("/api/keys/key_nothing")

    first, second = lines(agent)
    assert (first.error_code, first.status, first.repeats, first.cents) == ("validation_error", 400, 3, 0)
    assert first.request_id == refused.headers["X-Request-Id"], "of the last time"
    assert (second.operation, second.error_code, second.repeats) == ("revokeKey", "not_found", 1)


@pytest.mark.parametrize(
    ("sent", "answered", "told"),
    [
        ({"title": " Count\ndoors "}, {"cap": "key_rolling_24h", "attemptedCents": 2832, "capCents": 2000, "spentCents": 590},
         "“Count doors”, $28.32; the limit of this key is $20.00 in 24 hours, of which $5.90 is spent"),
        ({}, {"cap": "per_bounty", "attemptedCents": 2832, "capCents": 2000, "spentCents": 0},
         "$28.32; the limit of the wallet is $20.00 for one job, of which $0.00 is spent"),
        ({"amountCents": 700}, {"requiredCents": 700, "balanceCents": 100}, "$7.00; the wallet held $1.00"),
        ({"amountCents": 700, "description": "secret"}, {}, "$7.00"),
        ({"title": "x" * 90}, {}, f"“{'x' * 79}…”"),
        ({"title": "Pay \u202etac\u202c\u200b\tnow\x00\u2066"}, {}, "“Pay tac now”"),
        ({"title": " \u200b\u2800\u202e\x00 ", "amountCents": 700}, {}, "$7.00"),
        ({"title": ["no text"], "amountCents": True}, {"cap": ["odd"], "capCents": "9"}, ""),
    ],
)  # fmt: skip
def test_what_a_refused_call_tried_is_told_in_words(sent: Any, answered: Any, told: str) -> None:
    assert refusals.tried(Account(), sent, answered) == told


def test_a_refused_call_says_what_it_tried_and_of_several_the_last() -> None:
    agent = given_funded_agent()
    agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": 100})
    for price in (5, 10):
        refused = agent.post("/api/bounties", JOB | {"title": f"At {price}", "price": price})
        assert refused.code == "spending_cap_exceeded"

    line = lines(agent)[-1]
    assert (line.repeats, line.note) == (
        2,
        "“At 10”, $11.80; the limit of the wallet is $1.00 for one job, of which $0.00 is spent",
    )


def test_a_title_that_is_refused_for_what_nobody_sees_is_told_without_it_and_the_line_is_kept() -> None:
    agent = given_agent()
    for title in ("Count\u202e doors", "Count\u200b doors"):
        assert agent.post("/api/bounties", JOB | {"title": title}).status == 400
    worker = given_worker()
    for form in ({"title": "Count\x00 doors"}, {"title": "Count doors", "idempotencyKey": "k\x001"}):
        assert 400 <= worker.upload("/api/bounties/bty_nothing/applications", form).status < 500

    assert [(line.repeats, line.note) for line in lines(agent)] == [(2, "“Count doors”")]
    assert [(line.repeats, "\x00" in line.note) for line in lines(worker)] == [(1, False)] * 2


def test_an_answer_is_given_whatever_fails_in_the_words_about_it(monkeypatch: Any, caplog: Any) -> None:
    agent = given_agent()
    monkeypatch.setattr(refusals, "tried", lambda *_: 1 / 0)

    assert agent.post("/api/bounties", JOB | {"title": ""}).status == 400
    assert not lines(agent) and "could not be written" in caplog.text


def test_who_is_not_known_or_not_allowed_yet_leaves_nothing() -> None:
    Api().post("/api/bounties", JOB)
    Api(headers={"X-API-Key": "ahm_test_no"}).post("/api/bounties", JOB)
    given_agent().get("/api/bounties/bty_nothing")

    assert not Call.objects.exists()


def test_a_key_sees_its_own_and_a_person_all_of_the_account() -> None:
    agent = given_agent(password="a long password 1")
    _, raw = keys.issue(agent.account, "second")
    second = Api(account=agent.account, headers={"X-API-Key": raw})
    agent.post("/api/payment-links", LINK)
    second.post("/api/payment-links", LINK)
    given_agent().post("/api/payment-links", LINK)

    [mine] = agent.get("/api/activity")["activity"]
    assert mine["program"] == agent.key.name
    theirs = second.get(f"/api/activity/{mine['id']}")
    assert (theirs.status, theirs.code) == (404, "not_found")
    assert agent.get(f"/api/activity/{mine['id']}")["call"] == mine


def test_a_session_is_a_person() -> None:
    worker = given_worker()
    assert worker.patch("/api/humans/me", {"headline": "Careful"}).status == 200

    [line] = worker.get("/api/activity")["activity"]
    assert (line["via"], line["keyId"], line["operation"]) == ("session", None, "editOwnProfile")
    assert Call.objects.get().person == worker.account


def test_filters_find_each_kind() -> None:
    agent = given_funded_agent()
    agent.post("/api/bounties", JOB)
    agent.post("/api/payment-links", LINK)
    agent.post("/api/payment-links", LINK | {"amount": -1})

    def found(query: str) -> list[str]:
        return [f"{row['operation']} {row['status']}" for row in agent.get(f"/api/activity?{query}")["activity"]]

    assert found("costOnly=true") == ["createBounty 200"]
    assert found("outcome=refused") == ["createPaymentLink 400"]
    assert found("outcome=done&operation=createPaymentLink") == ["createPaymentLink 200"]
    assert len(found(f"keyId={agent.key.public_id}&via=key")) == 3
    assert found("via=session") == found("keyId=key_nothing") == found("start=2100-01-01") == []
    assert len(found("end=2100-01-01T00:00:00Z&limit=2")) == 2
    assert agent.get("/api/activity?start=yesterday").status == 400


def test_over_tools_it_is_the_operation_that_they_run() -> None:
    agent = given_agent()
    order = {"externalOrderId": "order-7", "amount": 5, "description": "Flowers"}
    call = {"name": "create_agent_checkout", "arguments": order}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    answer = agent.post("/api/mcp?toolsets=all", message)
    assert not answer["result"].get("isError"), answer.body

    [line] = lines(agent)
    assert (line.operation, line.path, line.request_id) == (
        "createAgentCheckout",
        "/api/agent-checkouts",
        answer.headers["X-Request-Id"],
    )


def test_lines_end_after_ninety_days() -> None:
    agent = given_agent()
    agent.post("/api/payment-links", LINK)
    agent.post("/api/payment-links", LINK)
    old, kept = lines(agent)
    Call.objects.filter(pk=old.pk).update(created_at=clock.now() - timedelta(days=90, seconds=1))
    Call.objects.filter(pk=kept.pk).update(created_at=clock.now() - timedelta(days=89))

    upkeep.delete_expired()

    assert lines(agent) == [kept]


def test_bodies_and_secrets_are_not_kept() -> None:
    agent = given_agent()
    raw = agent.post("/api/keys", {"name": "production"})["apiKey"]
    with connection.cursor() as cursor:
        cursor.execute("select to_jsonb(c)::text from marketplace_call c")
        text = " ".join(row[0] for row in cursor.fetchall())
    assert raw not in text and "production" not in text


def test_a_key_says_from_which_network_it_was_used() -> None:
    agent = given_agent()
    agent.get("/api/account", User_Agent="curl/8.5.0")

    shown = agent.get("/api/keys")["keys"][0]
    assert (shown["lastUsedFrom"], shown["lastUsedBy"]) == (networks.coarse(agent.address), "curl")
    assert shown["lastUsedFrom"].endswith(".0/24")
    assert ApiKey.objects.get().last_used_at is not None


@pytest.mark.parametrize(
    ("address", "kept"),
    [("203.0.113.77", "203.0.113.0/24"), ("2001:db8:1:2::3", "2001:db8:1::/48"), ("::ffff:203.0.113.77", "203.0.113.0/24"),
     ("", ""), ("unknown", "")],
)  # fmt: skip
def test_of_an_address_only_the_network_is_kept(address: str, kept: str) -> None:
    assert networks.coarse(address) == kept


def test_an_id_of_any_kind_is_found_in_an_answer_and_a_secret_is_none() -> None:
    for prefix in {getattr(model, "PREFIX", "txn") for model in apps.get_models()}:
        made = ids.encode(prefix, ids.new())
        assert calls.object_of({"secret": "whsec_" + made[4:], "key": f"ahm_test_{made}", "row": {"id": made}}) == made
        assert calls._last_id(f"/owner/jobs?of={made}&secret=whsec_{made[4:]}") == made
