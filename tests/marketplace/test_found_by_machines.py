"""What machines find at a host that they don't know yet: guides, cards, a skill, versions. Each is true of this instance."""

import hashlib
import re
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson
import pytest
from django.conf import settings as project
from pytest_django import DjangoAssertNumQueries, Settings

import marketplace
from marketplace.selectors import guides
from marketplace.services import mcp
from marketplace.views import retired
from tests.api import Answer, Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import untouched
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]
EACH = pytest.mark.parametrize("name", [guide.name for guide in guides.GUIDES])


def data(answer: Answer) -> Any:
    assert answer.status == 200, answer.body
    return answer.body if isinstance(answer.body, dict) else orjson.loads(answer.body)


# ---------------------------------------------------------------------------------------------------------------- guides


@EACH
def test_a_guide_is_a_page_with_a_markdown_twin(anonymous: Api, settings: Settings, name: str) -> None:
    settings.BASE_URL = "https://market.example.org"
    page = Visitor(None).open(f"/docs/{name}")
    twin = anonymous.get(f"/docs/{name}.md")

    assert (page.status, twin.status) == (200, 200)
    assert twin.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert guides.title(name) in page.text
    assert f"# {guides.title(name)}\n" in twin.body.decode()
    assert "127.0.0.1:8000" not in twin.body.decode(), "the address of whoever wrote it"


@EACH
def test_every_link_of_a_guide_leads_somewhere(anonymous: Api, name: str) -> None:
    html = guides.html(name)

    for target in re.findall(r'href="([^"]+)"', html):
        parts = urlsplit(target)
        if parts.netloc and not target.startswith(project.BASE_URL):
            continue
        where = guides.resolved(name, parts.path) if parts.path else name
        if parts.path.startswith("/"):
            assert anonymous.get(parts.path).status == 200, target
        else:
            assert where in {guide.name for guide in guides.GUIDES}, target
        if parts.fragment:
            assert f'id="{parts.fragment}"' in guides.html(where), target


def test_markup_in_a_guide_is_text_and_an_unknown_one_is_not_found(anonymous: Api) -> None:
    assert "<script" not in "".join(guides.html(guide.name) for guide in guides.GUIDES)
    for path in (
        "/docs/architecture",
        "/docs/architecture.md",
        "/docs/..%2FREADME",
        "/docs/nothing.md",
        "/docs/frameworks/",
        "/docs/decisions/oauth",
    ):
        with untouched():
            assert anonymous.get(path).status == 404, path


def test_a_model_reads_everything_at_once(anonymous: Api, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        text = anonymous.get("/llms-full.txt").body.decode()

    assert text.startswith(anonymous.get("/llms.txt").body.decode())
    assert all(guides.markdown(guide.name) in text for guide in guides.GUIDES)


# ---------------------------------------------------------------------------------------------------------------- cards


def test_the_agent_card_has_what_its_form_demands_and_names_the_interfaces_that_there_are(anonymous: Api) -> None:
    card = data(anonymous.get("/.well-known/agent-card.json"))

    for name in ("name", "description", "version", "capabilities", "defaultInputModes", "defaultOutputModes"):
        assert card[name], name
    by_name = {one["protocolBinding"]: one["url"] for one in card["supportedInterfaces"]}
    assert by_name == {"MCP": project.MCP_URL, "REST": f"{project.BASE_URL}/api"}
    assert not any(card["capabilities"].values()), "no A2A is spoken here"
    for skill in card["skills"]:
        assert all(skill[name] for name in ("id", "name", "description", "tags"))


def test_the_server_card_says_what_a_client_finds_when_it_connects(anonymous: Api) -> None:
    catalog = data(anonymous.get("/.well-known/ai-catalog.json"))
    (entry,) = catalog["entries"]
    answer = anonymous.get(urlsplit(entry["url"]).path)
    card = data(answer)
    (remote,) = card["remotes"]
    about = data(anonymous.get(urlsplit(remote["url"]).path))

    assert answer.headers["Content-Type"] == entry["type"] == "application/mcp-server-card+json"
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", card["name"])
    assert 1 <= len(card["description"]) <= 100
    assert remote["supportedProtocolVersions"] == about["protocolVersions"] == list(mcp.SUPPORTED)
    assert card["version"] == about["version"]


def test_the_skill_is_listed_with_its_digest_and_names_tools_that_exist(anonymous: Api) -> None:
    (listed,) = data(anonymous.get("/.well-known/agent-skills/index.json"))["skills"]
    text = anonymous.get(listed["url"]).body
    known = {name for row in data(anonymous.get("/api/mcp"))["toolsets"].values() for name in row["tools"]}

    assert listed["digest"] == f"sha256:{hashlib.sha256(text).hexdigest()}"
    assert text.decode().startswith(f"---\nname: {listed['name']}\ndescription: {listed['description']}\n---\n")
    named = set(re.findall(r"`([a-z]+_[a-z_]+)`", text.decode()))
    assert len(named) >= 9 and named <= known, named - known


# -------------------------------------------------------------------------------------------------------------- versions


def test_the_version_is_one_and_the_newest_of_the_changelog(anonymous: Api) -> None:
    changes = data(anonymous.get("/api/changelog"))
    document = data(anonymous.get("/api/openapi.json"))

    assert f'\nversion = "{marketplace.VERSION}"\n' in (ROOT / "pyproject.toml").read_text()
    assert changes["current"] == changes["versions"][0]["version"] == marketplace.VERSION
    assert document["info"]["version"] == marketplace.VERSION
    assert anonymous.get("/api/humans").headers["API-Version"] == marketplace.VERSION
    assert anonymous.get("/api/nowhere").headers["API-Version"] == marketplace.VERSION
    assert "API-Version" not in anonymous.get("/terms").headers


def test_the_changelog_is_dated_newest_first_and_nothing_of_it_is_lost(anonymous: Api) -> None:
    versions = data(anonymous.get("/api/changelog"))["versions"]
    released = re.sub(
        r"^## Unreleased$.*?(?=^## )", "", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE | re.DOTALL
    )
    lines = re.findall(r"^- ", released, re.MULTILINE)

    days = [date.fromisoformat(version["date"]) for version in versions]
    assert days == sorted(days, reverse=True)
    assert sum(len(version["changes"]) for version in versions) == len(lines)
    assert {change["kind"] for version in versions for change in version["changes"]} <= {
        *("added", "changed", "deprecated", "removed", "mended", "security")
    }


def test_a_deprecated_operation_says_until_when_it_answers(agent: Api, anonymous: Api) -> None:
    key = agent.get("/api/keys")["keys"][0]["id"]

    answers = [
        agent.patch(f"/api/keys/{key}", {"webhookUrl": None}),
        agent.patch(f"/api/keys/{key}", {"webhookUrl": "ftp://x"}),
    ]
    ended = anonymous.post(f"/{retired.RETIRED[0].address}", {})

    assert [answer.status for answer in answers] == [200, 400]
    for answer in (*answers, ended):
        assert answer.headers["Deprecation"] == "@1793491200"  # 2026-11-01
        assert answer.headers["Link"] == f'<{project.BASE_URL}/docs/api#versions>; rel="deprecation"; type="text/html"'
    assert answers[0].headers["Sunset"] == "Sat, 01 Jan 2028 00:00:00 GMT"
    assert ended.headers["Sunset"] == "Sun, 01 Nov 2026 00:00:00 GMT"
    assert "Deprecation" not in agent.get("/api/keys").headers


def test_every_deprecated_operation_of_the_document_says_so_in_its_description(anonymous: Api) -> None:
    paths = data(anonymous.get("/api/openapi.json"))["paths"]
    marked = [
        row for path in paths.values() for row in path.values() if isinstance(row, dict) and row.get("deprecated")
    ]

    assert {row["operationId"] for row in marked} == {"setKeyWebhook", *(row.operation_id for row in retired.RETIRED)}
    (working,) = (row for row in marked if row["operationId"] == "setKeyWebhook")
    assert "answers until 2028-01-01. Use POST /api/webhooks/endpoints" in working["description"]


# -------------------------------------------------------------------------------------------------------------- requests


def test_a_lost_answer_is_found_by_the_request_id_that_was_sent() -> None:
    agent = given_agent()
    made = agent.post("/api/keys", {"name": "second"}, X_Request_Id="run-7.step-2")

    found = agent.get("/api/requests/run-7.step-2")

    (line,) = found["calls"]
    assert (found["requestId"], line["requestId"]) == ("run-7.step-2", "run-7.step-2")
    assert (line["operation"], line["status"], line["objectId"]) == ("createKey", 200, made["key"]["id"])
    assert found.headers["Cache-Control"] == "private, no-store"


def test_a_refused_write_is_found_with_its_code(agent: Api) -> None:
    with untouched():
        refused = agent.post("/api/bounties", {"title": "x"})
    found = agent.get(f"/api/requests/{refused.headers['X-Request-Id']}")

    (line,) = found["calls"]
    assert (line["status"], line["errorCode"]) == (400, "validation_error")


def test_requests_of_others_and_reads_are_not_found(agent: Api) -> None:
    agent.post("/api/keys", {"name": "second"}, X_Request_Id="mine")
    agent.get("/api/account", X_Request_Id="a-read")

    for caller, request_id in (
        (given_agent(), "mine"),
        (given_worker(), "mine"),
        (agent, "a-read"),
        (agent, "nothing"),
    ):
        answer = caller.get(f"/api/requests/{request_id}")
        assert (answer.status, answer.code) == (404, "not_found")
        assert "Reads are not kept" in answer["error"]


# ---------------------------------------------------------------------------------------------------------------- status


def test_the_status_page_says_what_is_disturbed(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = {"database": "ok", "redis": "ok", "worker": "ok"}
    monkeypatch.setattr("marketplace.selectors.health.parts", lambda: (parts, 0))
    assert "Everything works" in Visitor(None).open("/status").text

    parts["worker"] = "last reported 95 s ago"
    page = Visitor(None).open("/status")
    assert page.status == 200
    assert "Not everything works right now" in page.text
    assert "Disturbed" in page.text and "95 s" not in page.text, "what it is about, not how it is built"
