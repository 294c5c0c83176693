"""The ground of pages: a form acts once, nothing typed is lost, times are the reader's, and no page trusts what it shows."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpRequest
from django.test import RequestFactory, override_settings
from django.urls import path
from django.utils import translation
from psycopg.errors import LockNotAvailable
from rest_framework import serializers

from config import urls
from marketplace.api.serializers import Shape
from marketplace.core import reader
from marketplace.core.errors import Conflict
from marketplace.models import Account
from marketplace.web import formats, tags, words
from marketplace.web.drafts import Refused
from marketplace.web.page import Page
from tests.factories.accounts import given_worker
from tests.factories.market import untouched
from tests.visitor import Visitor
from wallet.errors import RefundRequestReused

pytestmark = pytest.mark.django_db


class NameIn(Shape):
    name = serializers.CharField(max_length=10)


class Naming(Page):
    """A page of these tests: it renames its reader."""

    template = "tests/naming.html"

    def show(self) -> dict[str, Any]:
        return {"me": self.actor.me}

    def act_rename(self) -> Any:
        body = self.posted("name")

        def rename() -> Account:
            data = self.read(NameIn, body)
            me = Account.objects.locked().get(pk=self.actor.id)
            if data["name"] == "busy":
                raise OperationalError() from LockNotAvailable()
            if data["name"] == "taken":
                raise Conflict("Somebody has this name.")
            me.name = f"{me.name}{data['name']}"
            me.save(update_fields=["name"])
            return me

        return self.once(rename, said="Renamed.")


NAMING = """{% extends "base.html" %}{% block title %}x{% endblock %}{% block content %}<h1>{{ me.name }}</h1>
<form method="post" action="/naming">{% begin "rename" %}{% refusal "rename" %}{% field "name" "Name" required=True %}
<button>Go</button></form>{% endblock %}"""


@pytest.fixture(autouse=True)
def naming(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from django.urls import clear_url_caches

    monkeypatch.setattr(urls, "urlpatterns", [path("naming", Naming.as_view()), *urls.urlpatterns])
    templates = [dict(settings.TEMPLATES[0])]
    options = dict(templates[0]["OPTIONS"])
    files = ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"]
    options["loaders"] = [("django.template.loaders.locmem.Loader", {"tests/naming.html": NAMING}), *files]
    templates[0] |= {"OPTIONS": options, "APP_DIRS": False}
    clear_url_caches()
    with override_settings(TEMPLATES=templates):
        yield
    clear_url_caches()


@pytest.fixture
def ada() -> Account:
    return given_worker(name="Ada").account


def test_a_form_acts_and_says_so(ada: Account) -> None:
    visitor = Visitor(ada)
    after = visitor.send(visitor.open("/naming"), "rename", name="B")
    assert (after.status, "Renamed." in after.text, "AdaB" in after.text) == (200, True, True)


def test_the_same_form_sent_twice_acts_once(ada: Account) -> None:
    visitor = Visitor(ada)
    page = visitor.open("/naming")
    for _ in range(2):
        after = visitor.send(page, "rename", name="B")
        assert (after.status, "Renamed." in after.text) == (200, True)
    ada.refresh_from_db()
    assert ada.name == "AdaB"


def test_the_same_form_with_other_content_is_refused(ada: Account) -> None:
    visitor = Visitor(ada)
    page = visitor.open("/naming")
    visitor.send(page, "rename", name="B")
    with untouched():
        again = visitor.send(page, "rename", name="C")
    assert (again.status, "sent before" in again.text) == (409, True)


@pytest.mark.parametrize(
    ("typed", "status", "why"),
    [("far too long a name", 400, "10 characters"), ("taken", 409, "Somebody has"), ("busy", 503, "Send it once more")],
)
def test_a_refused_form_comes_back_as_typed_with_the_reason(ada: Account, typed: str, status: int, why: str) -> None:
    visitor = Visitor(ada)
    with untouched():
        after = visitor.send(visitor.open("/naming"), "rename", name=typed)
    assert after.status == status
    assert why in after.text
    assert dict(after.form("rename").fields)["name"] == typed


def test_a_refused_form_keeps_its_id_so_that_going_back_to_it_does_nothing_twice(ada: Account) -> None:
    visitor = Visitor(ada)
    page = visitor.open("/naming")
    refused = visitor.send(page, "rename", name="far too long a name")
    assert refused.form("rename").data["form"] == page.form("rename").data["form"]

    visitor.send(refused, "rename", name="B")
    with untouched():
        back = visitor.send(page, "rename", name="far too long a name")  # what a browser asks to send again
        again = visitor.send(refused, "rename", name="B")

    assert back.status == 409 and "sent before" in back.text
    assert (again.status, "AdaB" in again.text) == (200, True)
    ids = [seen.form("rename").data["form"] for seen in (page, back)]
    assert ids[0] != ids[1], "an id that is used up is not offered again"


@pytest.mark.parametrize("sent", ["x" * 101, "a\x00b", "", '"><script>'])
def test_an_id_that_is_not_from_our_page_is_not_handed_back_as_markup(ada: Account, sent: str) -> None:
    visitor = Visitor(ada)
    after = visitor.send(visitor.open("/naming"), "rename", name="far too long a name", form=sent)
    [kept] = after.form("rename").data["form"]
    assert kept and len(kept) <= 100 and kept.isprintable() and "<script>" not in after.html


def test_a_form_sent_after_the_session_ended_is_there_again_after_signing_in(ada: Account) -> None:
    visitor = Visitor(ada)
    page = visitor.open("/naming")
    session = visitor.client.session
    token = visitor.client.cookies["csrftoken"].value
    visitor.client.logout()
    assert session is not None and token
    visitor.client.cookies["csrftoken"] = token

    with untouched():
        login = visitor.send(page, "rename", name="B")
    assert login.path.startswith("/account/login?next=/naming")

    visitor.client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    back = visitor.open("/naming")
    assert "You were signed out" in back.text
    assert dict(back.form("rename").fields)["name"] == "B"
    ada.refresh_from_db()
    assert ada.name == "Ada"
    assert "You were signed out" not in visitor.open("/naming").text, "once"


def test_a_form_without_our_token_is_refused(ada: Account) -> None:
    visitor = Visitor(ada)
    page = visitor.open("/naming")
    with untouched():
        assert visitor.send(page, "rename", name="B", csrfmiddlewaretoken="x" * 32).status == 403


@pytest.mark.parametrize("act", ["nothing", "", "__init__", "rename.x"])
def test_an_act_that_the_page_does_not_have_is_not_found(ada: Account, act: str) -> None:
    visitor = Visitor(ada)
    page = visitor.open("/naming")
    with untouched():
        assert visitor.send(page, "rename", name="B", act=act).status == 404


def test_a_page_lets_nothing_foreign_in(ada: Account) -> None:
    headers = Visitor(ada).open("/naming").headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Frame-Options"] == "DENY"


def test_what_people_write_is_text(ada: Account) -> None:
    ada.name = "<script>alert(1)</script>"
    ada.save()
    assert "<script>alert" not in Visitor(ada).open("/naming").html


# ------------------------------------------------------------------ numbers and times


@pytest.mark.parametrize(
    ("amount", "written"), [(0, "$0.00"), (1250, "$12.50"), (-5, "−$0.05"), (123456789, "$1,234,567.89")]
)
def test_money_is_written_in_one_way(amount: int, written: str) -> None:
    assert f">{written}<" in formats.cents(amount)


def asking(**headers: str) -> HttpRequest:
    request = RequestFactory().get("/", headers=headers)
    request.user = Account()
    return request


@pytest.mark.parametrize(
    ("accepted", "language"), [("en-US,en;q=0.9", "en-us"), ("en-GB", "en-gb"), ("pt-PT,pt", "en-gb"), ("", "en-gb")]
)
def test_english_comes_as_it_is_written_where_the_reader_lives(accepted: str, language: str) -> None:
    assert reader.language(asking(**{"Accept-Language": accepted})) == language


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "Nowhere/Land", "x" * 500])
def test_an_unknown_zone_is_none(name: str) -> None:
    assert reader.find_zone(name) is None


def test_times_are_in_the_browsers_zone_until_the_account_says_another(
    ada: Account, at: Callable[[str], datetime]
) -> None:
    at("2026-11-21T10:00:00Z")
    visitor = Visitor(ada)
    visitor.client.cookies["tz"] = "Asia/Tokyo"
    assert "19:00 JST" in visitor.open("/naming").text


@pytest.mark.parametrize(
    ("later", "words"),
    [
        (0.5, "under a minute"),
        (45, "45 min"),
        (120, "2 h"),
        (90, "1 h 30 min"),
        (359, "5 h 59 min"),
        (365, "6 h 5 min"),
        (24 * 60, "1 day"),
        (47 * 60 + 59, "1 day 23 h"),
        (71 * 60 + 59, "2 days 23 h"),
        (72 * 60, "3 days"),
        (7 * 24 * 60 - 1, "6 days 23 h"),
        (7 * 24 * 60 + 120, "7 days"),
    ],
)
def test_what_is_left_is_said_in_two_units_so_that_no_day_and_no_hour_is_lost(
    later: float, words: str, at: Callable[[str], datetime]
) -> None:
    from datetime import timedelta

    now = at("2026-11-21T10:00:00Z")
    assert f"in {words}<" in formats.until(now + timedelta(minutes=later))


@pytest.mark.parametrize(
    ("before", "words"), [(359, "5 h 59 min"), (365, "6 h"), (47 * 60 + 59, "1 day 23 h"), (71 * 60, "2 days")]
)
def test_what_is_over_is_said_more_roughly(before: float, words: str, at: Callable[[str], datetime]) -> None:
    from datetime import timedelta

    now = at("2026-11-21T10:00:00Z")
    assert f">{words} ago<" in formats.ago(now - timedelta(minutes=before))
    assert f">{words} ago<" in formats.until(now - timedelta(minutes=before))


def test_words_that_are_kept_are_kept_for_each_language(at: Callable[[str], datetime]) -> None:
    from datetime import timedelta

    now = at("2026-11-21T10:00:00Z")
    begun = [formats.until(now + timedelta(hours=3)), formats.ago(now - timedelta(hours=3)), words.state("pending")]
    with translation.override("es"):
        spanish = [
            formats.until(now + timedelta(hours=3)),
            formats.ago(now - timedelta(hours=3)),
            words.state("pending"),
        ]
    again = [formats.until(now + timedelta(hours=3)), formats.ago(now - timedelta(hours=3)), words.state("pending")]
    assert again == begun and all(one != other for one, other in zip(begun, spanish, strict=True))
    assert "in 3 h<" in begun[0] and ">3 h ago<" in begun[1] and ">hace 3 h<" in spanish[1]


# ------------------------------------------------------------------ an app on a phone


def test_the_site_can_be_installed(client: Any) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.json()["start_url"] == "/today"
    for icon in answer.json()["icons"]:
        assert client.get(icon["src"]).status_code == 200
    assert client.get("/favicon.ico", follow=True).status_code == 200
    worker = client.get("/service-worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert client.get("/offline").status_code == 200


def test_a_body_is_as_long_as_its_page_takes(ada: Account, settings: Any) -> None:
    settings.JSON_BODY_LIMIT = 2000
    visitor = Visitor(ada)
    page = visitor.open("/naming")
    with untouched():
        assert visitor.send(page, "rename", name="B" * 3000).status == 413


def test_a_recorded_time_that_lags_is_told_as_what_is_known_of_it(at: Callable[[str], datetime]) -> None:
    from datetime import timedelta

    now = at("2026-11-21T10:00:00Z")

    assert formats.active(now - timedelta(minutes=59)) == "active in the last hour"
    assert "last active about 1 h 5 min ago<" in formats.active(now - timedelta(minutes=65))
    assert formats.used(now - timedelta(seconds=59)) == "in the last minute"
    assert "Sat November 21, 9:58 a.m. UTC<" in formats.used(now - timedelta(minutes=2))


def test_of_several_forms_of_one_act_only_the_one_that_was_sent_keeps_its_id() -> None:
    request = RequestFactory().post("/rows", {"act": "remove", "form": "sent-id", "device": "one"})

    def ids(code: str = "") -> list[bool]:
        page: Any = {"request": request, "refused": Refused("remove", "No.", code)}
        forms = [tags.begin(page, "remove", device=device) for device in ("one", "two")]
        assert all(
            f'name="device" value="{device}"' in form for device, form in zip(("one", "two"), forms, strict=True)
        )
        return ["sent-id" in form for form in forms]

    assert ids() == [True, False]
    assert ids("idempotency_key_reused") == ids(RefundRequestReused.code) == [False, False]
