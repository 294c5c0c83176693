"""Who may apply: every gate with its own code, in its order, and nothing left behind by a refusal."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty
from bounties.services import applications
from humans.models import Profile
from marketplace.core import clock
from marketplace.core.transactions import unit
from tests.api import Answer, Api
from tests.factories.market import acting, given_application, given_bounty, given_funded_agent, given_hired, untouched

pytestmark = pytest.mark.django_db
LISBON, MADRID, ATLANTIC = (38.72, -9.14), (40.42, -3.70), (35.0, -40.0)


def url(bounty: Bounty) -> str:
    return f"/api/bounties/{bounty.public_id}/applications"


def position(place: tuple[float, float] = LISBON, *, accuracy: float = 20, age: float = 0) -> str:
    """The header as a device writes it, `age` seconds old."""
    at = clock.wall() - timedelta(seconds=age)
    body = {"lat": place[0], "lng": place[1], "accuracyM": accuracy, "capturedAt": int(at.timestamp() * 1000)}
    return json.dumps(body)


def verified(worker: Api, country: str) -> None:
    type(worker.account).objects.filter(pk=worker.account.pk).update(
        identity_verified_at=clock.now(), identity_country=country
    )


def refused(worker: Api, bounty: Bounty, header: str | None = None, body: Any = None) -> tuple[int, str | None]:
    """What applying is answered with; it left everything as it was."""
    with untouched():
        answer = apply(worker, bounty, header, body)
    assert answer.status >= 400
    return answer.status, answer.code


def apply(worker: Api, bounty: Bounty, header: str | None = None, body: Any = None) -> Answer:
    headers = {} if header is None else {"X_Application_Location": header}
    return worker.post(url(bounty), body or {"coverLetter": "Me."}, **headers)


def test_the_gates_are_asked_in_one_order_and_each_has_its_own_code(worker: Api) -> None:
    """Everything is wrong at once; one thing after the other is put right, and the next gate speaks."""
    agent = given_funded_agent()
    source = given_hired(agent=agent)
    Application.objects.filter(pk=source.application.pk).update(human=worker.account)
    bounty = given_bounty(
        agent,
        excluded_source_ids=[source.bounty.pk],
        identity_required=True,
        linkedin_verified_required=True,
        supported_countries=["PT"],
        mic_check_required=True,
        language_requirement={"language": "en", "minimumCefr": "B2"},
        required_links=[{"type": "github"}],
    )
    Bounty.objects.filter(pk=bounty.pk).update(
        status="paused", deadline=clock.now() - timedelta(hours=1), owner=worker.account, intake_closed_countries=["ES"]
    )
    Profile.objects.filter(account=worker.account).update(is_complete=False)
    heard = []

    def next_gate(**put_right: Any) -> None:
        Bounty.objects.filter(pk=bounty.pk).update(**put_right)
        heard.append(refused(worker, bounty)[1])

    next_gate()
    next_gate(owner=agent.account)
    next_gate(status="open")
    next_gate(deadline=clock.now() + timedelta(hours=1))
    Profile.objects.filter(account=worker.account).update(is_complete=True)
    next_gate()
    next_gate(excluded_source_ids=[])
    verified(worker, "ES")
    next_gate()
    type(worker.account).objects.filter(pk=worker.account.pk).update(linkedin_verified_at=clock.now())
    next_gate()
    next_gate(intake_closed_countries=[])
    verified(worker, "PT")
    next_gate()
    next_gate(mic_check_required=False)
    next_gate(language_requirement=None)
    assert heard == [
        *("own_bounty", "bounty_not_open", "deadline_passed", "profile_incomplete", "not_eligible"),
        *("identity_required", "linkedin_required", "intake_closed", "country_not_allowed", "mic_check_required"),
        *("language_proficiency_required", "validation_error"),
    ]
    assert apply(worker, bounty, body={"links": [{"type": "github", "url": "https://github.com/me"}]}).status == 200


@pytest.mark.parametrize(
    ("header", "status", "code"),
    [
        (lambda: None, 403, "location_required"),
        (lambda: "Lisbon", 400, "validation_error"),
        (lambda: "[38.7, -9.1, 20, 0]", 400, "validation_error"),
        (lambda: position((91.0, 0.0)), 400, "validation_error"),
        (lambda: position(accuracy=-1), 400, "validation_error"),
        (lambda: position().replace("38.72", '"38.72"'), 400, "validation_error"),
        (lambda: json.dumps({"lat": 38.72, "lng": -9.14, "accuracyM": 20}), 400, "validation_error"),
        (lambda: position(age=11 * 60), 403, "location_required"),
        (lambda: position(age=-3 * 60), 403, "location_required"),
        (lambda: position(accuracy=50_001), 403, "location_required"),
        (lambda: position(ATLANTIC), 403, "location_required"),
        (lambda: position(MADRID), 403, "country_not_allowed"),
    ],
    ids=[
        *("missing", "no json", "a list", "off the globe", "negative accuracy", "texts", "without a time"),
        *("stale", "of the future", "vague", "at sea", "elsewhere"),
    ],
)
def test_a_location_that_does_not_prove_the_country_is_refused(
    worker: Api, header: Callable[[], str | None], status: int, code: str
) -> None:
    bounty = given_bounty(given_funded_agent(), supported_countries=["PT"])

    assert refused(worker, bounty, header()) == (status, code)


@pytest.mark.parametrize("kept", [{"age": 9 * 60}, {"age": -60}, {"accuracy": 50_000}, {}])
def test_a_fresh_and_exact_location_in_the_country_lets_one_apply(worker: Api, kept: dict[str, float]) -> None:
    bounty = given_bounty(given_funded_agent(), supported_countries=["ES", "PT"])

    assert apply(worker, bounty, position(**kept)).status == 200
    assert Application.objects.get().country == "PT"


def test_the_place_is_asked_for_by_on_site_tasks_too_and_kept_as_a_country_only(worker: Api) -> None:
    place = {"city": "Porto", "country": "PT", "isRemoteAllowed": False}
    task = {"title": "Shop", "description": "One photo.", "price": 5, "estimatedHours": 1, "location": place}
    assert given_funded_agent().post("/api/bounties", task).status == 200
    bounty = Bounty.objects.get()

    assert refused(worker, bounty) == (403, "location_required")
    assert refused(worker, bounty, position(MADRID)) == (403, "country_not_allowed")
    shown = apply(worker, bounty, position(LISBON))
    assert shown.status == 200 and "38.7" not in json.dumps(shown.body)


def test_a_worldwide_bounty_asks_for_no_place(worker: Api) -> None:
    assert apply(worker, given_bounty(given_funded_agent())).status == 200


def test_a_verified_identity_of_the_right_country_needs_no_location(worker: Api) -> None:
    verified(worker, "PT")
    bounty = given_bounty(given_funded_agent(), supported_countries=["PT"])

    assert apply(worker, bounty).status == 200


def test_a_document_from_elsewhere_binds_only_where_identity_is_required(worker: Api) -> None:
    verified(worker, "ES")
    agent = given_funded_agent()
    strict = given_bounty(agent, supported_countries=["PT"], identity_required=True)
    lenient = given_bounty(agent, supported_countries=["PT"])

    assert refused(worker, strict, position(LISBON)) == (403, "country_not_allowed")
    assert refused(worker, lenient) == (403, "location_required")
    assert apply(worker, lenient, position(LISBON)).status == 200


def test_a_closed_intake_binds_document_and_device(worker: Api, other_worker: Api) -> None:
    bounty = given_bounty(given_funded_agent())
    Bounty.objects.update(intake_closed_countries=["PT"])
    verified(other_worker, "PT")

    assert refused(worker, bounty) == (403, "location_required")
    assert refused(worker, bounty, position(LISBON)) == (403, "intake_closed")
    assert refused(other_worker, bounty, position(MADRID)) == (403, "intake_closed")
    assert apply(worker, bounty, position(MADRID)).status == 200


def test_exclusions_are_looked_at_when_somebody_applies_and_reject_nobody_who_waits() -> None:
    agent = given_funded_agent()
    source = given_hired(agent=agent)
    first, waiting = given_application(given_bounty(agent), source.worker)
    bounty = waiting.bounty
    changed = agent.patch(
        f"/api/bounties/{bounty.public_id}", {"excludedParticipantSourceBountyIds": [source.bounty.public_id]}
    )
    next_one = given_bounty(agent, excluded_source_ids=[source.bounty.pk])

    assert changed.status == 200
    waiting.refresh_from_db()
    assert waiting.status == "pending"
    assert refused(first, next_one) == (403, "not_eligible")
    accepted = agent.patch(f"{url(bounty)}/{waiting.public_id}", {"action": "accept"})
    assert accepted.status == 200


def test_having_only_applied_to_the_earlier_bounty_excludes_nobody(worker: Api) -> None:
    agent = given_funded_agent()
    source = given_bounty(agent)
    given_application(source, worker)

    assert apply(worker, given_bounty(agent, excluded_source_ids=[source.pk])).status == 200


def test_at_the_deadline_nobody_applies_any_more(worker: Api, at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00Z")
    bounty = given_bounty(given_funded_agent(), deadline=clock.now() + timedelta(hours=1))
    late = bounty.deadline

    at(late.isoformat())
    assert refused(worker, bounty) == (409, "deadline_passed")
    at((late - timedelta(milliseconds=1)).isoformat())
    assert apply(worker, bounty).status == 200


def test_one_application_per_person_and_its_state_is_named(worker: Api) -> None:
    bounty = given_bounty(given_funded_agent(), spots_available=2)
    given_application(bounty, worker)

    with untouched():
        again = apply(worker, bounty)

    assert (again.status, again.code, again["currentState"]) == (409, "already_applied", "pending")


def test_whoever_withdrew_while_pending_applies_again_with_the_same_row(worker: Api) -> None:
    bounty = given_bounty(given_funded_agent())
    _, application = given_application(bounty, worker)
    worker.patch(f"{url(bounty)}/{application.public_id}", {"action": "withdraw"})

    again = apply(worker, bounty, body={"coverLetter": "Now I can.", "proposedPrice": 6})

    shown = again["application"]
    assert (again.status, shown["id"], shown["status"]) == (200, application.public_id, "pending")
    assert (shown["coverLetter"], shown["proposedPrice"], shown["endReason"], shown["endedAt"]) == (
        "Now I can.",
        6,
        "",
        None,
    )
    bounty.refresh_from_db()
    assert bounty.application_count == 1
    words = worker.get(f"/api/conversations/{shown['conversationId']}")["messages"]
    assert [word["content"] for word in words] == ["On my way.", "Now I can."]


def test_a_rejected_person_and_one_whose_seat_was_lost_do_not_apply_again(worker: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty, worker)
    unit(lambda: applications.reject(acting(agent), bounty.public_id, application.public_id))
    lost = given_hired(agent=agent)
    lost.worker.patch(f"{url(lost.bounty)}/{lost.application.public_id}", {"action": "withdraw"})

    assert refused(worker, bounty) == (409, "already_applied")
    assert refused(lost.worker, lost.bounty) == (409, "already_applied")


def test_an_unknown_or_hidden_bounty_takes_no_application(worker: Api) -> None:
    hidden = given_bounty(given_funded_agent(100))
    assert hidden.status == "pending_deposit"

    assert refused(worker, hidden) == (404, "not_found")
    assert worker.post("/api/bounties/bty_nonsense/applications", {}).status == 404
