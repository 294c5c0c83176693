"""What the owner lets one API key or connected program do: scopes, categories, countries. Nothing is written by who may not."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.urls import get_resolver

from bounties.models import Bounty
from marketplace.core.scopes import OF_WRITES, READ, SCOPES, scope_of
from marketplace.models import Connector
from marketplace.views.retired import RETIRED
from qa.models import Run, Template
from tests.api import Api
from tests.contract.cells import PERSONAL
from tests.factories.accounts import given_worker, oauth_token
from tests.factories.market import given_bounty, given_funded_agent, given_payouts, untouched
from tests.factories.qa import given_template, turn
from tests.factories.taste import KEY, RUN
from tests.factories.tools import use
from tests.wallet.test_spender_limits import TASK, given_key, given_limits, owner_of
from wallet import ledger as books
from wallet.models.ledger import LedgerMove
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ON_SITE: dict[str, Any] = TASK | {"location": {"city": "Lisbon", "country": "PT", "isRemoteAllowed": False}}


WORK: dict[str, Any] = {
    "title": "Water my plants",
    "description": "Twice a week, two plants on the balcony.",
    "price": 5,
    "estimatedHours": 1,
    "completionCriteria": "Both are alive.",
    "evidenceTypes": ["photo"],
    "agentType": "other",
}


# ------------------------------------------------------------------ scopes


@pytest.mark.main
def test_every_operation_has_one_scope_and_no_write_reads() -> None:
    found: dict[str, set[str]] = {}

    def walk(patterns: list[Any]) -> None:
        for entry in patterns:
            if hasattr(entry, "url_patterns"):
                walk(entry.url_patterns)
            for verb, action in getattr(getattr(entry, "callback", None), "actions", {}).items():
                method = getattr(entry.callback.cls, action)
                if operation := getattr(method, "operation_id", None):
                    found.setdefault(operation, set()).add(verb)

    walk(get_resolver().url_patterns)
    for retired in RETIRED:  # they answer failures only
        del found[retired.operation_id]

    writing = {name for name, verbs in found.items() if verbs & {"post", "patch", "put", "delete"}}
    assert writing == {name for name in found if scope_of(name) != READ}
    assert set(OF_WRITES) - set(found) <= {"sandboxAdvanceClock", "sandboxVerifyHuman"}
    assert set(OF_WRITES.values()) | {READ} == set(SCOPES)


def test_the_reference_shows_the_scope_of_each_operation(client: Any) -> None:
    document = client.get("/api/openapi.json").json()

    written = document["paths"]["/api/bounties"]["post"]
    assert (written["x-scope"], document["paths"]["/api/bounties"]["get"]["x-scope"]) == ("hire", "read")
    assert "`scope_not_allowed`" in written["responses"]["403"]["description"]


def test_a_key_without_the_scope_does_nothing_and_is_told_which_and_where() -> None:
    agent = given_funded_agent(5000)
    first, key = given_key(agent)
    bounty = agent.post("/api/bounties", TASK)["bountyId"]
    given_limits(agent, key, scopes=["message"])

    with untouched():
        refused = first.post("/api/bounties", TASK)
        assert first.post("/api/wallet/withdraw", {}).code == "scope_not_allowed"
        assert first.delete(f"/api/bounties/{bounty}").code == "scope_not_allowed"
        assert first.post("/api/bounties", {}).code == "scope_not_allowed"  # before the body is looked at

    assert (refused.status, refused.code, refused["scope"]) == (403, "scope_not_allowed", "hire")
    assert refused["allowedScopes"] == ["message"]
    assert f"PATCH /api/keys/{key.public_id}/limits" in refused["error"]
    assert first.get(f"/api/bounties/{bounty}").status == 200
    assert agent.post("/api/bounties", TASK).status == 200


def test_a_key_that_may_pay_takes_no_money_out_and_leaves_the_leash_alone() -> None:
    agent = given_funded_agent(5000)
    given_payouts(agent)
    first, key = given_key(agent)
    given_limits(agent, key, scopes=["hire", "pay"])

    with untouched():
        for call in (
            ("PATCH", "/api/wallet/controls", {"spendingCapRolling24hCents": None}),
            ("POST", "/api/wallet/withdraw", {}),
            ("POST", "/api/earnings/withdraw", {}),
            ("POST", "/api/payouts/onboarding", {}),
            ("POST", "/api/wallet/funding-refunds", {}),
        ):
            refused = first.call(*call)
            assert (refused.code, refused["scope"]) == ("scope_not_allowed", "wallet"), call
    assert first.post("/api/wallet/deposit", {"amount": 5}).status == 200
    given_limits(agent, key, scopes=["wallet"])
    assert first.patch("/api/wallet/controls", {"spendingCapRolling24hCents": 700}).status == 200
    assert first.post("/api/wallet/deposit", {"amount": 5})["scope"] == "pay"


def test_what_could_pay_before_may_do_all_that_it_could() -> None:
    agent = given_funded_agent(5000)
    (_, paying), (_, other), (_, free) = (given_key(agent, name) for name in ("paying", "other", "free"))
    oauth_token(agent.account)
    program = Connector.objects.get()
    for row, scopes in ((paying, ["hire", "pay"]), (other, ["hire"]), (program, ["pay"])):
        row.scopes = scopes
        row.save()
    migration = import_module("marketplace.migrations.0030_wallet_scope")

    def now() -> list[Any]:
        for row in (paying, other, free, program):
            row.refresh_from_db()
        return [paying.scopes, other.scopes, free.scopes, program.scopes]

    migration.add(apps, None)
    migration.add(apps, None)
    assert now() == [["hire", "pay", "wallet"], ["hire"], None, ["pay", "wallet"]]
    migration.remove(apps, None)
    assert now() == [["hire", "pay"], ["hire"], None, ["pay"]]


def test_tools_that_a_key_may_not_call_are_left_out_of_the_list_and_refuse() -> None:
    agent = given_funded_agent(5000)
    first, key = given_key(agent)
    given_limits(agent, key, scopes=["pay"])
    listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}

    names = {tool["name"] for tool in first.post("/api/mcp", listing)["result"]["tools"]}

    assert "get_wallet_balance" in names
    assert "create_bounty" not in names
    assert "create_bounty" in {tool["name"] for tool in agent.post("/api/mcp", listing)["result"]["tools"]}
    with untouched():
        result = use(first, "create_bounty", **WORK)
    assert (result["isError"], result["structuredContent"]["error_code"]) == (True, "scope_not_allowed")


def test_a_connected_program_has_limits_of_its_own() -> None:
    agent = given_funded_agent(5000)
    program = Api(agent.account, {"Authorization": f"Bearer {oauth_token(agent.account)}"})
    assert not use(program, "create_bounty", **WORK)["isError"]
    connector = Connector.objects.get(account=agent.account)
    assert LedgerMove.objects.get(transaction__kind="fund").spender == f"oauth:{connector.pk}"
    listed = owner_of(agent).get("/api/connectors")["connectors"]
    assert [row["id"] for row in listed] == [connector.public_id]
    path = f"/api/connectors/{connector.public_id}/limits"

    assert owner_of(agent).patch(path, {"spendingCapRolling24hCents": 1000}).status == 200

    result = use(program, "create_bounty", **WORK)["structuredContent"]
    assert (result["error_code"], result["cap"]) == ("spending_cap_exceeded", "connector_rolling_24h")
    assert result["spenderId"] == connector.public_id
    assert owner_of(agent).patch(path, {"spendingCapRolling24hCents": None, "scopes": []}).status == 200
    with untouched():
        assert use(program, "create_bounty", **WORK)["structuredContent"]["error_code"] == "scope_not_allowed"
        assert agent.patch(path, {"scopes": None}).code == "session_required"
    assert use(program, "get_wallet_headroom", "money")["structuredContent"]["headroom"]["allowedScopes"] == []


# ------------------------------------------------------------------ categories and countries


def test_a_key_spends_in_the_categories_that_its_owner_named() -> None:
    agent = given_funded_agent(50_000)
    first, key = given_key(agent)
    given_limits(agent, key, categories=["labor-gigs"])

    with untouched():
        other = first.post("/api/bounties", TASK | {"category": "event-gigs"})
        assert first.post("/api/bounties", TASK).code == "category_not_allowed"
        assert first.post("/api/bounties", TASK | {"dryRun": True}).code == "category_not_allowed"
        assert first.post("/api/v1/taste/runs", RUN, **KEY).code == "category_not_allowed"

    assert (other.status, other.code, other["category"]) == (403, "category_not_allowed", "event-gigs")
    assert other["allowedCategories"] == ["labor-gigs"]
    made = first.post("/api/bounties", TASK | {"category": "labor-gigs"})
    assert made.status == 200
    with untouched():
        moved = first.patch(f"/api/bounties/{made['bountyId']}", {"category": "event-gigs"})
        assert moved.code == "category_not_allowed"


def test_a_raise_of_a_job_outside_its_categories_is_no_way_round_them() -> None:
    agent = given_funded_agent(50_000)
    first, key = given_key(agent)
    bounty = agent.post("/api/bounties", TASK | {"category": "event-gigs"})["bountyId"]
    given_limits(agent, key, categories=["labor-gigs"])

    with untouched():
        refused = first.patch(f"/api/bounties/{bounty}", {"spotsAvailable": 3, "walletImpactAcknowledged": True})
    assert refused.code == "category_not_allowed"
    assert first.patch(f"/api/bounties/{bounty}", {"title": "Another errand"}).status == 200


def test_on_site_the_country_is_the_job_s_and_remote_work_says_where_its_people_are() -> None:
    agent = given_funded_agent(50_000)
    first, key = given_key(agent)
    given_limits(agent, key, countries=["PT", "ES"])

    with untouched():
        anywhere = first.post("/api/bounties", TASK)
        elsewhere = first.post("/api/bounties", TASK | {"supportedCountries": ["PT", "US"]})
        on_site = first.post(
            "/api/bounties", ON_SITE | {"location": {"city": "Paris", "country": "FR", "isRemoteAllowed": False}}
        )

    assert (anywhere.code, anywhere["countries"]) == ("country_not_allowed", [])
    assert (elsewhere.code, elsewhere["countries"]) == ("country_not_allowed", ["US"])
    assert (on_site.code, on_site["countries"]) == ("country_not_allowed", ["FR"])
    made = first.post("/api/bounties", TASK | {"supportedCountries": ["ES"]})
    assert made.status == 200
    with untouched():
        wider = first.patch(f"/api/bounties/{made['bountyId']}", {"supportedCountries": []})
    assert wider.code == "country_not_allowed"


def test_a_person_is_hired_by_name_from_an_allowed_country_only() -> None:
    agent, worker = given_funded_agent(50_000), given_worker()
    first, key = given_key(agent)
    home = worker.account.profile.country
    hire = PERSONAL | {"humanId": worker.account.public_profile_id}
    given_limits(agent, key, countries=["NZ"])

    with untouched():
        refused = first.post("/api/escrow/personal-bounty", hire)

    assert (refused.code, refused["countries"]) == ("country_not_allowed", [home]), refused.body
    given_limits(agent, key, countries=[home])
    assert first.post("/api/escrow/personal-bounty", hire).status == 200


def test_a_waiting_job_is_not_funded_by_a_key_that_may_not() -> None:
    agent = given_funded_agent(50_000)
    first, key = given_key(agent)
    waits = given_bounty(agent, price_cents=60_000)
    assert waits.status == "pending_deposit"
    given_limits(agent, key, categories=["labor-gigs"])

    with untouched():
        assert first.post("/api/bounties/deposit", {"bountyId": waits.public_id}).code == "category_not_allowed"


# ------------------------------------------------------------------ what is started later


def test_runs_of_a_template_count_as_spends_of_the_key_that_made_it(at: Any) -> None:
    at("2026-03-02T09:00:00Z")
    agent = given_funded_agent(100_000)
    first, key = given_key(agent)
    _, template = given_template(first)
    given_limits(agent, key, spendingCapRolling30dCents=template.run_cents - 1)

    turn()

    run = Run.objects.get(template=template)
    assert (run.status, run.reason) == ("funding", "spending_cap_exceeded")
    assert books.balance(books.wallet(agent.account.pk)) == 100_000
    hit = Event.objects.get(account_id=agent.account.pk, type="wallet.spending_cap_hit")
    assert (hit.data["cap"], hit.data["spenderId"]) == ("key_rolling_30d", key.public_id)
    given_limits(agent, key, spendingCapRolling30dCents=template.run_cents)
    at("2026-03-02T10:00:01Z")
    turn()
    run.refresh_from_db()
    assert run.status == "open"
    assert LedgerMove.objects.get(transaction__kind="fund").spender == f"key:{key.pk}"


def test_a_template_whose_category_its_key_lost_starts_no_run(at: Any) -> None:
    at("2026-03-02T09:00:00Z")
    agent = given_funded_agent(100_000)
    first, key = given_key(agent)
    _, template = given_template(first)
    given_limits(agent, key, categories=["labor-gigs"])

    turn()

    assert [(run.status, run.reason) for run in Run.objects.filter(template=template)] == [
        ("failed", "category_not_allowed")
    ]
    assert Bounty.objects.count() == 0
    assert Template.objects.get().spender == f"key:{key.pk}"
