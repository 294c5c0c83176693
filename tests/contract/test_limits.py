"""The rate limits: who is counted where, what a refusal says, and that a dead Redis refuses nobody."""

from collections.abc import Callable
from typing import Any

import pytest
import redis
from django.conf import settings as project
from pytest_django import Settings

from marketplace.api.routes import classes
from marketplace.models import ApiKey, Mail, RateTier, SupportReport
from marketplace.rules import LIMITS
from marketplace.services import limits
from tests.api import Answer, Api
from tests.factories.accounts import given_agent, given_worker

pytestmark = pytest.mark.django_db
WINDOW = 1_800_000_000.0  # the start of a minute, an hour and a day for the tests of windows


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Stops the wall clock of the rate limits, so that no window ends within a test."""
    from datetime import UTC, datetime

    from marketplace.core import clock

    def stop(seconds: float) -> None:
        monkeypatch.setattr(clock, "wall", lambda: datetime.fromtimestamp(seconds, UTC))

    stop(WINDOW + 5)
    return stop


def left(answer: Answer) -> tuple[int, int]:
    return int(answer.headers["X-RateLimit-Limit"]), int(answer.headers["X-RateLimit-Remaining"])


def test_the_hundred_and_first_browse_of_an_address_is_refused(
    moment: Callable[[float], None], new_events: Callable[[], list[str]]
) -> None:
    caller = Api()
    for number in range(100):
        answer = caller.get("/api/humans?limit=0")
        assert left(answer) == (100, 99 - number)

    refused = caller.get("/api/humans?limit=0")

    assert (refused.status, refused.code) == (429, "rate_limited")
    assert (refused["limitClass"], refused["limit"], refused["retryAfterSeconds"]) == ("browse.public", 100, 55)
    assert refused.headers["Retry-After"] == "55"
    assert left(refused) == (100, 0)
    assert refused.headers["X-RateLimit-Reset"] == str(int(WINDOW) + 60)
    assert new_events() == []


def test_the_next_window_starts_anew(moment: Callable[[float], None]) -> None:
    caller = Api()
    for _ in range(11):
        answer = caller.post("/api/auth/app/v1/auth/login", {})
    assert answer.status == 429

    moment(WINDOW + 60)

    assert left(caller.post("/api/auth/app/v1/auth/login", {})) == (10, 9)


def test_the_eleventh_login_of_a_minute_is_refused_with_our_failure_body(moment: Callable[[float], None]) -> None:
    caller = Api()
    wrong = {"email": "nobody@example.com", "password": "not the password"}
    for _ in range(10):
        assert caller.post("/api/auth/app/v1/auth/login", wrong).status == 400

    refused = caller.post("/api/auth/app/v1/auth/login", wrong)

    assert (refused.status, refused.code, refused["limitClass"]) == (429, "rate_limited", "login")
    assert refused["success"] is False
    assert refused["requestId"] == refused.headers["X-Request-Id"]


def test_a_refused_request_costs_no_other_class_and_changes_nothing(
    moment: Callable[[float], None], settings: Settings, agent: Api
) -> None:
    settings.RATE_LIMIT_SCALE = 2 / 300  # two writes a minute
    for _ in range(2):
        assert agent.post("/api/keys", {"name": "x"}).status == 200
    before = ApiKey.objects.count()

    refused = agent.post("/api/keys", {"name": "x"})

    assert (refused.status, refused["limitClass"]) == (429, "write")
    assert ApiKey.objects.count() == before
    settings.RATE_LIMIT_SCALE = 1.0
    assert left(agent.post("/api/keys", {"name": "x"})) == (300, 297), "the refused one was not counted"


def test_signed_in_callers_browse_six_hundred_times(agent: Api) -> None:
    assert left(Api().get("/api/humans"))[0] == 100
    assert left(agent.get("/api/humans"))[0] == 600
    assert left(given_worker().get("/api/bounties"))[0] == 600


def test_an_account_is_counted_across_its_addresses(moment: Callable[[float], None], agent: Api) -> None:
    elsewhere = Api(agent.account, agent.headers)

    agent.get("/api/account")
    agent.get("/api/account")

    assert left(elsewhere.get("/api/account")) == (600, 597), "its third request, though the first of this address"


def test_an_address_is_counted_across_its_accounts(moment: Callable[[float], None], agent: Api) -> None:
    neighbour = given_agent()
    neighbour.address = agent.address

    agent.get("/api/account")
    agent.get("/api/account")

    assert left(neighbour.get("/api/account")) == (600, 597)
    assert left(agent.get("/api/account")) == (600, 596)


def test_guesses_of_a_key_run_into_the_limit_of_the_address(moment: Callable[[float], None]) -> None:
    guesser = Api(headers={"X-API-Key": "a guess"})

    answers = [guesser.get("/api/humans").status for _ in range(101)]

    assert set(answers[:100]) == {401}
    assert answers[100] == 429


def test_the_headers_show_the_tightest_class(moment: Callable[[float], None], settings: Settings) -> None:
    settings.RATE_LIMIT_SCALE = 0.001  # 0.3 writes round down to none; 10 bounties a day
    agent = given_agent()

    assert agent.post("/api/bounties", {})["limitClass"] == "write"
    settings.RATE_LIMIT_SCALE = 0.01
    assert left(agent.post("/api/bounties", {})) == (3, 2), "3 writes a minute are tighter than 100 bounties a day"


def test_the_scale_multiplies_every_limit(settings: Settings) -> None:
    settings.RATE_LIMIT_SCALE = 50.0

    assert left(Api().get("/api/humans")) == (5000, 4999)


@pytest.mark.parametrize(
    ("method", "path", "anonymous", "signed_in", "with_key"),
    [
        ("GET", "/api/humans", "browse.public", "browse.signed_in", "browse.signed_in"),
        ("GET", "/api/humans/ada", "browse.public", "browse.signed_in", "browse.signed_in"),
        ("GET", "/api/humans/me", "read", "read", "read"),
        ("GET", "/api/bounties/x/applications", "browse.public", "browse.signed_in", "browse.signed_in"),
        ("GET", "/api/wallet/balance", "read", "read", "read"),
        ("GET", "/nowhere", "read", "read", "read"),
        ("POST", "/api/keys", "write", "write", "write"),
        ("PATCH", "/api/humans/me", "write", "write", "write"),
        ("DELETE", "/api/keys/x", "write", "write", "write"),
        ("POST", "/api/bounties", "write", "write", "write key.bounties"),
        ("POST", "/api/escrow/agent-checkout", "write", "write", "write key.bounties"),
        ("POST", "/api/escrow/personal-bounty", "write", "write", "write key.bounties"),
        ("GET", "/api/escrow/agent-rentals", "read", "read", "read"),
        ("POST", "/api/bounties/deposit", "write", "write", "write"),
        ("POST", "/api/conversations/x/messages", "write", "write", "write key.messages"),
        ("GET", "/api/conversations", "conversations.poll", "conversations.poll", "conversations.poll"),
        ("POST", "/api/agents/signup", "signup", "signup", "signup"),
        ("POST", "/api/x402/signup", "x402.signup", "x402.signup", "x402.signup"),
        ("POST", "/api/x402/wallet/deposit", "deposit.public", "deposit.public", "deposit.public"),
        ("POST", "/api/mpp/wallet/deposit", "deposit.public", "deposit.public", "deposit.public"),
        ("POST", "/api/auth/app/v1/auth/signup", "signup", "signup", "signup"),
        ("POST", "/api/agents/signup/verify", "signup.verify", "signup.verify", "signup.verify"),
        ("POST", "/api/auth/app/v1/auth/email/verify", "signup.verify", "signup.verify", "signup.verify"),
        ("GET", "/api/auth/app/v1/auth/email/verify", "signup.verify", "signup.verify", "signup.verify"),
        ("GET", "/api/auth/app/v1/auth/password/reset", "login", "login", "login"),
        ("HEAD", "/api/auth/app/v1/auth/password/reset", "login", "login", "login"),
        ("GET", "/api/auth/app/v1/auth/session", "read", "read", "read"),
        ("POST", "/api/auth/app/v1/auth/login", "login", "login", "login"),
        ("POST", "/api/auth/app/v1/auth/code/confirm", "login", "login", "login"),
        ("POST", "/api/auth/app/v1/auth/password/request", "login", "login", "login"),
        ("POST", "/admin/login/", "login", "login", "login"),
        ("POST", "/api/auth/app/v1/auth/2fa/authenticate", "login", "login", "login"),
        ("POST", "/api/auth/app/v1/auth/email/verify/resend", "login", "login", "login"),
        ("POST", "/api/auth/app/v1/account/password/change", "login", "login", "login"),
        ("POST", "/oauth/register", "oauth.register", "oauth.register", "oauth.register"),
        ("POST", "/oauth/register/", "oauth.register", "oauth.register", "oauth.register"),
        ("POST", "/oauth/token", "write", "write", "write"),
        ("POST", "/api/mcp", "mcp", "mcp", "mcp"),
        ("POST", "/api/support/reports", "write", "write support.report", "write support.report"),
        ("POST", "/api/members/invitations", "write", "write members.invite", "write members.invite"),
        ("GET", "/api/v1/qa/runs", "read", "read", "read"),
        ("POST", "/api/v1/qa/templates", "write", "write qa.burst qa.hour", "write qa.burst qa.hour"),
        ("PATCH", "/api/v1/qa/templates/x", "write", "write qa.burst qa.hour", "write qa.burst qa.hour"),
        ("POST", "/api/v1/qa/runs/x/stop", "write", "write qa.burst qa.hour", "write qa.burst qa.hour"),
        ("POST", "/api/v1/humanizations", "write", "write", "write"),
        ("GET", "/api/sandbox/clock", "unrestricted", "unrestricted", "unrestricted"),
        ("POST", "/api/providers/card/events", "unrestricted", "unrestricted", "unrestricted"),
        ("GET", "/healthz", "health", "health", "health"),
        ("GET", "/static/admin/css/base.css", "static", "static", "static"),
    ],
)
def test_each_route_counts_in_its_classes(
    method: str, path: str, anonymous: str, signed_in: str, with_key: str
) -> None:
    assert classes(method, path, signed_in=False, with_key=False) == anonymous.split()
    assert classes(method, path, signed_in=True, with_key=False) == signed_in.split()
    assert classes(method, path, signed_in=True, with_key=True) == with_key.split()


def test_the_numbers_are_those_of_the_specification() -> None:
    shown = {name: (limit.count, limit.seconds, limit.by) for name, limit in LIMITS.items()}

    assert shown["browse.public"] == (100, 60, "ip")
    assert shown["browse.signed_in"] == shown["conversations.poll"] == shown["read"] == (600, 60, "ip")
    assert shown["write"] == (300, 60, "ip")
    assert shown["login"] == (10, 60, "ip")
    assert shown["signup"] == (20, 3600, "ip")
    assert shown["key.bounties"] == (10_000, 86_400, "key")
    assert shown["key.messages"] == (50_000, 86_400, "key")
    assert shown["qa.burst"] == (30, 60, "owner")
    assert shown["qa.hour"] == (300, 3600, "owner")


def test_the_numbers_beside_the_specification_are_those_we_chose() -> None:
    shown = {name: (limit.count, limit.seconds, limit.by) for name, limit in LIMITS.items()}

    assert shown["signup.verify"] == (60, 3600, "ip")
    assert shown["x402.signup"] == shown["oauth.register"] == (20, 3600, "ip")
    assert shown["deposit.public"] == (60, 60, "ip")
    assert shown["mcp"] == (600, 60, "ip")
    assert shown["support.report"] == (30, 3600, "owner")
    assert shown["members.invite"] == (30, 86_400, "owner")


def test_a_refusal_names_the_class_that_holds_longest(
    monkeypatch: pytest.MonkeyPatch, moment: Callable[[float], None], agent: Api
) -> None:
    monkeypatch.setitem(LIMITS, "qa.burst", limits.Limit("qa.burst", 2, 60, by="owner"))
    monkeypatch.setitem(LIMITS, "qa.hour", limits.Limit("qa.hour", 2, 3600, by="owner"))
    for _ in range(2):
        agent.post("/api/v1/qa/runs/none/stop")

    refused = agent.post("/api/v1/qa/runs/none/stop")

    assert (refused.status, refused["limitClass"], refused["retryAfterSeconds"]) == (429, "qa.hour", 3595)


def test_writes_of_managed_runs_are_counted_by_owner_wherever_they_come_from(
    monkeypatch: pytest.MonkeyPatch, moment: Callable[[float], None]
) -> None:
    monkeypatch.setitem(LIMITS, "qa.burst", limits.Limit("qa.burst", 2, 60, by="owner"))
    owner, neighbour = given_agent(), given_agent()
    elsewhere = Api(owner.account, owner.headers)
    neighbour.address = owner.address

    answers = [caller.post("/api/v1/qa/runs/none/stop") for caller in (owner, elsewhere, owner, neighbour)]

    assert [answer.status for answer in answers] == [404, 404, 429, 404]
    assert (answers[2]["limitClass"], answers[2]["limit"]) == ("qa.burst", 2)


def test_support_reports_are_counted_by_account_and_the_last_one_too_many_mails_nobody(
    monkeypatch: pytest.MonkeyPatch, moment: Callable[[float], None], agent: Api
) -> None:
    monkeypatch.setitem(LIMITS, "support.report", limits.Limit("support.report", 2, 3600, by="owner"))
    report = {"summary": "It does not work", "description": "Nothing happens.", "category": "bug"}
    assert [agent.post("/api/support/reports", report).status for _ in range(2)] == [200, 200]
    mails = Mail.objects.count()

    refused = agent.post("/api/support/reports", report)

    assert (refused.status, refused["limitClass"]) == (429, "support.report")
    assert (SupportReport.objects.count(), Mail.objects.count()) == (2, mails)
    assert given_agent().post("/api/support/reports", report).status == 200


def test_an_address_of_the_sixth_version_is_counted_by_its_network(moment: Callable[[float], None]) -> None:
    callers = [Api() for _ in range(3)]
    for caller, address in zip(callers, ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:db8:0:2::1"), strict=True):
        caller.address = address

    assert [left(caller.get("/api/humans"))[1] for caller in callers] == [99, 98, 99]


class Spy:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.commands: list[str] = []
        inner = redis.connection.AbstractConnection.send_command

        def send(connection: Any, *args: Any, **kwargs: Any) -> Any:
            self.commands.append(str(args[0]))
            return inner(connection, *args, **kwargs)

        monkeypatch.setattr(redis.connection.AbstractConnection, "send_command", send)


def test_a_request_costs_exactly_one_redis_command(monkeypatch: pytest.MonkeyPatch, agent: Api) -> None:
    agent.get("/api/account")  # the script is loaded and the connection open
    spy = Spy(monkeypatch)
    for call in (
        lambda: agent.get("/api/account"),
        lambda: agent.post("/api/bounties", {}),
        lambda: Api().get("/api/humans"),
        lambda: Api().get("/nowhere"),
        lambda: Api().post("/api/auth/app/v1/auth/login", {}),
    ):
        spy.commands.clear()
        call()
        assert spy.commands == ["EVALSHA"]


@pytest.mark.parametrize("caller", ["agent", "worker", "anonymous"])
def test_a_start_of_redis_with_nothing_in_it_costs_nobody_an_answer(
    caller: str, request: pytest.FixtureRequest, moment: Callable[[float], None]
) -> None:
    asking: Api = request.getfixturevalue(caller)
    before = left(asking.get("/nowhere"))
    with redis.Redis.from_url(project.REDIS_URL) as client:
        client.script_flush()
        client.client_kill_filter(_type="normal", skipme=True)
        client.delete(*client.scan_iter("rl:*"))

    assert left(asking.get("/nowhere")) == before, "the script is sent again, over a new connection"
    assert limits.counter.uncounted == 0


def test_a_key_with_a_tier_has_more_of_the_quota_per_key(
    monkeypatch: pytest.MonkeyPatch, moment: Callable[[float], None], settings: Settings
) -> None:
    monkeypatch.setitem(LIMITS, "key.bounties", limits.Limit("key.bounties", 2, 86_400, by="key"))
    plain, tiered = given_agent(), given_agent()
    tier = RateTier.objects.create(name="fivefold", multiplier=5)
    ApiKey.objects.filter(pk=tiered.key.pk).update(tier=tier)

    plain_answers = [plain.post("/api/bounties", {}) for _ in range(3)]
    tiered_answers = [tiered.post("/api/bounties", {}) for _ in range(11)]

    assert [answer.status for answer in plain_answers] == [400, 400, 429]
    assert (plain_answers[2]["limitClass"], plain_answers[2]["limit"]) == ("key.bounties", 2)
    assert [answer.status for answer in tiered_answers] == [400] * 10 + [429]
    assert tiered_answers[10]["limit"] == 10


def test_messages_of_a_key_have_a_quota_of_their_own(
    monkeypatch: pytest.MonkeyPatch, moment: Callable[[float], None]
) -> None:
    monkeypatch.setitem(LIMITS, "key.messages", limits.Limit("key.messages", 2, 86_400, by="key"))
    agent, path = given_agent(), "/api/conversations/none/messages"

    answers = [agent.post(path, {"content": "x"}) for _ in range(3)]

    assert [answer.status for answer in answers] == [404, 404, 429]
    assert (answers[2]["limitClass"], answers[2]["limit"]) == ("key.messages", 2)
    assert agent.get("/api/conversations").status == 200
