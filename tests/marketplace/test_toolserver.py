"""The local tool server by itself: identities in files, signatures, words for what is missing."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from marketplace.core import signing
from marketplace.toolserver import config as environment
from tests.factories.files import picture
from tests.factories.toolserver import Recorder, call, code, config, fine


def test_it_needs_no_django_and_no_payments_to_start() -> None:
    words = "import marketplace.toolserver, sys; from marketplace.core import tools; tools.catalog(); "
    words += "print(sorted({'django', 'rest_framework', 'x402', 'web3', 'PIL'} & sys.modules.keys()))"

    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_a_setting_that_can_not_be_used_is_said_and_ends_it() -> None:
    started = [sys.executable, "-c", "from marketplace.toolserver import main; main()"]
    environment = {"PATH": os.environ["PATH"], "AHM_BASE_URL": "market.example.org"}

    done = subprocess.run(started, env=environment, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert "AHM_BASE_URL is the address of the service" in done.stderr


@pytest.mark.parametrize(("said", "meant"), [("~/agents/x", "agents/x"), ("", ".ahm")])
def test_the_folder_may_be_named_from_the_home_folder(monkeypatch: pytest.MonkeyPatch, said: str, meant: str) -> None:
    monkeypatch.setenv("AHM_HOME", said)

    assert environment.read().home == Path.home() / meant


def test_without_a_key_nothing_is_sent_but_what_is_free(tmp_path: Path) -> None:
    service = Recorder(fine)

    refused = call(service, config(tmp_path, api_key=""), "deposit_wallet", amount=5)
    assert code(refused) == "authentication_required" and "AHM_API_KEY" in refused["content"][0]["text"]
    assert service.requests == []

    assert call(service, config(tmp_path, api_key=""), "get_human", humanId="ada")["isError"] is False
    assert "X-API-Key" not in service.requests[0].headers


def test_a_stranger_s_search_takes_two_of_the_pages_that_strangers_get(tmp_path: Path) -> None:
    pages = [{"humans": [{"id": n}], "hasMore": True, "nextCursor": f"c{n}", "success": True} for n in range(2)]
    service = Recorder(lambda _: httpx.Response(200, json=pages[len(service.requests) - 1]))

    found = call(service, config(tmp_path, api_key=""), "search_humans")["structuredContent"]

    assert [request.url.params["limit"] for request in service.requests] == ["24", "24"]
    assert service.requests[1].url.params["cursor"] == "c0"
    assert (found["humans"], found["nextCursor"]) == ([{"id": 0}, {"id": 1}], "c1")


def test_identities_lie_in_files_of_their_owner_alone(tmp_path: Path) -> None:
    service, given = Recorder(fine), config(tmp_path / "home")
    (tmp_path / "home/identities").mkdir(parents=True, mode=0o777)

    made = call(service, given, "create_identity", name="scout")["structuredContent"]

    file = tmp_path / "home/identities/scout.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert made["bound"] is True
    assert "privateKey" not in json.dumps(made)
    assert service.requests[0].url.path == "/api/keys/register-identity"
    assert fits(service.body(0), signing.REGISTER)

    kept = file.read_bytes()
    assert code(call(service, given, "create_identity", name="scout")) == "name_taken"
    assert file.read_bytes() == kept
    for name in ("../evil", "scout\n"):
        assert code(call(service, given, "create_identity", name=name)) == "validation_error"
    assert len(list(file.parent.iterdir())) == 1


def test_identities_are_switched_listed_and_deleted(tmp_path: Path) -> None:
    service, given = Recorder(fine), config(tmp_path, api_key="")
    for name in ("one", "two"):
        assert call(service, given, "create_identity", name=name)["structuredContent"]["bound"] is False

    assert call(service, given, "get_agent_identity")["structuredContent"]["identity"]["name"] == "two"
    call(service, given, "switch_identity", name="one")
    listed = call(service, given, "list_identities")["structuredContent"]
    assert ([row["name"] for row in listed["identities"]], listed["active"]) == (["one", "two"], "one")
    assert code(call(service, given, "switch_identity", name="three")) == "not_found"
    assert "message" not in call(service, given, "delete_identity", name="two")["structuredContent"]
    told = call(service, given, "delete_identity", name="one")["structuredContent"]
    assert told["active"] is None and "nothing signs any more" in told["message"]
    assert call(service, given, "get_agent_identity")["structuredContent"]["identity"] is None
    assert code(call(service, given, "delete_identity", name="one")) == "not_found"
    assert service.requests == []


@pytest.mark.parametrize("name", ["switch_identity", "create_identity"])
def test_an_identity_that_can_not_be_bound_does_not_sign(tmp_path: Path, name: str) -> None:
    call(Recorder(fine), config(tmp_path, api_key=""), "create_identity", name="second")
    call(Recorder(fine), config(tmp_path), "create_identity", name="first")
    taken = {"success": False, "error": "It belongs to another account.", "error_code": "identity_taken"}

    who = {"switch_identity": "second", "create_identity": "third"}[name]
    refused = call(Recorder(lambda _: httpx.Response(409, json=taken)), config(tmp_path), name, name=who)

    assert code(refused) == "identity_taken"
    assert "switch_identity" in refused["structuredContent"]["error"]
    assert (
        call(Recorder(fine), config(tmp_path), "get_agent_identity")["structuredContent"]["identity"]["name"] == "first"
    )
    assert call(Recorder(fine), config(tmp_path), "switch_identity", name=who)["structuredContent"]["bound"] is True
    assert call(Recorder(fine), config(tmp_path), "get_agent_identity")["structuredContent"]["identity"]["name"] == who


def fits(signed: dict[str, str], action: str) -> bool:
    der = signing.read_public_key(signed["publicKey"])
    said = signing.message(signed["timestamp"], signed["agentId"], action)
    return signing.agent_id(der) == signed["agentId"] and signing.verify(
        der, signing.read_signature(signed["signature"]), said
    )


def test_what_the_contract_calls_signed_is_signed(tmp_path: Path) -> None:
    service, given = Recorder(fine), config(tmp_path)
    call(service, given, "create_identity", name="scout")

    call(service, given, "send_message", conversationId="cnv_1", content="é" * 60)
    assert fits(service.body()["agentVerification"], "message:cnv_1:" + "é" * 50)
    assert service.body()["agentId"] == service.body()["agentVerification"]["agentId"]
    call(service, given, "accept_application", bountyId="bty_1", applicationId="app_1")
    assert fits(service.body()["agentVerification"], "accept_application:bty_1:app_1")
    call(service, given, "get_bounty_submissions", bountyId="bty_1")
    headers = service.requests[-1].headers
    names = {"agentId": "Id", "publicKey": "PublicKey", "timestamp": "Timestamp", "signature": "Signature"}
    assert fits({name: headers[f"X-Agent-{word}"] for name, word in names.items()}, "get_submissions:bty_1")
    call(service, given, "deposit_wallet", amount=5)
    assert "agentVerification" not in service.body()


@pytest.mark.parametrize(
    "page",
    [
        httpx.Response(502, text="<html>Bad gateway</html>"),
        httpx.Response(200, text="<html>Sign in to the hotel's network</html>"),
        httpx.Response(200, json=[]),
        httpx.Response(200, json={"message": "ok"}),
        httpx.Response(404, json={"message": "no Route matched"}),
        httpx.Response(301, headers={"Location": "https://market.test/api"}),
        httpx.Response(308, headers={"Location": "https://market.test/api"}, json={"success": True}),
    ],
)
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("get_wallet_balance", {}),
        ("search_humans", {"limit": 200}),
        ("get_submission", {"bountyId": "bty_1", "submissionId": "sub_1"}),
    ],
)
def test_a_page_of_somebody_else_is_no_answer(
    tmp_path: Path, page: httpx.Response, name: str, arguments: dict[str, Any]
) -> None:
    told = call(Recorder(lambda _: page), config(tmp_path), name, **arguments)

    assert code(told) == "unexpected_answer"
    assert "AHM_BASE_URL" in told["structuredContent"]["error"]


def test_the_text_of_a_document_comes_with_the_answer(tmp_path: Path) -> None:
    written = [b"The shop opens at nine.", b"x" * 30_000, b"\xff\xfe no text"]
    files = [
        {"contentType": "text/plain", "size": len(raw), "url": f"http://market.test/files/fil_{number}?sig=x"}
        for number, raw in enumerate(written)
    ]

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.startswith("/files/"):
            return httpx.Response(200, content=written[int(request.url.path[-1])])
        return httpx.Response(200, json={"success": True, "submission": {"files": files}})

    result = call(Recorder(answer), config(tmp_path), "get_submission", bountyId="bty_1", submissionId="sub_1")

    first, second, third = result["structuredContent"]["submission"]["files"]
    assert (first["text"], first["textTruncated"]) == ("The shop opens at nine.", False)
    assert (len(first["text"]) + len(second["text"]), second["textTruncated"]) == (20_000, True)
    assert "text" not in third, "its address shows what there is"
    more = {"bountyId": "bty_1", "submissionId": "sub_1", "textFrom": second["textNextFrom"]}
    result = call(Recorder(answer), config(tmp_path), "get_submission", **more)
    over, rest, _ = result["structuredContent"]["submission"]["files"]
    assert ("text" in over, len(second["text"]) + len(rest["text"]), "textNextFrom" in rest) == (False, 30_000, False)


def test_photos_are_fetched_from_where_the_service_is_reached_and_without_the_key(tmp_path: Path) -> None:
    jpeg = picture(size=(2000, 100)).read()
    urls = (
        *("http://market.test/files/fil_1?sig=x", "https://its-own-name.test/files/fil_2?sig=x"),
        *("http://market.test/files/fil_gone?sig=x", "http://other.test/elsewhere/fil_3"),
    )
    files = [{"contentType": "image/jpeg", "size": len(jpeg), "url": url} for url in urls]
    files.append({"contentType": "video/mp4", "size": 9, "url": "http://market.test/files/fil_4"})

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.startswith("/files/"):
            return httpx.Response(404 if "gone" in request.url.path else 200, content=jpeg)
        return httpx.Response(200, json={"success": True, "submission": {"files": files}})

    service = Recorder(answer)
    result = call(service, config(tmp_path), "get_submission", bountyId="bty_1", submissionId="sub_1")

    assert [part["type"] for part in result["content"]] == ["text", "image", "image", "text"]
    assert result["content"][-1]["text"].startswith("2 of the photos can't be shown")
    paths = [str(request.url) for request in service.requests[1:]]
    assert paths == [f"http://market.test/files/fil_{name}?sig=x" for name in ("1", "2", "gone")]
    assert all("X-API-Key" not in request.headers for request in service.requests[1:])


def test_an_order_of_a_picture_sends_its_key_as_a_header_and_reads_the_headers_of_the_answer(tmp_path: Path) -> None:
    told = {"Content-Location": "/api/picture-of-sf/pic_1", "X-Bounty-Id": "bty_1", "Retry-After": "900"}
    service = Recorder(lambda _: httpx.Response(202, headers=told))
    order = {"location": "Ferry Building", "subject": "The tower", "tier": "standard"}

    made = call(service, config(tmp_path), "request_picture", **order, idempotencyKey="clock-tower-1")[
        "structuredContent"
    ]

    assert service.requests[0].headers["Idempotency-Key"] == "clock-tower-1" and service.body(0) == order
    assert (made["pictureId"], made["bountyId"], made["retryAfterSeconds"]) == ("pic_1", "bty_1", 900)
    page = Recorder(lambda _: httpx.Response(200, text="<p>Welcome</p>", headers={"Content-Type": "text/html"}))
    assert code(call(page, config(tmp_path), "get_picture", pictureId="pic_1")) == "unexpected_answer"
