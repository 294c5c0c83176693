"""What the two sides of a subscription are mailed."""

from collections.abc import Callable
from datetime import datetime

import pytest

from marketplace.models import Account, Mail
from tests.factories.market import given_funded_agent
from tests.factories.services import TOTAL, given_subscription

pytestmark = pytest.mark.django_db


def test_each_side_reads_of_an_appointment_in_a_zone_of_their_own(at: Callable[[str], datetime]) -> None:
    at("2026-01-05T12:00+00:00")
    agent = given_funded_agent(TOTAL)
    Account.objects.filter(pk=agent.account.pk).update(browser_time_zone="Asia/Tokyo")
    booked = given_subscription(agent)

    booked.worker.post(f"{booked.path}/approve")

    asked = Mail.objects.filter(to=booked.worker.account.email, subject__startswith="Answer by").get().text
    approved = Mail.objects.get(to=agent.account.email).text
    assert "- First appointment: Tue 13 January, 09:30 WET" in asked, "in the zone of their hours"
    assert "- Appointment: Tue 13 January, 18:30 JST" in approved
