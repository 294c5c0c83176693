"""Addresses that a person's browser is led to: read as browsers read them, and refused where they lead to a private network or
are read in two ways."""

from collections.abc import Iterator
from typing import Any

import pytest
from rest_framework import serializers

from bounties.serializers.applications import LinkIn
from bounties.serializers.submissions import SubmitIn
from escrow.serializers.disputes import DisputeIn, EvidenceIn
from marketplace.api.fields import LinkField
from marketplace.core import http, links
from marketplace.rules import client_fault, destination, redirect_fault
from qa.serializers.taste import TasteRunIn
from qa.serializers.templates import TemplateIn
from wallet.rules.checkouts import is_web_address
from wallet.serializers.links import AgentCheckoutIn

READ_IN_TWO_WAYS = [
    "http://127.0.0.1\\.example.com/",
    "http://192.168.1.%31/admin",
    "http://evil.com\\@127.0.0.1/",
    "https:example.com",
    "https:///example.com",
    "https:\\\\example.com/",
    "https://example.com\t.evil.com/",
    "https://exam\nple.com/",
    " https://example.com/",
    "https://1.2.3/",
    "https://0x5d.184.216.34/",
    "https://①②⑦.0.0.1/",
    "https://ⅼocalhost.example.com/",
    "https://example。com/",
    "https://user@example.com/",
    "https://example.com@evil.com/",
    "https://@example.com/",
]
PRIVATE = [
    "http://localhost/",
    "http://localhost.localdomain/",
    "http://printer.local/",
    "http://LOCALHOST./",
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://10.0.0.1/",
    "http://192.168.1.1/admin",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http://0/",
    "http://intranet/",
]
NO_WEB_ADDRESS = ["", "x", "//example.com", "ftp://example.com/", "javascript:alert(1)", "https://", "https://[bad"]
GOOD = [
    "https://example.com",
    "http://example.com:8080/a/b?c=d#e",
    "https://EXAMPLE.com/",
    "https://bücher.example.com/ü",
    "https://xn--bcher-kva.example.com/",
    "https://example.com./",
    "https://93.184.216.34/",
    "https://[2606:2800:220:1::1]/",
    "https://example.com/?next=http://localhost/",
    "https://example.com/%5C%2e%2e/@x",
]


@pytest.mark.parametrize("text", [*READ_IN_TWO_WAYS, *PRIVATE, *NO_WEB_ADDRESS])
def test_no_browser_is_led_there(text: str) -> None:
    with pytest.raises(links.Unsafe):
        links.read_web(text)
    with pytest.raises(http.Blocked):
        http.check_link(text)
    assert not links.is_web(text)


@pytest.mark.parametrize("text", GOOD)
def test_a_public_address_is_taken_as_it_was_sent(text: str) -> None:
    assert LinkField().run_validation(text) == text
    http.check_link(text)


def test_the_host_is_the_one_that_browsers_connect_to() -> None:
    assert links.read("https://BÜCHER.example.com:443/ü").href == "https://xn--bcher-kva.example.com/%C3%BC"
    assert links.read("https://example.com/a/../b").href == "https://example.com/b"
    assert links.read("http://[::FFFF:7f00:1]/").host == "::ffff:7f00:1"


def fields(shape: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every field of a body, at any depth."""
    for name, field in shape.fields.items():
        inner = field.child if isinstance(field, serializers.ListField | serializers.ListSerializer) else field
        if isinstance(inner, serializers.Serializer):
            yield from fields(inner, f"{path}{name}.")
        else:
            yield f"{path}{name}", inner


@pytest.mark.parametrize(
    ("shape", "names"),
    [
        (TasteRunIn, {"artifacts.url"}),
        (TemplateIn, {"targetUrl", "instructionMedia"}),
        (LinkIn, {"url"}),
        (SubmitIn, {"links"}),
        (DisputeIn, {"urls"}),
        (EvidenceIn, {"urls"}),
        (AgentCheckoutIn, {"successUrl", "cancelUrl"}),
    ],
)
def test_every_address_in_a_body_is_read_so(shape: type[Any], names: set[str]) -> None:
    found = {name: field for name, field in fields(shape()) if isinstance(field, LinkField)}

    assert found.keys() == names
    for field in found.values():
        for text in [*READ_IN_TWO_WAYS, *PRIVATE]:
            with pytest.raises(serializers.ValidationError):
                field.run_validation(text)


def test_pages_lead_back_to_what_browsers_read() -> None:
    assert is_web_address("http://127.0.0.1:8000/bounties")
    assert not is_web_address("http://evil.com\\@127.0.0.1/")


@pytest.mark.parametrize(
    "uri",
    [
        "http://evil.com\\@127.0.0.1/",
        "http://127.0.0.1\\.evil.com/",
        "http://127.1/callback",
        "http://user@127.0.0.1/callback",
        "https://a.example\\@b.example/",
        "https:a.example/callback",
        "http://evil.example/callback",
        "cursor:\\\\evil",
    ],
)
def test_no_program_is_registered_with_an_address_that_leads_elsewhere(uri: str) -> None:
    assert redirect_fault(uri) is not None
    fault = client_fault({"redirect_uris": [uri]})
    assert fault is not None and fault[0] == "invalid_redirect_uri"


@pytest.mark.parametrize(
    ("uri", "leads_to"),
    [
        ("http://127.0.0.1:33418/callback", "a program on this computer"),
        ("http://[::1]:80/", "a program on this computer"),
        ("http://localhost/callback", "a program on this computer"),
        ("https://A.example/callback", "a.example"),
        ("https://bücher.example/callback", "xn--bcher-kva.example"),
        ("cursor://anysphere.cursor-mcp/callback", "the program cursor on this device"),
    ],
)
def test_the_consent_page_names_where_browsers_go(uri: str, leads_to: str) -> None:
    assert redirect_fault(uri) is None
    assert destination(uri) == leads_to
