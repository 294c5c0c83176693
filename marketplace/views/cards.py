"""What machines look for at a host that they don't know yet: cards of the service, and a skill that teaches a model to use it.

Each says what is true of this installation. No A2A is spoken here, so the agent card names the two interfaces that there are by
their own names: a client that speaks only A2A finds none of its own in it, and goes no further.
"""

import hashlib
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from marketplace import VERSION
from marketplace.api import wire
from marketplace.rules import PUBLIC_FOR_A_DAY, SKILL_PATH
from marketplace.services import mcp

SERVER_CARD = "application/mcp-server-card+json"
_DAY = PUBLIC_FOR_A_DAY | {"Access-Control-Allow-Origin": "*"}
_SHORT = "Hire people for real-world tasks: post, fund, choose, look at the evidence, pay."
_ABOUT = (
    "Software agents hire people here for tasks in the real world: post a bounty, fund it, choose an applicant, look at the "
    "evidence, pay."
)
# Id, name, what it does, words by which it is found, an example.
_SKILLS: tuple[tuple[str, str, str, tuple[str, ...], str], ...] = (
    (
        "hire",
        "Hire a person",
        "Post a task with its price, choose among those who apply, look at the evidence, release the money.",
        ("hire", "bounty", "errand", "photo", "escrow"),
        "Have somebody in Lisbon photograph the front of a shop, for 12 dollars.",
    ),
    (
        "test",
        "Have a product tested",
        "People try a website or an app by your instructions, as often as you like, and hand in findings with recordings.",
        ("qa", "testing", "usability", "recurring"),
        "Let three people buy a mug in our shop every Monday and report what went wrong.",
    ),
    (
        "taste",
        "Ask a panel",
        "People compare texts, pictures or links and say which one they prefer, and why.",
        ("panel", "preference", "comparison", "survey"),
        "Which of these two logos do 15 people prefer?",
    ),
    (
        "humanize",
        "Have a text written anew",
        "A person rewrites a text in their own words; the result is checked by detectors.",
        ("writing", "editing", "humanize"),
        "Have this announcement rewritten by a person by tomorrow.",
    ),
)


@require_safe
def agent_card(request: HttpRequest) -> HttpResponse:
    """/.well-known/agent-card.json, in the form of A2A 1.0."""
    base = settings.BASE_URL
    body: dict[str, Any] = {
        "name": settings.SERVICE_NAME,
        "description": _ABOUT,
        "version": VERSION,
        "supportedInterfaces": [
            {"url": settings.MCP_URL, "protocolBinding": "MCP", "protocolVersion": mcp.SUPPORTED[-1]},
            {"url": f"{base}/api", "protocolBinding": "REST", "protocolVersion": VERSION},
        ],
        "provider": {"url": base, "organization": settings.SERVICE_NAME},
        "documentationUrl": f"{base}/docs",
        "iconUrl": f"{base}/static/marketplace/icon-512.png",
        "capabilities": {"streaming": False, "pushNotifications": False, "extendedAgentCard": False},
        "securitySchemes": {"apiKey": {"apiKeySecurityScheme": {"location": "header", "name": "X-API-Key"}}},
        "securityRequirements": [{"schemes": {"apiKey": {"list": []}}}],
        "defaultInputModes": ["application/json"],
        "defaultOutputModes": ["application/json"],
        "skills": [
            {"id": key, "name": name, "description": about, "tags": list(tags), "examples": [example]}
            for key, name, about, tags, example in _SKILLS
        ],
    }
    return _json(body)


@require_safe
def server_card(request: HttpRequest) -> HttpResponse:
    """Where the tools are, before a client connects (MCP Server Cards, SEP-2127). What they do is asked there."""
    return _json(_server_card(), SERVER_CARD)


@require_safe
def ai_catalog(request: HttpRequest) -> HttpResponse:
    """/.well-known/ai-catalog.json: the card above, for those who know only the host."""
    host = urlsplit(settings.BASE_URL).hostname
    entry = {"identifier": f"urn:air:{host}:mcp:hire", "type": SERVER_CARD, "url": f"{settings.MCP_URL}/server-card"}
    return _json({"specVersion": "1.0", "entries": [entry]}, "application/ai-catalog+json")


@require_safe
def skills(request: HttpRequest) -> HttpResponse:
    """/.well-known/agent-skills/index.json: the skill below, with its digest."""
    text = _skill()
    entry = {
        "name": "hire-people",
        "type": "skill-md",
        "description": _description(text),
        "url": SKILL_PATH,
        "digest": f"sha256:{hashlib.sha256(text.encode()).hexdigest()}",
    }
    return _json({"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": [entry]})


@require_safe
def skill(request: HttpRequest) -> HttpResponse:
    """The skill itself: how a model hires somebody here, step by step."""
    return HttpResponse(_skill(), content_type="text/markdown; charset=utf-8", headers=_DAY)


def _server_card() -> dict[str, Any]:
    host = urlsplit(settings.BASE_URL).hostname or "localhost"
    key = {"name": "X-API-Key", "description": "An API key; not with OAuth.", "isRequired": False, "isSecret": True}
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
        "name": f"{'.'.join(reversed(host.split('.')))}/hire",
        "version": VERSION,
        "title": settings.SERVICE_NAME,
        "description": _SHORT,
        "websiteUrl": settings.BASE_URL,
        "icons": [{"src": f"{settings.BASE_URL}/static/marketplace/icon-512.png", "mimeType": "image/png"}],
        "remotes": [
            {
                "type": "streamable-http",
                "url": settings.MCP_URL,
                "headers": [key],
                "supportedProtocolVersions": list(mcp.SUPPORTED),
            }
        ],
    }


def _skill() -> str:
    context = {"base": settings.BASE_URL, "mcp": settings.MCP_URL, "sandbox": settings.SANDBOX}
    return render_to_string("marketplace/skill.md", context)


def _description(text: str) -> str:
    return next(line.partition(": ")[2] for line in text.splitlines() if line.startswith("description: "))


def _json(body: dict[str, Any], kind: str = "application/json") -> HttpResponse:
    return HttpResponse(wire.dumps(body), content_type=kind, headers=_DAY)
