"""QA templates over REST: every rule on create and on change, credentials that nobody sees again, ids of others."""

from typing import Any

import pytest

from marketplace.core import clock
from marketplace.models import BlockedCountry, Switch
from qa.models import Template
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import given_funded_agent, untouched
from tests.factories.qa import COST, RUNS, TEMPLATE, TEMPLATES, bounty_of, given_run, given_template, given_tester, turn
from tests.factories.tools import given_connector, use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_a_template_comes_back_as_it_was_made(agent: Api) -> None:
    made = agent.post(
        TEMPLATES,
        TEMPLATE
        | {
            "cadence": "custom",
            "cadenceDays": 3,
            "applicantScreening": {"resumeRequired": True},
            "requiredCredentials": ["login", "login"],
            "allowedCountries": ["PT", "DE", "PT"],
            "checklist": ["Did the mail arrive?"],
            "instructionMedia": ["https://example.com/how.png"],
            "testerStartMessage": "Hello!",
            "autoMode": False,
        },
    )["data"]

    assert made["id"].startswith("qat_") and made["status"] == "active" and made["pausedReason"] is None
    assert made["applicantScreening"] == {"liveVideoRequired": False, "linkedinRequired": False, "resumeRequired": True}
    assert (made["requiredCredentials"], made["credentialsSet"]) == (["login"], [])
    assert (made["allowedCountries"], made["cadenceDays"], made["autoMode"]) == (["PT", "DE"], 3, False)
    assert made["checklist"] == ["Did the mail arrive?"] and made["instructionMedia"] == ["https://example.com/how.png"]
    assert {name: made[name] for name in TEMPLATE if name != "cadence"} == {
        name: value for name, value in TEMPLATE.items() if name != "cadence"
    }
    assert made["nextRunAt"] == made["createdAt"]


def test_a_low_wallet_is_a_warning_and_no_refusal(agent: Api) -> None:
    answer = agent.post(TEMPLATES, TEMPLATE)

    assert (answer.status, answer["warning"]["code"]) == (200, "insufficient_wallet_balance")
    assert (answer["warning"]["balanceCents"], answer["warning"]["requiredCents"]) == (0, COST)
    assert answer["warning"]["depositEndpoint"] == "/api/wallet/deposit"
    assert "warning" not in given_funded_agent().post(TEMPLATES, TEMPLATE).body


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"name": "ab"}, "name"), ({"name": "n" * 121}, "name"), ({"instructions": "Too short."}, "instructions"),
        ({"instructions": "i" * 5001}, "instructions"), ({"testerStartMessage": "m" * 1501}, "testerStartMessage"),
        ({"cadence": "hourly"}, "cadence"), ({"cadence": "custom"}, "cadenceDays"), ({"cadenceDays": 5}, "cadenceDays"),
        ({"cadence": "custom", "cadenceDays": 31}, "cadenceDays"), ({"cadence": "custom", "cadenceDays": 0}, "cadenceDays"),
        ({"payPerTesterCents": 99}, "payPerTesterCents"), ({"payPerTesterCents": 500_001}, "payPerTesterCents"),
        ({"testerCount": 0}, "testerCount"), ({"testerCount": 21}, "testerCount"), ({"submissionMode": "audio"}, "submissionMode"),
        ({"budgetPerRunCents": COST - 1}, "budgetPerRunCents"), ({"periodCapCents": COST - 1}, "periodCapCents"),
        ({"cadence": "once"}, "periodCapCents"), ({"periodCapCents": 5_000_001}, "periodCapCents"),
        ({"requiredCredentials": [str(n) for n in range(11)]}, "requiredCredentials"),
        ({"allowedCountries": ["pt"]}, "allowedCountries.0"), ({"allowedCountries": ["ZZ"]}, "allowedCountries.0"),
        ({"allowedCountries": ["KP"]}, "allowedCountries"), ({"allowedCountries": ["PT"] * 31}, "allowedCountries"),
        ({"instructionMedia": ["https://example.com"] * 7}, "instructionMedia"), ({"checklist": ["Step"] * 11}, "checklist"),
        ({"applicantScreening": {"resumeRequired": "yes"}}, "applicantScreening.resumeRequired"),
        ({"targetUrl": "ftp://example.com"}, "targetUrl"), ({"targetUrl": "https://" + "a" * 2048}, "targetUrl"),
        ({"autoMode": 1}, "autoMode"),
    ],
)  # fmt: skip
def test_a_value_outside_the_rules_is_refused_and_nothing_is_kept(
    agent: Api, changed: dict[str, Any], field: str
) -> None:
    BlockedCountry.objects.create(code="KP")
    with untouched():
        refused = agent.post(TEMPLATES, TEMPLATE | changed)
    assert (refused.status, list(refused["fields"])) == (400, [field]), refused.body
    assert not Template.objects.exists()


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://localhost:3000/", "https://10.0.0.8/app", "http://192.168.1.1", "http://[::1]/",
        "http://169.254.169.254/latest/meta-data", "https://intranet.internal/", "http://0.0.0.0/",
        "http://[::ffff:10.0.0.1]/", "https://user:secret@1.1.1.1/",
    ],
)  # fmt: skip
def test_testers_are_never_sent_to_a_private_address(agent: Api, url: str) -> None:
    with untouched():
        refused = agent.post(TEMPLATES, TEMPLATE | {"targetUrl": url})
        picture = agent.post(TEMPLATES, TEMPLATE | {"instructionMedia": ["https://example.com/a.png", url]})
    assert (refused.status, list(refused["fields"])) == (400, ["targetUrl"])
    assert (picture.status, list(picture["fields"])) == (400, ["instructionMedia.1"])


@pytest.mark.parametrize("url", ["http://1.1.1.1/", "https://1.1.1.1/#/login", "https://not-there-yet.example/"])
def test_a_public_address_is_taken_also_before_its_name_exists(agent: Api, url: str) -> None:
    assert agent.post(TEMPLATES, TEMPLATE | {"targetUrl": url})["data"]["targetUrl"] == url


def test_the_budget_that_is_a_cent_short_names_the_sum(agent: Api) -> None:
    refused = agent.post(TEMPLATES, TEMPLATE | {"budgetPerRunCents": COST - 1})
    assert f"2 x (1000 pay + 180 fee) = {COST} cents" in refused["fields"]["budgetPerRunCents"][0]


def test_only_a_key_makes_templates(worker: Api) -> None:
    with untouched():
        assert worker.post(TEMPLATES, TEMPLATE).code == "api_key_required"


def test_what_is_switched_off_starts_nothing(agent: Api) -> None:
    Switch.objects.filter(pk="qa").update(is_on=False)
    with untouched():
        assert (refused := agent.post(TEMPLATES, TEMPLATE)).code == "product_unavailable", refused.body


def test_a_change_is_measured_against_the_whole_template() -> None:
    owner, template = given_template()
    path = f"{TEMPLATES}/{template.public_id}"
    for changed, field in (
        ({"testerCount": 3}, "budgetPerRunCents"),
        ({"budgetPerRunCents": 32 * COST}, "periodCapCents"),
        ({"cadence": "once"}, "periodCapCents"),
        ({"cadenceDays": 4}, "cadenceDays"),
    ):
        with untouched():
            refused = owner.patch(path, changed)
        assert (refused.status, list(refused["fields"])) == (400, [field])
    done = owner.patch(path, {"testerCount": 3, "budgetPerRunCents": 3 * 1180, "name": "New name"})["data"]
    assert (done["testerCount"], done["name"], done["cadence"]) == (3, "New name", "daily")


def test_templates_of_others_are_not_there(other_agent: Api) -> None:
    owner, template = given_template()
    path = f"{TEMPLATES}/{template.public_id}"
    with untouched():
        assert other_agent.patch(path, {"name": "Mine now"}).status == 404
        assert other_agent.post(f"{path}/credentials", {"credentials": {"a": "b"}}).status == 404
        assert owner.patch(f"{TEMPLATES}/qat_1", {"name": "Mine now"}).status == 404
    assert other_agent.get(TEMPLATES)["templates"] == []
    assert [row["id"] for row in owner.get(TEMPLATES)["templates"]] == [template.public_id]


def test_pausing_starts_no_run_and_resuming_goes_on_with_the_next_time(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, template = given_template()
    turn()
    path = f"{TEMPLATES}/{template.public_id}"
    paused = owner.patch(path, {"status": "paused"})["data"]
    assert (paused["status"], paused["pausedReason"]) == ("paused", "user")

    at("2026-03-04T15:00:00Z")
    turn()
    assert template.runs.count() == 1
    resumed = owner.patch(path, {"status": "active"})["data"]

    assert (resumed["status"], resumed["pausedReason"]) == ("active", None)
    assert resumed["nextRunAt"] == "2026-03-05T10:00:00.000Z"


def test_another_cadence_counts_from_the_last_run(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, template = given_template()
    turn()
    path = f"{TEMPLATES}/{template.public_id}"
    assert owner.patch(path, {"cadence": "weekly"})["data"]["nextRunAt"] == "2026-03-08T10:00:00.000Z"
    custom = owner.patch(path, {"cadence": "custom", "cadenceDays": 3})["data"]
    assert (custom["nextRunAt"], custom["cadenceDays"]) == ("2026-03-04T10:00:00.000Z", 3)
    assert owner.patch(path, {"cadence": "daily"})["data"]["cadenceDays"] is None


# ------------------------------------------------------------------ credentials


def test_credentials_reach_the_hired_tester_and_nobody_else() -> None:
    owner, run = given_run(requiredCredentials=["user", "password"])
    path = f"{TEMPLATES}/{run.template.public_id}/credentials"
    answer = owner.post(path, {"credentials": {"user": "tester@example.com", "password": "hunter-22"}})
    assert answer["data"]["credentialsSet"] == ["user", "password"]
    assert "hunter-22" not in str(answer.body) + str(owner.get(TEMPLATES).body)
    assert "hunter-22" not in Template.objects.get().sealed_credentials

    tester, application = given_tester(run)
    mine = f"{RUNS}/{run.public_id}/credentials"
    read = tester.get(mine)
    assert read["credentials"] == {"user": "tester@example.com", "password": "hunter-22"}
    assert read.headers["Cache-Control"] == "private, no-store"
    said = tester.get(f"/api/conversations/{_talk(tester)}")["messages"]
    assert mine in said[-1]["content"] and "hunter-22" not in str(said)

    for stranger in (given_worker(),):
        assert stranger.get(mine).status == 404
    for with_key in (owner, given_agent()):
        assert with_key.get(mine).code == "session_required"
    tester.patch(f"/api/bounties/{bounty_of(run)}/applications/{application.public_id}", {"action": "withdraw"})
    assert tester.get(mine).code == "seat_not_open"


def _talk(worker: Api) -> str:
    found: str = worker.get("/api/conversations")["conversations"][0]["id"]
    return found


def test_credentials_are_named_before_they_are_set_and_go_with_their_names() -> None:
    owner, template = given_template(requiredCredentials=["user", "password"])
    path = f"{TEMPLATES}/{template.public_id}"
    with untouched():
        refused = owner.post(f"{path}/credentials", {"credentials": {"pin": "1234"}})
    assert (refused.status, list(refused["fields"])) == (400, ["credentials"])
    owner.post(f"{path}/credentials", {"credentials": {"user": "u", "password": "p"}})

    changed = owner.patch(path, {"requiredCredentials": ["user"]})["data"]

    assert changed["credentialsSet"] == ["user"]
    owner.patch(path, {"requiredCredentials": ["user", "password"]})
    assert owner.get(TEMPLATES)["templates"][0]["credentialsSet"] == ["user"]
    assert clock.now() >= template.created_at


def test_a_connector_begins_and_pauses_a_template_by_tools() -> None:
    connector = given_connector()

    def tool(name: str, /, **arguments: Any) -> Any:
        result = use(connector, name, "products", **arguments)
        assert result["isError"] is False, result
        return result["structuredContent"]

    made = tool("create_qa_run_template", **TEMPLATE | {"requiredCredentials": ["password"]})["data"]
    named = tool("set_qa_credentials", templateId=made["id"], credentials={"password": "see-it-work"})["data"]
    paused = tool("update_qa_run_template", templateId=made["id"], status="paused")["data"]

    assert named["credentialsSet"] == ["password"]
    assert (paused["status"], paused["pausedReason"]) == ("paused", "user")
    assert [row["status"] for row in tool("list_qa_run_templates")["templates"]] == ["paused"]
    assert connector.patch(f"{TEMPLATES}/{made['id']}", {"status": "active"}).status == 401, "its token is for tools"
