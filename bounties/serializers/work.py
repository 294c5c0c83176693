from typing import Any

from rest_framework import serializers

from bounties.rules.overview import STATES
from bounties.selectors.overview import Work
from bounties.serializers.applications import ApplicationOut
from bounties.serializers.contests import ContestOut
from bounties.serializers.overview import ActionOut, DeadlineOut, SeatMoneyOut
from marketplace.api.fields import DollarsField, IdField, Text, TimestampField
from marketplace.api.serializers import Shape


class WorkBountyOut(Shape):
    id = IdField("bty", source="pk")
    title = Text()
    status = Text()
    price = DollarsField(source="price_cents")
    price_type = serializers.ChoiceField(["fixed", "hourly"])
    deadline = TimestampField(help_text="Until when people can apply.")


class LatestSubmissionOut(Shape):
    """The worker's own evidence and what its reviewer said of it."""

    id = IdField("sub", source="pk")
    status = Text()
    response = Text(help_text="The reviewer's words.")
    created_at = TimestampField()
    finalized_at = TimestampField(source="created_at", help_text="When its upload was complete.")
    reviewed_at = TimestampField(source="finalized_at", allow_null=True, help_text="When it was judged.")


class StandingOut(Shape):
    """What became of an application: the worker's side of jobOverview."""

    overall_state = serializers.ChoiceField(STATES, source="decided.overall_state", allow_null=True)
    next_deadline = DeadlineOut(source="decided.next_deadline", allow_null=True)
    ends_at = TimestampField(
        source="decided.ends_at",
        allow_null=True,
        help_text="When the seat ends by itself if nothing is sent; null once something was.",
    )
    next_action = ActionOut(source="decided.next_action", allow_null=True)
    latest_submission_status = Text(allow_null=True)
    latest_submission = LatestSubmissionOut(allow_null=True)
    money = SeatMoneyOut(source="escrow", allow_null=True)
    contest = ContestOut(
        allow_null=True,
        help_text="The latest time that you asked our staff to decide, or that they did without being asked.",
    )


class WorkOut(ApplicationOut, StandingOut):
    """An application of one's own, with its bounty and, once hired, the seat."""

    bounty = WorkBountyOut()

    @classmethod
    def render(cls, row: Work) -> dict[str, Any]:
        standing = StandingOut.render(row.job) if row.job else _NOT_HIRED
        application = row.application
        return ApplicationOut.render(application) | {"bounty": WorkBountyOut.render(application.bounty)} | standing


_NOT_HIRED = dict.fromkeys(StandingOut().fields)
