"""A refusal says once what was probably meant, in words and as a call: fields by other names, ids of another kind, values."""

from typing import Any

import pytest
from django.apps import apps

from marketplace.core import near, next_reads, tools
from marketplace.core.errors import Invalid
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, given_funded_agent, given_released
from tests.factories.tools import use

POST = {"title": "Name a good tea", "description": "Recommend a tea for a rainy afternoon.", "estimatedHours": 1}
POST |= {"completionCriteria": "It is named.", "evidenceTypes": ["text"]}
BTY, CON = "bty_01h455vb4pex5vsknk084sn02q", "con_01h455vb4pex5vsknk084sn02q"


@pytest.mark.parametrize(
    ("tool", "name", "meant"),
    [
        ("create_bounty", "budget", "price"),
        ("create_bounty", "pay", "price"),
        ("create_bounty", "reward", "price"),
        ("create_bounty", "amount", "price"),
        ("create_bounty", "due_date", "deadline"),
        ("create_bounty", "workers", "spotsAvailable"),
        ("create_bounty", "acceptanceCriteria", "completionCriteria"),
        ("create_bounty", "name", "title"),
        ("create_humanization", "price", "priceCents"),
        ("create_humanization", "text", "sourceText"),
        ("create_qa_run_template", "budget", "budgetPerRunCents"),
        ("create_qa_run_template", "website", "targetUrl"),
        ("send_money", "tip", "amount"),
        ("send_money", "message", "description"),
        ("review_submission", "feedback", "response"),
        ("post_review", "stars", "rating"),
        ("get_bounty", "id", "bountyId"),
    ],
)
def test_what_models_usually_try_leads_to_our_field(tool: str, name: str, meant: str) -> None:
    found = tools.check(tools.catalog()[tool], {name: "x"})

    assert found is not None
    assert found["fields"][name] == [f"there is no such field; did you mean {meant}?"]
    assert meant in found["nextActions"][0]["needs"]


def test_a_field_of_which_nothing_is_near_names_those_of_the_schema_once() -> None:
    core = tools.catalog()["create_bounty"]
    told = tools.check(core, POST | {"price": 10, "zzzz": 1, "qqqq": 2})

    assert told is not None
    text = tools.result(told, is_error=True)["content"][0]["text"]
    assert text.count("spotsAvailable") == 1 and "karen" not in text, "of a schema that doesn't show it"
    assert told["error"].startswith("zzzz: there is no such field; qqqq: there is no such field.")
    listed = told["fields"]["zzzz"][0].partition("there are ")[2].split(", ")
    assert set(listed) == core.properties.keys()
    assert len(text) < 1_200


def test_the_refusal_of_the_report_is_a_kilobyte() -> None:
    told = tools.check(tools.catalog()["create_bounty"], {"title": "Name a good tea", "description": "x", "budget": 10})

    assert told is not None
    assert "budget: there is no such field; did you mean price?" in told["error"]
    assert len(tools.result(told, is_error=True)["content"][0]["text"]) <= 1_200


@pytest.mark.parametrize(
    ("given", "wanted", "words"),
    [
        ("bty_123", "esc", "bty_123 has the form of the id of a bounty; here goes that of an escrow, esc_…."),
        (CON, "dsp", f"{CON} has the form of the id of a contested verdict; here goes that of a dispute, dsp_…."),
        (
            "qat_x_20261128",
            "bty",
            "qat_x_20261128 has the form of the id of a QA run; here goes that of a bounty, bty_….",
        ),
        ("esc_1", "esc", ""),
        ("usr_1", "esc", ""),
        ("anything", "esc", ""),
        ("bty_1", "prf?", ""),
    ],
)
def test_an_id_of_another_kind_is_known_by_its_form(given: str, wanted: str, words: str) -> None:
    assert near.other_kind(given, wanted) == words


def test_a_word_means_one_thing_and_every_kind_is_one_of_ours() -> None:
    words = [word for each, _ in near._OTHERS for word in each.split()]

    assert len(words) == len(set(words)), "the later one would hide the earlier"
    ours = {"prf", "txn"} | {getattr(model, "PREFIX", "") for model in apps.get_models()}
    assert set(near.KINDS) <= ours
    assert set(next_reads.KIND_OF.values()) <= set(near.KINDS)


@pytest.mark.django_db
@pytest.mark.usefixtures("house_accounts")
def test_an_id_of_a_bounty_is_no_escrow_and_leads_to_its_escrows(unchanged: Any) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    with unchanged():
        told = use(agent, "release_payment", escrowId=bounty.public_id)["structuredContent"]
        rest = agent.post(f"/api/escrow/{bounty.public_id}/release")

    assert told["error_code"] == "not_found"
    assert f"{bounty.public_id} has the form of the id of a bounty" in told["error"]
    first, second = told["nextActions"]
    assert (first["tool"], first["arguments"]) == ("list_escrows", {"bountyId": bounty.public_id})
    assert (second["tool"], second["arguments"]) == ("list_escrows", {})
    found = use(agent, first["tool"], **first["arguments"])["structuredContent"]["escrows"]
    assert [row["bountyId"] for row in found] == [bounty.public_id]
    assert (rest.status, rest["error"]) == (404, told["error"])


@pytest.mark.django_db
def test_what_is_not_found_leads_to_where_one_s_own_are(agent: Api, anonymous: Api) -> None:
    told = use(agent, "get_bounty_applications", bountyId="bty_123")["structuredContent"]
    contest = use(agent, "get_dispute", disputeId=CON)["structuredContent"]

    assert "GET /api/bounties?mine=true lists yours" in told["error"]
    [mine] = told["nextActions"]
    assert (mine["tool"], mine["arguments"]) == ("list_bounties", {"mine": True})
    assert use(agent, mine["tool"], **mine["arguments"])["isError"] is False
    assert "a contested verdict" in contest["error"]
    assert [one["tool"] for one in contest["nextActions"]] == ["list_disputes"]
    nobody = anonymous.get(f"/api/bounties/{BTY}")
    assert nobody["nextActions"] == [], "nobody has any of their own"
    assert agent.get(mine_path := agent.get(f"/api/bounties/{BTY}")["nextActions"][0]["path"]).status == 200
    assert mine_path == "/api/bounties?mine=true"


@pytest.mark.django_db
def test_an_event_type_that_is_misspelt_is_asked_about_and_nothing_else(agent: Api) -> None:
    told = use(agent, "wait_for_events", after="now", types="dispute.decison", timeoutSeconds=1)["structuredContent"]
    none = use(agent, "wait_for_events", after="now", types="xyz", timeoutSeconds=1)["structuredContent"]

    assert told["fields"] == {"types": ["Unknown: dispute.decison. Did you mean dispute.decided?"]}
    assert told["error"] == "types: Unknown: dispute.decison. Did you mean dispute.decided?"
    assert "Give some of: application.submitted" in none["fields"]["types"][0]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"price": ["Give at least 1.00 USD."]}, "price: Give at least 1.00 USD."),
        ({"a": ["One."], "b": ["Two.", "Three."]}, "a: One. b: Two."),
        ({str(n): ["Wrong."] for n in range(4)}, "Some fields need another value: 0, 1, 2, 3. See `fields` for each."),
        ({"types": ["x" * 500]}, "Some fields need another value: types. See `fields` for each."),
        ({}, "Some fields need another value: . See `fields` for each."),
    ],
)
def test_a_few_short_reasons_are_the_message(fields: dict[str, list[str]], said: str) -> None:
    assert Invalid(fields).message == said
    assert Invalid(fields, "Better words.").message == "Better words."


@pytest.mark.django_db
def test_a_choice_that_is_none_is_answered_with_the_nearest() -> None:
    told = use(given_agent(), "review_submission", bountyId=BTY, submissionId=BTY, action="aprove")["structuredContent"]

    assert told["fields"]["action"] == ["did you mean approve? give one of approve, reject, request_redo"]


@pytest.mark.django_db
def test_rest_names_the_field_that_was_meant_on_routes_of_money(agent: Api, unchanged: Any) -> None:
    with unchanged():
        refused = agent.post("/api/bounties", POST | {"budget": 10, "price": 10})

    assert refused.status == 400
    assert refused["error"] == "budget: This field is not taken here. Did you mean price?"


@pytest.mark.django_db
@pytest.mark.usefixtures("house_accounts")
def test_an_id_of_another_kind_in_a_body_is_said_to_be_one_too(unchanged: Any) -> None:
    agent, seat = given_funded_agent(), given_released()

    with unchanged():
        told = use(
            agent, "send_money", recipientId=seat.worker.account.public_id, amount=1, bountyId=seat.escrow.public_id
        )
        rest = agent.post(
            "/api/transfers/send",
            {"recipientId": seat.worker.account.public_id, "amount": 1, "bountyId": seat.escrow.public_id},
        )

    assert f"{seat.escrow.public_id} has the form of the id of an escrow; here goes that of a bounty" in str(told)
    assert rest.status == 404 and "has the form of the id of an escrow" in rest["error"]
