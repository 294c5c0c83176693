"""What is sent is what is meant: no number is taken for a text, no text for a number, and nothing unknown is dropped in silence."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import get_resolver
from rest_framework import serializers

from bounties.serializers.applications import ApplyIn
from bounties.serializers.edits import BountyPatch
from bounties.serializers.humanizations import RewriteSampleIn
from bounties.serializers.posting import BountyIn
from bounties.serializers.submissions import SubmitIn
from humans.serializers.profiles import ProfileIn
from marketplace.api.fields import Described, TimestampField, TimeZoneField
from marketplace.api.routes import _ours
from marketplace.core import moments
from marketplace.serializers.accounts import VerifyIn
from qa.serializers.taste import TasteRunIn
from tests.api import Api
from tests.digest import unchanged
from tests.factories.taste import RUN

# These take values of another type than they name.
LAX = {
    *(serializers.CharField, serializers.RegexField, serializers.EmailField, serializers.URLField),
    *(serializers.BooleanField, serializers.IntegerField, serializers.FloatField, serializers.DecimalField),
    *(serializers.DateTimeField, serializers.DateField, serializers.TimeField, serializers.MultipleChoiceField),
}
WRONG: list[Any] = [5, 1.5, True, [], {}, ["a"]]


def bodies() -> list[Any]:
    """What any of our routes takes."""
    found: dict[str, Any] = {}
    for pattern in _ours(get_resolver().url_patterns[0].url_patterns):
        for action in getattr(pattern.callback, "actions", {}).values():  # pages read the same shapes
            shape = getattr(getattr(pattern.callback.cls, action), "takes", None)
            if shape is not None:
                found[shape.__name__] = shape
    return list(found.values())


def leaves(field: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(field, serializers.Serializer):
        for name, inner in field.fields.items():
            yield from leaves(inner, f"{path}.{name}")
    elif isinstance(field, serializers.ListField | serializers.ListSerializer):
        yield from leaves(field.child, f"{path}[]")
    else:
        yield path, field


def test_no_field_of_any_body_is_lax() -> None:
    assert len(bodies()) > 40
    lax = [path for shape in bodies() for path, field in leaves(shape(), shape.__name__) if type(field) in LAX]
    assert lax == []


def test_no_text_is_a_number_and_no_number_a_text() -> None:
    taken = []
    for shape in bodies():
        for path, field in leaves(shape(), shape.__name__):
            if isinstance(field, serializers.CharField):
                wrong: list[Any] = WRONG
            elif isinstance(field, serializers.BooleanField):
                wrong = [1, 0, "yes", "1", [], {}]
            elif isinstance(field, serializers.IntegerField | Described):
                wrong = [True, "5", [], {}]
            else:
                continue
            for value in wrong:
                try:
                    field.run_validation(value)
                except serializers.ValidationError:
                    continue
                taken.append((path, value))
    assert taken == []


def refused(shape: type[Any], body: Any) -> set[str]:
    form = shape(data=body)
    assert not form.is_valid()
    return set(form.errors)


@pytest.mark.parametrize(
    ("shape", "body", "field"),
    [
        (BountyPatch, {"scheduleTimes": {"start": "2027-01-01T10:00:00Z"}}, "scheduleTimes"),
        (BountyPatch, {"location": {"town": "Lisbon"}}, "location"),
        (BountyPatch, {"checkIns": {"times": [], "photo": True}}, "checkIns"),
        (BountyPatch, {"completionQuestions": [{"prompt": "Why?", "mandatory": True}]}, "completionQuestions"),
        (BountyPatch, {"languageProficiencyRequirement": {"language": "en", "minimumCefr": "B2", "x": 1}},
         "languageProficiencyRequirement"),
        (ProfileIn, {"location": {"town": "Lisbon"}}, "location"),
        (TasteRunIn, RUN | {"artifacts": [row | {"colour": 1} for row in RUN["artifacts"]]}, "artifacts"),
        (TasteRunIn, RUN | {"allowedCountries": ["USA"]}, "allowedCountries"),
        (TasteRunIn, RUN | {"allowedCountries": ["Portugal"]}, "allowedCountries"),
        (TasteRunIn, RUN | {"allowedCountries": ["ZZ"]}, "allowedCountries"),
        (ApplyIn, {"answers": [{"questionId": "d1", "value": "a"}, {"questionId": "d1", "value": "b"}]}, "answers"),
        (SubmitIn, {"answers": [{"questionId": "q1", "value": "a"}] * 2}, "answers"),
        (RewriteSampleIn, {"attestation": 1}, "attestation"),
        (RewriteSampleIn, {"attestation": "1"}, "attestation"),
        (VerifyIn, {"email": "a@example.com", "code": 123456}, "code"),
    ],
)  # fmt: skip
def test_what_is_not_meant_is_refused_by_its_name(shape: type[Any], body: Any, field: str) -> None:
    assert field in refused(shape, body)


def test_what_a_bounty_shows_of_its_parts_may_be_sent_back() -> None:
    details = [{"id": "d1", "type": "text", "label": "Say", "required": True}]

    form = BountyPatch(data={"applicationDetails": details})

    assert form.is_valid(), form.errors
    assert form.validated_data["application_details"] == details


@pytest.mark.parametrize(
    "text",
    ["2027-W10-1", "2027-W10-1T10:00:00Z", "20270310T100000Z", "2027-03-10T10:00:00,5Z", "2027-03-10T10Z", "2027-069"],
)
def test_only_calendar_dates_are_moments(text: str, agent: Api) -> None:
    with pytest.raises(serializers.ValidationError):
        TimestampField().run_validation(text)
    answer = agent.get(f"/api/wallet/report?start={text}")
    assert (answer.status, list(answer["fields"])) == (400, ["start"])


@pytest.mark.parametrize(
    "text", ["2027-03-10T10:00Z", "2027-03-10T10:00:00.123456Z", "2027-03-10T12:00:00+02:00", "2027-03-10t10:00:00z"]
)
def test_moments_as_others_write_them_are_read(text: str) -> None:
    assert TimestampField().run_validation(text).hour == 10


@pytest.mark.parametrize("zone", ["Factory", "localtime", "posixrules", "posix/UTC", "Europe/Nowhere", "utc+1"])
def test_only_zones_of_the_list_are_zones(zone: str) -> None:
    with pytest.raises(serializers.ValidationError):
        TimeZoneField().run_validation(zone)
    assert {"UTC", "Europe/Lisbon", "America/Argentina/Buenos_Aires"} <= moments.time_zones()
    for shape in (BountyIn, BountyPatch, ProfileIn):
        name = "timezone" if shape is ProfileIn else "scheduledStartTimeZone"
        assert name in refused(shape, {name: zone})


@pytest.mark.parametrize("path", ["/api/bounties", "/api/humans", "/api/humans/taste"])
def test_an_unknown_country_is_named_instead_of_finding_nothing(agent: Api, path: str) -> None:
    answer = agent.get(f"{path}?country=Nowhereland")

    assert (answer.status, answer.code, list(answer["fields"])) == (400, "validation_error", ["country"])
    assert agent.get(f"{path}?country=portugal").status == 200


@pytest.mark.django_db
def test_sign_in_takes_no_number_for_a_code(anonymous: Api) -> None:
    for path in ("email/verify", "code/confirm"):
        with unchanged():
            field = "key" if path == "email/verify" else "code"
            answer = anonymous.post(f"/api/auth/app/v1/auth/{path}", {field: 123456})
        assert (answer.status, list(answer["fields"])) == (400, [field])
