"""The official client of the tools' protocol finds its own way to a token: nothing here tells it where anything is."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from django.db import connections
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata
from pytest_django import Settings

from config.settings import oauth
from tests.oauth_client import CALLBACK, Browser, given_person, returned

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


class Storage:
    """What a program keeps."""

    tokens: Any = None
    client: Any = None

    async def get_tokens(self) -> Any:
        return self.tokens

    async def set_tokens(self, tokens: Any) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> Any:
        return self.client

    async def set_client_info(self, client: Any) -> None:
        self.client = client


async def connect(tools_at: str, storage: Storage, person: Browser) -> Any:
    """Who a tool says is calling, with whatever it takes to be let in."""

    def ask(address: str) -> None:
        parts = urlsplit(address)
        try:
            person.open(f"{parts.path}?{parts.query}")
            person.send(decision="allow")
        finally:
            connections.close_all()  # of this thread, which outlives the test

    async def redirect(address: str) -> None:
        await asyncio.to_thread(ask, address)

    async def callback() -> AuthorizationCodeResult:
        back = returned(person)
        return AuthorizationCodeResult(code=back["code"], state=back["state"], iss=back["iss"])

    metadata = OAuthClientMetadata(
        client_name="Official client", redirect_uris=[CALLBACK], token_endpoint_auth_method="none", scope="tools"
    )
    provider = OAuthClientProvider(
        server_url=tools_at,
        client_metadata=metadata,
        storage=storage,
        redirect_handler=redirect,
        callback_handler=callback,
    )
    address = f"{tools_at}?toolsets=account"
    async with (
        httpx2.AsyncClient(auth=provider, timeout=20) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        return (await client.call_tool("check_account_status", {})).structured_content


def test_the_official_client_is_let_in_and_renews_its_token(live_server: Any, settings: Settings) -> None:
    settings.BASE_URL, settings.MCP_URL = live_server.url, f"{live_server.url}/api/mcp"
    settings.OAUTH2_PROVIDER = oauth.provider(live_server.url, settings.MCP_URL, "Market", [])
    person, storage = given_person(), Storage()

    first = asyncio.run(connect(settings.MCP_URL, storage, person))

    assert first["account"]["authenticatedBy"] == "oauth"
    assert first["account"]["profileId"] == person.account.public_profile_id  # type: ignore[attr-defined]
    assert storage.client.client_name == "Official client"
    before = storage.tokens
    person.last = None

    storage.tokens = before.model_copy(update={"access_token": "lost"})
    again = asyncio.run(connect(settings.MCP_URL, storage, person))

    assert again == first
