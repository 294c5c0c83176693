"""Each stage of a case has its clock, and the sandbox's clock runs them all out: by the route that developers call."""

from collections.abc import Iterator

import pytest

from escrow.models import DeskClocks, DisputeDecision, DisputePolicy
from marketplace.core import clock
from tests.api import Api
from tests.factories.cases import case_of, given_offer
from tests.factories.desks import dispute_of, given_case, given_desk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.fixture(autouse=True)
def _own_clock() -> Iterator[None]:
    """What is added to business time is taken back: the other tests share this process."""
    before = clock._OFFSET.unpack_from(clock._area())[0]
    clock.freeze(None)
    yield
    clock._OFFSET.pack_into(clock._area(), 0, before)


def later(who: Api, hours: float) -> None:
    who.address = "127.0.0.1"  # the route answers this machine only
    answer = who.post("/api/sandbox/clock/advance", {"seconds": int(hours * 3600)})
    assert answer.status == 200, answer.body


def test_every_stage_ends_by_the_sandboxs_clock() -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    DeskClocks.objects.create(holds_from=clock.now(), appeal_days=1, why="So that the test need not walk two weeks.")
    seat, case = given_case()
    dispute, agent = dispute_of(case), seat.agent
    at = given_desk(case)

    later(agent, 48.1)
    assert case_of(dispute).stage == "decision", "the worker was silent for 48 hours"
    given_offer(agent, dispute, 100)
    later(agent, 72.1)
    assert (case_of(dispute).stage, case.offers.get().state) == ("decision", "lapsed"), "not answered in 72 hours"
    at.act("ask", of="worker", items="One more photo")
    later(agent, 48.1)
    assert (case_of(dispute).stage, case.requests.get().state) == ("decision", "lapsed"), "nor sent in 48"
    assert case_of(dispute).with_lead_at is None, "staff's own clock stood still"

    at.act("decide", preview=at.preview().context["box"].preview.public_id)
    later(agent, 24.1)
    gone_back = case_of(dispute)
    assert (gone_back.stage, DisputeDecision.objects.get().state) == ("decision", "sent_back"), (
        "nobody approved it in 24"
    )
    assert gone_back.with_lead_at is not None

    DisputePolicy.objects.update(approval_above_cents=25_000)
    at.act("decide", preview=at.preview().context["box"].preview.public_id)
    assert case_of(dispute).stage == "appeal"
    later(agent, 24.1)
    assert (case_of(dispute).stage, case_of(dispute).closed_at is not None) == ("closed", True), (
        "nobody appealed in time"
    )
