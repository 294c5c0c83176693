"""A refusal says in one round all that is wrong, and what would be taken instead."""

import jsonschema
import pytest
from django.conf import settings

from marketplace.core.errors import Invalid
from tests.api import Api
from tests.contract.scenario import check_failure
from tests.factories.accounts import given_worker
from webhooks.rules.catalog import CATALOG, EVENT_TYPES, NOT_SENT
from webhooks.serializers.payloads import payload

pytestmark = pytest.mark.django_db


def test_a_refused_profile_names_every_field_at_once() -> None:
    worker = given_worker()
    wrong = {
        "gender": "x", "skills": 5, "hourlyRate": -1, "billingEmail": "no", "username": "A B", "timezone": "Mars/One",
        "availability": {"someday": []},
    }  # fmt: skip

    answer = worker.patch("/api/humans/me", wrong)

    check_failure(answer, 400, "validation_error")
    assert set(answer["fields"]) == set(wrong)
    assert " and 2 more" in answer["error"]
    assert answer["fields"]["gender"] == ["Give one of: man, woman, other."]


@pytest.mark.parametrize("name", ["me", "ab", "-abc", "abc\n", "Abc"])
def test_what_is_no_username_is_refused(name: str) -> None:
    answer = given_worker().patch("/api/humans/me", {"username": name})

    check_failure(answer, 400, "validation_error")
    assert list(answer["fields"]) == ["username"]


def test_five_wrong_fields_are_all_named() -> None:
    assert "and" not in Invalid({name: [] for name in "abcde"}).message.partition("See")[0]
    assert "a, b, c, d, e and 1 more." in Invalid({name: [] for name in "abcdef"}).message


def test_an_empty_sign_up_is_told_everything_and_the_first_code() -> None:
    answer = Api().post("/api/agents/signup", {})

    check_failure(answer, 400, "terms_not_accepted")
    assert set(answer["fields"]) == {"email", "acceptTerms", "country", "city"}


def test_a_route_that_takes_forms_says_so() -> None:
    path = "/api/bounties/bty_00000000000000000000000000/submissions"
    answer = given_worker().call("POST", path, raw=b"x", **{"Content-Type": "text/plain"})

    check_failure(answer, 415, "unsupported_media_type")
    assert "`application/json` or `multipart/form-data`" in answer["error"]


def test_the_document_has_the_events_that_the_program_sends() -> None:
    sources = [*settings.ROOT.glob("*/events.py"), *settings.ROOT.glob("*/services/*.py")]
    code = "".join(path.read_text() for path in sources)

    assert {name for name in EVENT_TYPES if f'"{name}"' not in code} == NOT_SENT
    for name in CATALOG:
        jsonschema.Draft202012Validator.check_schema(payload(name))
