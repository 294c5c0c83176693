"""Whose request it is: a forwarded address is believed from trusted hops only, and written in one way."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from marketplace.api import addresses

TRUSTED = ["127.0.0.0/8", "10.9.0.0/16", "fd00::/8"]
REAL = "203.0.113.7"


@pytest.fixture(autouse=True)
def _trusted(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = TRUSTED


def client(peer: str, forwarded: str | None = None) -> str:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return addresses.client(RequestFactory().get("/", REMOTE_ADDR=peer, headers=headers))


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        (REAL, None, REAL),
        ("127.0.0.1", None, "127.0.0.1"),
        ("127.0.0.1", REAL, REAL),
        ("127.0.0.1", "2001:db8::1", "2001:db8::1"),
        ("fd00::1", REAL, REAL),
        ("127.0.0.1", f" {REAL} , 10.9.0.3 ", REAL),
        ("10.9.0.4", f"{REAL}, 10.9.0.3, 10.9.0.2", REAL),
        ("127.0.0.1", "10.9.0.3, 10.9.0.2", "10.9.0.3"),
    ],
)
def test_hops_of_ours_are_passed_over(peer: str, forwarded: str | None, found: str) -> None:
    assert client(peer, forwarded) == found


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("198.51.100.1", REAL, "198.51.100.1"),
        ("10.8.0.1", REAL, "10.8.0.1"),
        ("127.0.0.1", f"127.0.0.1, {REAL}", REAL),
        ("127.0.0.1", f"1.1.1.1, {REAL}, 10.9.0.3", REAL),
        ("127.0.0.1", f"1.1.1.1, 198.51.100.1, 10.9.0.3, {REAL}", REAL),
    ],
)
def test_what_lies_beyond_the_first_foreign_hop_may_be_made_up(peer: str, forwarded: str, found: str) -> None:
    assert client(peer, forwarded) == found


@pytest.mark.parametrize("word", ["nonsense", "", "unknown", "999.1.1.1", f"{REAL}; 1.1.1.1", "1" * 5000])
def test_a_hop_that_cannot_be_read_ends_the_reading(word: str) -> None:
    assert client("127.0.0.1", word) == "127.0.0.1"
    assert client("127.0.0.1", f"1.1.1.1, {word}") == "127.0.0.1"
    assert client("127.0.0.1", f"1.1.1.1, {word}, 10.9.0.3") == "10.9.0.3"


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (f"{REAL}:5678", REAL),
        ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:443", "2001:db8::1"),
        ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"),
        (f"::ffff:{REAL}", REAL),
    ],
)
def test_one_address_is_written_in_one_way(written: str, found: str) -> None:
    assert client("127.0.0.1", written) == found
    assert client("::ffff:127.0.0.1", written) == found, "as a socket of both versions shows a peer"


def test_no_proxy_is_trusted_unless_it_is_named(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = []

    assert client("127.0.0.1", REAL) == "127.0.0.1"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        (REAL, REAL),
        ("::ffff:203.0.113.7", REAL),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a socket without a name", "a socket without a name"),
    ],
)
def test_limits_count_a_subscriber_not_each_address_he_can_choose(address: str, counted: str) -> None:
    assert addresses.for_limits(RequestFactory().get("/", REMOTE_ADDR=address)) == counted


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_this_machine_is_known_however_it_is_written(address: str) -> None:
    assert addresses.is_loopback(address)
    assert not addresses.is_loopback(REAL)
    assert not addresses.is_loopback("nonsense")
