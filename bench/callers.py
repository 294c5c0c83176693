"""Agents and workers who sign up at an instance and call it by REST, as everybody does."""

import http.client
import re
import secrets
from typing import Any, Self

import orjson

PROFILE = {
    "headline": "Careful errands and sharp photos",
    "bio": "I know every street of the old town.",
    "skills": ["photography", "errands"],
    "location": {"city": "Lisbon", "country": "PT", "isRemoteAvailable": True},
    "hourlyRate": 20,
    "timezone": "Europe/Lisbon",
}
CARD = {"cc-name": "A", "cc-number": "4242 4242 4242 4242", "cc-exp": "12/40", "cc-csc": "123", "action": "pay"}


class Refused(RuntimeError):
    """An answer other than the one that was expected."""


class Caller:
    """One credential on a keep-alive connection, which a server may close while nobody speaks."""

    def __init__(self, port: int, headers: dict[str, str] | None = None, email: str = "") -> None:
        self.port, self.headers, self.email = port, headers or {}, email
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def __call__(self, method: str, path: str, body: Any = None, *, expect: int = 200) -> Any:
        raw = orjson.dumps(body) if body is not None else None
        return self.send(method, path, raw, {"Content-Type": "application/json"}, expect=expect)

    def send(self, method: str, path: str, raw: bytes | None, headers: dict[str, str], *, expect: int = 200) -> Any:
        """The JSON of the answer, or its text. A call whose connection was closed is repeated, under its key."""
        headers = self.headers | headers
        if method == "POST" and path.startswith("/api/"):
            headers["Idempotency-Key"] = secrets.token_hex(12)
        for is_last in (False, True):
            try:
                self._http.request(method, path, raw, headers)
                answer = self._http.getresponse()
                read = answer.read()
                break
            except (http.client.HTTPException, ConnectionError):
                self._http.close()
                if is_last:
                    raise
        if answer.status != expect:
            raise Refused(f"{method} {path}: {answer.status} {read[:300].decode(errors='replace')}")
        is_json = answer.headers.get_content_type().endswith("json")
        return orjson.loads(read) if is_json else read.decode(errors="replace")

    def multipart(
        self, path: str, fields: dict[str, str], file: tuple[str, str, str] | None = None, *, expect: int = 200
    ) -> Any:
        """A form, as browsers send it; `file`: name, content, type."""
        limit = secrets.token_hex(8)
        parts = [f'form-data; name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
        if file is not None:
            parts.append(f'form-data; name="files"; filename="{file[0]}"\r\nContent-Type: {file[2]}\r\n\r\n{file[1]}')
        text = "".join(f"--{limit}\r\nContent-Disposition: {part}\r\n" for part in parts) + f"--{limit}--\r\n"
        return self.send(
            "POST", path, text.encode(), {"Content-Type": f"multipart/form-data; boundary={limit}"}, expect=expect
        )


def mailed_code(nobody: Caller, email: str) -> str:
    """The code of the latest mail to this address."""
    mail = nobody("GET", f"/api/sandbox/mail?to={email}")["mails"][0]
    code = re.search(r"\b\d{6}\b", mail["subject"] + mail["text"])
    if not code:
        raise Refused(f"no code was mailed to {email}: {mail}")
    return code[0]


def sign_up_agent(port: int) -> Caller:
    email = f"agent-{secrets.token_hex(4)}@example.com"
    with Caller(port) as nobody:
        nobody("POST", "/api/agents/signup", {"email": email, "acceptTerms": True, "country": "US", "city": "Boston"})
        code = {"email": email, "code": mailed_code(nobody, email)}
        return Caller(port, {"X-API-Key": nobody("POST", "/api/agents/signup/verify", code)["apiKey"]}, email)


def sign_up_worker(port: int, name: str) -> Caller:
    """With a complete profile, and a bank account that the payout provider knows."""
    email = f"worker-{secrets.token_hex(4)}@example.com"
    with Caller(port) as nobody:
        login = {"email": email, "password": f"correct horse {email}"}
        asked = nobody("POST", "/api/auth/app/v1/auth/signup", login, expect=401)
        proof = {"key": mailed_code(nobody, email)}
        nobody.headers = {"X-Session-Token": asked["meta"]["session_token"]}
        done = nobody("POST", "/api/auth/app/v1/auth/email/verify", proof)
        worker = Caller(port, {"X-Session-Token": done["meta"]["session_token"]}, email)
        human = worker("PATCH", "/api/humans/me", PROFILE | {"name": name})["human"]["id"]
        nobody.headers = {}
        nobody("POST", f"/api/sandbox/humans/{human}/verify", {"identityCountry": "PT", "payouts": True})
        return worker


def deposit(agent: Caller, dollars: int) -> None:
    page = agent("POST", "/api/wallet/deposit", {"amount": dollars})["checkoutUrl"]
    with Caller(agent.port) as payer:
        payer.multipart("/" + page.split("/", 3)[3], CARD, expect=302)
