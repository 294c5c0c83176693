"""A caller of the REST interface, as the tests see it: JSON in, JSON out, its own credential on every call."""

import itertools
from dataclasses import dataclass
from typing import Any

import orjson
from django.test import Client

_addresses = itertools.count(1)


@dataclass
class Answer:
    status: int
    body: Any
    headers: dict[str, str]

    @property
    def code(self) -> str | None:
        return self.body.get("error_code") if isinstance(self.body, dict) else None

    def __getitem__(self, name: str) -> Any:
        return self.body[name]


class Api:
    """`agent.post("/api/bounties", {...})`. Each caller has an address of its own, so that limits do not mix."""

    def __init__(self, account: Any = None, headers: dict[str, str] | None = None) -> None:
        self.account = account
        self.headers = headers or {}
        number = next(_addresses)
        self.address = f"10.{number // 65536 % 256}.{number // 256 % 256}.{number % 256}"
        self.client = Client(raise_request_exception=False)

    def call(self, method: str, path: str, body: Any = None, *, raw: bytes | None = None, **headers: str) -> Answer:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        content_type = sent.pop("Content-Type", "application/json")
        data = raw if raw is not None else b"" if body is None else orjson.dumps(body)
        response = self.client.generic(
            method, path, data, content_type=content_type, headers=self.headers | sent, REMOTE_ADDR=self.address
        )
        content = b"".join(response.streaming_content) if response.streaming else response.content
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        return Answer(
            response.status_code, orjson.loads(content) if is_json and content else content, dict(response.headers)
        )

    def upload(self, path: str, fields: dict[str, Any], **headers: str) -> Answer:
        """A multipart POST, as a form would send it."""
        response = self.client.post(path, fields, headers=self.headers | headers, REMOTE_ADDR=self.address)
        return Answer(response.status_code, orjson.loads(response.content), dict(response.headers))

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.call("POST", path, body, **headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.call("PATCH", path, body, **headers)

    def delete(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.call("DELETE", path, body, **headers)
