"""A reader's language and zone: on pages, on refusals, in mails; never in the API."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone, translation

from marketplace.core import countries, reader
from marketplace.models import Account, Mail
from marketplace.services import accounts, mail_templates
from marketplace.web import formats
from tests.api import Api
from tests.factories.accounts import AccountFactory, given_worker
from tests.factories.market import given_bounty, given_funded_agent, given_hired
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
SPANISH = {"Accept-Language": "es-MX,es;q=0.9,en;q=0.5"}


def test_a_stranger_reads_in_the_language_of_their_browser() -> None:
    page = Visitor().open("/jobs", **SPANISH)

    assert page.status == 200 and '<html lang="es"' in page.html
    assert page.headers["Content-Language"] == "es"
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in page.headers["Vary"].split(",")}
    assert "Trabajos" in page.text and "no-store" in page.headers["Cache-Control"]


def test_a_stranger_changes_the_language_by_a_link_without_a_script() -> None:
    visitor = Visitor()
    page = visitor.open("/people?skill=photo")
    link = next(link for link in page.links if link.startswith("/language/es"))

    there = visitor.open(link)

    assert there.path == "/people?skill=photo" and '<html lang="es"' in there.html
    assert '<html lang="es"' in visitor.open("/jobs", **{"Accept-Language": "en-US"}).html, "and it stays"
    back = next(link for link in there.links if link.startswith("/language/en-gb"))
    assert '<html lang="en-gb"' in visitor.open(back).html


@pytest.mark.parametrize("to", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_the_link_leads_nowhere_else(to: str, client: Any) -> None:
    answer = client.get("/language/es", {"next": to})

    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert answer.cookies["lang"]["samesite"] == "Lax"


def test_an_unknown_language_and_a_foreign_page_choose_nothing(client: Any) -> None:
    assert client.get("/language/xx", headers={"Accept": "text/html"}).status_code == 404
    assert "lang" not in client.get("/language/es", headers={"Sec-Fetch-Site": "cross-site"}).cookies
    client.cookies["lang"] = "../../etc"
    assert b'lang="en-gb"' in client.get("/jobs", headers={"Accept": "text/html"}).content


def test_the_account_has_a_language_of_its_own() -> None:
    ada = given_worker(name="Ada").account
    visitor = Visitor(ada)
    page = visitor.open("/settings")

    saved = visitor.send(page, "language", language="es")

    assert Account.objects.get(pk=ada.pk).language == "es"
    assert '<html lang="es"' in saved.html and "Guardado" in saved.text
    elsewhere = Visitor(ada)
    assert '<html lang="es"' in elsewhere.open("/today", **{"Accept-Language": "en-US"}).html
    led = elsewhere.open("/language/en-us?next=/jobs")
    assert led.path == "/settings#language", "the footer leads to where it is changed"
    assert Account.objects.get(pk=ada.pk).language == "es"


@pytest.mark.parametrize("typed", ["xx", "en", "es; drop"])
def test_a_language_that_is_not_offered_is_refused(typed: str) -> None:
    ada = given_worker().account
    visitor = Visitor(ada)

    refused = visitor.send(visitor.open("/settings"), "language", language=typed)

    assert refused.status == 400 and Account.objects.get(pk=ada.pk).language == ""


def test_what_the_browser_says_is_the_first_value_and_is_remembered_for_mails() -> None:
    ada = given_worker().account
    visitor = Visitor(ada)
    visitor.client.cookies["tz"] = "Asia/Kolkata"

    visitor.open("/jobs", **SPANISH)

    ada.refresh_from_db()
    assert (ada.browser_language, ada.browser_time_zone) == ("es", "Asia/Kolkata")
    assert (ada.language, ada.time_zone) == ("", ""), "the account itself says nothing yet"
    visitor.open("/jobs", **{"Accept-Language": "en-GB"})
    assert Account.objects.get(pk=ada.pk).browser_language == "en-gb"


def test_a_worker_in_kolkata_who_reads_spanish_gets_a_mail_in_spanish_with_the_local_time(
    at: Callable[[str], datetime],
) -> None:
    at("2026-11-21T10:00:00Z")
    worker = given_worker(name="Asha")
    accounts.update_columns(worker.account.pk, language="es", time_zone="Asia/Kolkata")

    given_hired(given_funded_agent(), worker=worker)

    mail = Mail.objects.filter(to=worker.account.email).latest("id")
    assert "sáb 21 de noviembre, 17:30 IST" in mail.subject, "two hours after 15:30 there"
    assert mail.subject.startswith("Confirma antes de") and "Hola, Asha" in mail.text
    assert "$5,00" in mail.text and "USD" not in mail.text, "money as on pages"
    assert '<html lang="es">' in mail.html
    assert translation.get_language() == "en-us" and str(timezone.get_current_timezone()) == "UTC", "only within"


def test_whoever_says_nothing_is_written_to_in_english_and_utc_even_by_a_spanish_page(
    at: Callable[[str], datetime],
) -> None:
    at("2026-11-21T10:00:00Z")
    with translation.override("es"), timezone.override("Asia/Tokyo"):
        mail_templates.send(AccountFactory(), "silent", title="Shop", ends=at("2026-11-21T10:00:00Z"))

    mail = Mail.objects.get()
    assert "Sat 21 November, 10:00 UTC" in mail.subject and mail.subject.startswith("Your place ends")


def test_a_mailed_code_is_in_the_language_of_the_page_that_asked_for_it() -> None:
    ada = AccountFactory()
    stranger = Visitor()
    page = stranger.open("/account/login/code", **SPANISH)
    form = next(form for form in page.forms if "email" in form.data)
    stranger.client.post(form.action, form.data | {"email": ada.email}, headers=SPANISH | {"Accept": "text/html"})

    assert "Tu código" in Mail.objects.get().text


def test_a_refused_page_is_written_for_its_reader(at: Callable[[str], datetime]) -> None:
    missing = Visitor().open("/nowhere", **SPANISH)
    assert missing.status == 404 and '<html lang="es"' in missing.html
    ada = given_worker().account
    accounts.update_columns(ada.pk, language="es", time_zone="Asia/Kolkata")

    mine = Visitor(ada).open("/work/app_nobody", **{"Accept-Language": "en-US"})

    assert mine.status == 404 and '<html lang="es"' in mine.html
    forged = Visitor(ada).client.post("/settings", {"act": "zone"}, headers=SPANISH)
    assert forged.status_code == 403 and b'<html lang="es"' in forged.content


@pytest.mark.parametrize("path", ["/api/bounties?limit=3", "/api/humans", "/api/bounties/bty_nobody", "/api/account"])
def test_the_api_answers_the_same_to_everybody(path: str) -> None:
    given_bounty(given_funded_agent())
    plain, spanish = Api().get(path), Api(headers=SPANISH).get(path)

    for answer in (plain, spanish):
        answer.body.pop("requestId", None)
    assert (plain.status, plain.body) == (spanish.status, spanish.body)
    assert "Content-Language" not in spanish.headers


def test_what_the_api_refuses_is_said_in_english() -> None:
    worker = given_worker()
    spanish = Api(worker.account, worker.headers | SPANISH)
    bodies: list[dict[str, Any]] = [{"headline": "x" * 500}, {"timezone": "Nowhere"}, {"skills": "none"}]

    assert [worker.patch("/api/humans/me", body)["error"] for body in bodies] == [
        spanish.patch("/api/humans/me", body)["error"] for body in bodies
    ]
    assert worker.patch("/api/humans/me", bodies[0])["fields"] == spanish.patch("/api/humans/me", bodies[0])["fields"]


def test_a_refused_form_says_why_in_the_readers_language() -> None:
    ada = given_worker().account
    accounts.update_columns(ada.pk, language="es")
    visitor = Visitor(ada)

    refused = visitor.send(visitor.open("/support"), "report", summary="", description="x" * 6000)

    assert refused.status == 400
    assert "Rellena esto." in refused.text and "Algunos campos necesitan otro valor" in refused.text


def test_names_of_countries_are_found_in_english_whatever_language_came_first() -> None:
    countries._table.cache_clear()
    countries._names.cache_clear()
    with translation.override("es"):
        assert countries.find("Germany") == "DE" and countries.name("DE") == "Germany"
        assert dict(countries.choices())["DE"] == "Alemania" and countries.local_name("ES") == "España"
    assert dict(countries.choices())["DE"] == "Germany"


def test_money_and_times_go_by_the_language() -> None:
    with translation.override("es"), timezone.override("Europe/Madrid"):
        assert formats.cents_words(125_000) == "$1\xa0250,00"
        assert formats.moment_words("2026-11-21T10:00:00Z") == "sáb 21 de noviembre, 11:00 CET"


def test_the_zone_of_nobody_is_utc() -> None:
    assert str(reader.zone_of(None)) == "UTC"


@pytest.mark.parametrize(
    ("language", "this_year", "last_year", "day"),
    [
        ("en-gb", "Tue 24 November, 14:30 UTC", "Mon 24 November 2025, 14:30 UTC", "24 November 2026"),
        ("en-us", "Tue November 24, 2:30 p.m. UTC", "Mon November 24, 2025, 2:30 p.m. UTC", "November 24, 2026"),
        ("es", "mar 24 de noviembre, 14:30 UTC", "lun 24 de noviembre de 2025, 14:30 UTC", "24 de noviembre de 2026"),
    ],
)
def test_days_and_moments_write_their_months_alike(language: str, this_year: str, last_year: str, day: str) -> None:
    at, now = datetime(2026, 11, 24, 14, 30, tzinfo=UTC), datetime(2026, 11, 30, tzinfo=UTC)
    with translation.override(language), timezone.override("UTC"):
        assert formats.moment_words(at, now=now).lower() == this_year.lower()
        assert formats.moment_words(at.replace(year=2025), now=now).lower() == last_year.lower()
        assert f">{day}</time>" in formats.day(at)
