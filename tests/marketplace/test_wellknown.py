"""llms.txt, security.txt and the API catalog: what they promise, and that every address in them answers."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import orjson
import pytest
from django.conf import settings as project
from django.core.exceptions import ImproperlyConfigured
from pytest_django import DjangoAssertNumQueries, Settings

from config.settings import reading
from marketplace.core import clock
from marketplace.selectors import guides
from tests.api import Answer, Api

pytestmark = pytest.mark.django_db
FILES = {
    "/llms.txt": "text/plain; charset=utf-8",
    "/.well-known/security.txt": "text/plain; charset=utf-8",
    "/.well-known/api-catalog": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
}


def fields(answer: Answer) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in answer.body.decode().splitlines())


def linkset(anonymous: Api) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = orjson.loads(anonymous.get("/.well-known/api-catalog").body)["linkset"]
    return found


@pytest.mark.parametrize("path", FILES)
def test_each_is_public_cached_for_a_day_and_asks_no_database(
    anonymous: Api, django_assert_num_queries: DjangoAssertNumQueries, path: str
) -> None:
    with django_assert_num_queries(0):
        answer, head = anonymous.get(path), anonymous.call("HEAD", path)

    assert (answer.status, head.status, head.body) == (200, 200, b"")
    assert answer.headers["Content-Type"] == FILES[path]
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert anonymous.post(path).status == 405


def test_security_txt_has_a_contact_and_expires_by_the_wall_clock(
    anonymous: Api, at: Callable[[str], datetime]
) -> None:
    at("2040-01-01T00:00:00Z")

    said = fields(anonymous.get("/.well-known/security.txt"))

    assert said["Contact"] == f"mailto:{project.SUPPORT_EMAIL}"
    assert said["Canonical"] == f"{project.BASE_URL}/.well-known/security.txt"
    expires = datetime.fromisoformat(said["Expires"])
    assert expires.tzinfo == UTC
    assert timedelta(days=30) < expires - clock.wall() < timedelta(days=365)


def test_the_contact_is_the_operators(anonymous: Api, settings: Settings) -> None:
    settings.SECURITY_CONTACT = "https://example.org/security"

    assert fields(anonymous.get("/.well-known/security.txt"))["Contact"] == "https://example.org/security"


@pytest.mark.parametrize(
    ("given", "uri"),
    [
        ("a@example.org", "mailto:a@example.org"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("https://example.org/security", "https://example.org/security"),
    ],
)
def test_a_contact_is_a_mail_address_or_a_page(monkeypatch: pytest.MonkeyPatch, given: str, uri: str) -> None:
    monkeypatch.setenv("SECURITY_CONTACT", given)

    assert reading.contact("SECURITY_CONTACT", "") == uri


@pytest.mark.parametrize("given", ["somebody", "http://example.org", "a@example.org b@example.org", "javascript:a@b"])
def test_what_is_no_contact_stops_the_start(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("SECURITY_CONTACT", given)

    with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT"):
        reading.contact("SECURITY_CONTACT", "")


def test_the_catalog_names_itself_and_the_api(anonymous: Api) -> None:
    itself, api, tools = linkset(anonymous)
    head = anonymous.call("HEAD", "/.well-known/api-catalog")

    assert itself["anchor"] == f"{project.BASE_URL}/.well-known/api-catalog"
    assert [item["href"] for item in itself["item"]] == [api["anchor"], tools["anchor"]]
    assert head.headers["Link"] == f'<{itself["anchor"]}>; rel="api-catalog"'
    assert api["service-desc"][0]["href"] == f"{project.BASE_URL}/api/openapi.json"


def test_every_address_of_the_catalog_answers_what_it_says(anonymous: Api) -> None:
    _, api, tools = linkset(anonymous)
    rows = [row for row in (*api.items(), *tools.items()) if row[0] != "anchor"]
    links = [link for _, found in rows for link in found if not link["href"].endswith("/readyz")]

    assert len(links) >= 12
    for link in links:
        answer = anonymous.get(urlsplit(link["href"]).path)
        assert answer.status == 200, link
        assert answer.headers["Content-Type"].startswith(link["type"]), link


def test_llms_txt_is_markdown_whose_links_answer(anonymous: Api, settings: Settings) -> None:
    settings.SERVICE_NAME = "A & B <market>"
    text = anonymous.get("/llms.txt").body.decode()

    assert text.startswith("# A & B <market>\n\n> ")
    links = re.findall(r"\]\((\S+?)\)", text)
    assert len(links) == 9 + len(guides.GUIDES)
    for link in links:
        assert link.startswith(project.BASE_URL)
        assert anonymous.get(urlsplit(link).path).status == 200, link


def test_every_route_that_llms_txt_names_is_in_the_document(anonymous: Api) -> None:
    text = anonymous.get("/llms.txt").body.decode()
    described = anonymous.get("/api/openapi.json")["paths"]
    known = {(method, re.sub(r"\{\w+\}", "{}", path)) for path, methods in described.items() for method in methods}

    named = re.findall(rf"`(GET|POST|PATCH) {re.escape(project.BASE_URL)}(/api[^`? ]*)", text)
    assert len(named) >= 9
    for method, path in named:
        assert (method.lower(), re.sub(r"\{\w+\}", "{}", path)) in known, (method, path)


def test_a_sandbox_says_so(anonymous: Api, settings: Settings) -> None:
    assert "sandbox" in anonymous.get("/llms.txt").body.decode()
    settings.SANDBOX = False
    assert "sandbox" not in anonymous.get("/llms.txt").body.decode()
