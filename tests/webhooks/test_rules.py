"""Catalogue, signature and backoff, without a database."""

import hashlib
import hmac

import pytest

from webhooks.rules import signature
from webhooks.rules.backoff import DISABLE_AFTER, MAX_ATTEMPTS, delay_seconds
from webhooks.rules.catalog import CATALOG, EVENT_TYPES, WHEN, unlisted

SECRET = "whsec_" + "a" * 43


def test_the_signature_is_what_a_receiver_computes_from_the_raw_bytes() -> None:
    body = b'{"id":"x"}'

    header = signature.sign(SECRET, body, 1_700_000_000)

    mac = hmac.new(SECRET.encode(), b"1700000000." + body, hashlib.sha256).hexdigest()
    assert header == f"t=1700000000,v1={mac}"
    assert signature.verify(SECRET, body, header, unix_now=1_700_000_299)


@pytest.mark.parametrize(
    ("body", "secret", "now"),
    [
        (b'{"id":"y"}', SECRET, 1_700_000_000),
        (b'{"id":"x"}', SECRET + "b", 1_700_000_000),
        (b'{"id":"x"}', SECRET, 1_700_000_301),
        (b'{"id":"x"}', SECRET, 1_699_999_699),
    ],
)
def test_a_changed_body_another_secret_or_an_old_stamp_is_refused(body: bytes, secret: str, now: int) -> None:
    header = signature.sign(SECRET, b'{"id":"x"}', 1_700_000_000)

    assert not signature.verify(secret, body, header, unix_now=now)


@pytest.mark.parametrize("header", ["", "t=1", "v1=aa", "t=x,v1=aa", "t=1,v1=é", "nonsense"])
def test_a_malformed_signature_is_refused(header: str) -> None:
    assert not signature.verify(SECRET, b"", header, unix_now=1)


def test_retries_wait_30_seconds_doubling_and_end_after_six_attempts() -> None:
    assert [delay_seconds(n) for n in range(1, MAX_ATTEMPTS + 1)] == [30, 60, 120, 240, 480, None]
    assert DISABLE_AFTER == 15


def test_the_catalogue_has_the_21_events_of_the_specification_and_our_own() -> None:
    assert len(EVENT_TYPES) == 43
    ours = {
        "escrow.refunded",
        "payment.failed",
        "dispute.opened",
        "dispute.resolved",
        "dispute.evidence_requested",
        "dispute.offer_made",
        "dispute.settled",
        "dispute.decided",
        "dispute.appealed",
        "dispute.appeal_decided",
        "application.terms_changed",
        "application.withdrawn",
        "application.contested",
        "submission.reviewed",
        "extension.requested",
        "webhook.endpoint_disabled",
    }
    assert ours < set(EVENT_TYPES)
    assert set(WHEN) == set(EVENT_TYPES), "the reference says of each when it is sent"


def test_a_payload_may_carry_listed_fields_only() -> None:
    assert unlisted("proof.uploaded", {"bountyId": "x", "fileCount": 1}) == set()
    assert unlisted("proof.uploaded", {"email": "a@b.c", "lat": 1}) == {"email", "lat"}
    assert not any({"email", "secret", "apiKey", "lat", "lng"} & fields for fields in CATALOG.values())
