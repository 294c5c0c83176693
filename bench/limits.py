#!/usr/bin/env python3
"""The cost of authentication and rate limits within a list request.

    .venv/bin/python -m bench.limits [--quick]

Starts its own PostgreSQL and Redis and makes requests in process, through all middleware, as granian would pass them on.
The baseline is the same list request with both functions replaced by stubs that return the same results. Both are measured in
turns, so that other load on the machine affects both. The parts are also timed separately, together with a bare `PING` and a
bare `SELECT 1`, the minimum cost of one round trip. CPU is the time of this process, Redis and one PostgreSQL backend.

Nothing leaves 127.0.0.1. The exit code is 0 whenever it could measure.
"""

import argparse
import io
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402

AIM = 0.10
PATH, QUERY = "/api/bounties", "limit=20"
ROWS = 2_000
TURNS, EACH = 40, 25  # 1,000 repetitions of each call


@dataclass
class Timed:
    """A call's measurements: microseconds of each repetition, and CPU microseconds of all."""

    call: Callable[[], Any]
    taken: list[float] = field(default_factory=list)
    worked: float = 0.0

    @property
    def median(self) -> float:
        return statistics.median(self.taken)

    @property
    def cpu(self) -> float:
        return self.worked / len(self.taken)


class Processors:
    """The CPU time of this process, one PostgreSQL backend and Redis so far, in microseconds."""

    def __init__(self, *pids: int) -> None:
        self.files = [Path(f"/proc/{pid}/schedstat") for pid in pids]

    def worked(self) -> float:
        return time.process_time() * 1e6 + sum(int(file.read_text().split()[0]) for file in self.files) / 1000


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--quick", action="store_true", help="a quarter of the requests")
    turns = TURNS // 4 if options.parse_args().quick else TURNS
    with stage.servers() as started:
        import django

        django.setup()
        stage.load(ROWS)
        redis_pid = next(server.process.pid for server in started.running if server.name == "redis" and server.process)
        report(measure(turns, redis_pid))


def measure(turns: int, redis_pid: int) -> dict[str, Timed]:
    """Measure all variants in turns."""
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application
    from django.db import connection
    from django.test import RequestFactory
    from redis import Redis

    from marketplace.api import authentication, middleware
    from marketplace.core.actor import Actor
    from marketplace.models import Account
    from marketplace.services import keys, limits, sessions

    account = Account.objects.order_by("pk").first()
    assert account is not None
    key, raw = keys.issue(account, "bench")
    headers = {"nobody": {}, "key": {"X-API-Key": raw}, "session": {"X-Session-Token": signed_in(account)}}
    factory, application = RequestFactory(), get_wsgi_application()
    store = Redis.from_url(settings.REDIS_URL)
    actors = {
        "nobody": None,
        "key": Actor(account=account, via="key", key=key),
        "session": Actor(account=account, via="session"),
    }
    assert sessions.find_account(headers["session"]["X-Session-Token"]) == account

    def ask(caller: str, *, stubbed: bool) -> Callable[[], None]:
        environ = factory.get(f"{PATH}?{QUERY}", headers=headers[caller]).environ
        actor = actors[caller]
        verdict = limits.Verdict(limit=600, remaining=599, reset=0)

        def once() -> None:
            kept = middleware.authenticate, limits.count
            if stubbed:
                middleware.authenticate = lambda request: actor
                limits.count = lambda **_: verdict
            try:
                said: list[str] = []
                body = application(environ | {"wsgi.input": io.BytesIO()}, lambda status, _: said.append(status))
                assert b"".join(body) and said[0].startswith("200"), said
                body.close()
            finally:
                middleware.authenticate, limits.count = kept

        return once

    def identify(caller: str) -> Callable[[], Any]:
        request = factory.get(PATH, headers=headers[caller])
        return lambda: authentication.authenticate(request)

    def count(caller: str) -> Callable[[], Any]:
        return lambda: limits.count(classes=("browse",), address="192.0.2.1", actor=actors[caller])

    def select() -> None:
        with connection.cursor() as cursor:
            cursor.execute("select 1")

    calls = {"SELECT 1": select, "PING": store.ping}
    for caller in headers:
        calls |= {
            f"{caller}: whole request": ask(caller, stubbed=False),
            f"{caller}: baseline": ask(caller, stubbed=True),
        }
        calls |= {f"{caller}: authentication": identify(caller), f"{caller}: limits": count(caller)}
    return measured(calls, turns, redis_pid)


def measured(calls: dict[str, Callable[[], Any]], turns: int, redis_pid: int) -> dict[str, Timed]:
    """Measure these calls in turns, after one warm-up call each."""
    from django.db import connection

    found = {name: Timed(call) for name, call in calls.items()}
    for timed in found.values():
        timed.call()  # opens connections, loads scripts, compiles statements
    processors = Processors(connection.connection.info.backend_pid, redis_pid)
    for _ in range(turns):
        for timed in found.values():
            working = processors.worked()
            for _ in range(EACH):
                begun = time.perf_counter()
                timed.call()
                timed.taken.append((time.perf_counter() - begun) * 1e6)
            timed.worked += processors.worked() - working
    return found


def signed_in(account: Any) -> str:
    """Create a signed-in session with its allauth row; returns the token."""
    from allauth.headless.internal import sessionkit
    from allauth.usersessions.models import UserSession
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from marketplace.services.sessions import OF_API

    session = sessionkit.new_session()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session[OF_API] = True
    session.save()
    UserSession.objects.create(user=account, session_key=session.session_key, ip="192.0.2.1", user_agent="bench")
    return str(session.session_key)


def report(found: dict[str, Timed]) -> None:
    print(f"\nGET {PATH}?{QUERY}, microseconds{'':28}{'median':>9}{'CPU':>9}")
    for name, timed in found.items():
        print(f"  {name:54}{timed.median:9.0f}{timed.cpu:9.0f}")
    print(f"\n{'authentication and limits, of the whole request':50}{'median':>15}{'CPU':>18}")
    for caller in ("nobody", "key", "session"):
        whole, bare = found[f"{caller}: whole request"], found[f"{caller}: baseline"]
        line = f"  {caller:48}"
        for all_of_it, without in ((whole.median, bare.median), (whole.cpu, bare.cpu)):
            share = (all_of_it - without) / all_of_it
            line += f"{all_of_it - without:8.0f} us {share:6.1%}" + ("  " if share < AIM else " !")
        print(line)
    print(f"\naim: under {AIM:.0%} of the whole request (! where it is missed)")


if __name__ == "__main__":
    main()
