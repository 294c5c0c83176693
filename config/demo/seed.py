"""Creates the demo marketplace and writes DATA_DIR/demo.json with credentials for it.

Everything is created through the services, in one transaction, at times in the past two weeks. A story is a generator that
yields how much time passes before it continues. All stories are run in order of time, with business time frozen at each step and
the timers run in between, so that timer-driven changes (a flag, a lost seat) happen as they would live. Passwords are hashed
meanwhile in other threads.
"""

import heapq
import logging
import os
import secrets
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import orjson
from celery import current_app
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.db import transaction

from config.demo import errands, money, runs, scenes, services, stories, texts
from config.demo.cast import Cast, Story
from config.demo.people import WITH_PASSWORD, WORKERS
from config.demo.pictures import portrait
from humans.services import photos, profiles
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.roles import OPERATOR, SUPPORT
from marketplace.core.transactions import allow_nested_commits
from marketplace.models import Account
from marketplace.services import keys
from wallet.providers import play_money

AGENT_EMAIL = "agent@example.com"
_TIMERS_EVERY = timedelta(hours=12)  # interval between runs of the timers in the demo's past
# Apps whose timers run. Mails and webhooks of the past are sent as soon as the worker starts.
_TIMED = ("bounties", "qa", "escrow", "humans", "wallet")

# How many hours ago each story starts.
STORIES: tuple[tuple[float, Callable[[Cast], Story]], ...] = (
    (340, stories.beginnings),
    (330, stories.five_calls),
    (310, services.listings_and_lessons),
    (300, stories.refused_listing),
    (280, stories.menu_translation),
    (250, stories.changed_plans),
    (190, stories.bus_stops),
    (150, stories.names),
    (96, stories.shelf_check),
    (80, stories.shop_front),
    (62, stories.flyers),
    (50, stories.no_show),
    (44, stories.landing_page),
    (40, stories.desk),
    (60, money.shop),
    (58, money.poster_dispute),
    (36, stories.interviews),
    (33, runs.mug_shop),
    (30, stories.video),
    (26, runs.covers),
    (24, errands.birthday),
    (11, errands.ferry_building),
    (20, services.asked_for_a_survey),
    (84, texts.bakery),
    (8, texts.speech),
    (9, stories.big_survey),
    (7, stories.radio_spot),
    (5, stories.listing_in_review),
)


def seed() -> Path | None:
    """Fill an empty sandbox. Returns the path of the credentials; None when the database is not empty."""
    if Account.objects.exists():
        return None
    logging.disable(logging.WARNING)  # simulated providers refuse some calls on purpose
    try:
        # All of it or nothing. No `unit`: what its verbs do at last is done by the end of each verb, not of the demo.
        with ThreadPoolExecutor(max_workers=4) as pool, allow_nested_commits(), play_money(), transaction.atomic():
            return _seed(pool)
    finally:
        clock.freeze(None)
        logging.disable(logging.NOTSET)


def _seed(pool: ThreadPoolExecutor) -> Path:
    end = clock.now()
    begins = [(end - timedelta(hours=ago), story) for ago, story in STORIES]
    clock.freeze(min(moment for moment, _ in begins) - timedelta(days=40))
    logins: dict[str, tuple[Account, str, Future[str]]] = {}

    def person(email: str, **fields: Any) -> Account:
        account = scenes.account(email, **fields)
        password = secrets.token_urlsafe(12)
        logins[email] = (account, password, pool.submit(make_password, password))
        return account

    operator = person(
        "operator@example.com", username="operator", name="Olga (operator)", is_staff=True, is_superuser=True
    )
    second = person(  # who approves what the first one proposes
        "operator2@example.com", username="operator2", name="Otto (operator)", is_staff=True
    )
    support = person("support@example.com", username="support", name="Sam (support)", is_staff=True)
    for account, role in ((operator, OPERATOR), (second, OPERATOR), (support, SUPPORT)):
        account.groups.add(Group.objects.get_or_create(name=role)[0])
    agent = scenes.account(AGENT_EMAIL, name="Scout (demo agent)")
    key, raw_key = keys.issue(agent, "demo key")
    harbour = scenes.account("harbour@example.com", name="Harbour Labs (demo agent)")
    harbour_key, _ = keys.issue(harbour, "harbour bot")
    workers = {
        row["username"].partition("-")[0]: (person if number < WITH_PASSWORD else scenes.account)(row["email"])
        for number, row in enumerate(WORKERS)
    }
    for row, account in zip(WORKERS, workers.values(), strict=True):
        _fill(account, dict(row))
    cast = Cast(
        scout=Actor(account=agent, via="key", key=key),
        harbour=Actor(account=harbour, via="key", key=harbour_key),
        operator=Actor.staff(operator),
        people={name: Actor(account=account, via="session") for name, account in workers.items()},
        places={row["username"].partition("-")[0]: row["at"] for row in WORKERS},
    )
    _play([(moment, story(cast)) for moment, story in begins], end)
    clock.freeze(end)
    _mark_active([agent, harbour, *workers.values()])
    for account, _, hashed in logins.values():
        account.password = hashed.result()
        account.save(update_fields=["password"])
    return _write(
        {
            "baseUrl": settings.BASE_URL,
            "operator": {"username": operator.username, "password": logins["operator@example.com"][1]},
            "secondOperator": {"username": second.username, "password": logins["operator2@example.com"][1]},
            "support": {"username": support.username, "password": logins["support@example.com"][1]},
            "agent": {"email": agent.email, "apiKey": raw_key},
            "workers": [
                {"email": account.email, "password": logins[account.email][1], "profileId": account.public_profile_id}
                for account in workers.values()
                if account.email in logins
            ],
            # They sign in with a mailed code, or are played on the page Sandbox.
            "others": [{"email": a.email} for a in (harbour, *workers.values()) if a.email not in logins],
        }
    )


def _play(stories: list[tuple[datetime, Story]], end: datetime) -> None:
    """Run all stories in order of time, with the timers in between. Raises RuntimeError for a story that ends in the future."""
    for app in _TIMED:  # Celery's autodiscovery would check the whole project first, which takes a second
        import_module(f"{app}.tasks")
    first = min(moment for moment, _ in stories)
    queue = [(moment, number, story) for number, (moment, story) in enumerate([*stories, (first, _timers(end))])]
    heapq.heapify(queue)
    while queue:
        moment, number, story = heapq.heappop(queue)
        if moment > end:
            raise RuntimeError("a story of the demo goes on after now: let it begin earlier")
        clock.freeze(moment)
        wait = next(story, None)
        if wait is not None:
            heapq.heappush(queue, (moment + wait, number, story))


def _timers(end: datetime) -> Story:
    """Runs the timers that Celery would have run."""
    names = [name for name in current_app.conf.clock_tasks if name.partition(".")[0] in _TIMED]
    while True:
        for name in names:
            current_app.tasks[name].run()
        if clock.now() >= end:
            return
        yield min(_TIMERS_EVERY, end - clock.now())


def _mark_active(accounts: list[Account]) -> None:
    """Mark these people as active today: search shows people of the last thirty days."""
    for account in accounts:
        account.last_active_at = clock.now()
        account.save(update_fields=["last_active_at"])
        profiles.copy_from_account(account)


def _fill(account: Account, row: dict[str, Any]) -> None:
    actor = Actor(account=account, via="session")
    picture = portrait(row["name"], row.pop("colour"))
    changes = {name: value for name, value in row.items() if name not in ("email", "at")}
    profiles.edit(actor, cast(profiles.ProfileChanges, changes))
    account.refresh_from_db()
    photos.add(actor, photos.keep(actor, [picture]))


def _write(credentials: dict[str, Any]) -> Path:
    path = Path(settings.DATA_DIR) / "demo.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(fd, "wb") as file:
        file.write(orjson.dumps(credentials, option=orjson.OPT_INDENT_2) + b"\n")
    return path
