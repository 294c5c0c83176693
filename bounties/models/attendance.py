from datetime import datetime

from django.db import models
from django.db.models import F, Q

from bounties.rules.attendance import ATTENDANCE
from marketplace.core import ids
from marketplace.models.base import Row


class TaskPlace(models.Model):
    """Coordinates of an on-site task, set by an operator; without them no distance is measured."""

    bounty = models.OneToOneField("bounties.Bounty", on_delete=models.CASCADE, related_name="place")
    latitude = models.FloatField()
    longitude = models.FloatField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(latitude__gte=-90, latitude__lte=90, longitude__gte=-180, longitude__lte=180),
                name="task_place_on_earth",
                violation_error_message="Latitude is -90 to 90, longitude -180 to 180.",
            )
        ]

    def __str__(self) -> str:
        return f"place of {ids.encode('bty', self.bounty_id)}"


class Attendance(Row):
    """A hired worker's attendance reports. Stores their distance from the task, never their position."""

    PREFIX = "att"

    bounty = models.ForeignKey("bounties.Bounty", on_delete=models.PROTECT, related_name="attendance", db_index=False)
    application = models.OneToOneField("bounties.Application", on_delete=models.PROTECT, related_name="attendance")
    state = models.CharField(max_length=10, choices=[(s, s) for s in ATTENDANCE.table if s != "none"])
    distance_meters = models.PositiveIntegerField(null=True, help_text="To the task's place, when that is known.")
    accuracy_meters = models.PositiveIntegerField(null=True, help_text="As the device says.")
    captured_at = models.DateTimeField(null=True, help_text="When the device took its position, by its own clock.")
    on_the_way_at = models.DateTimeField(null=True)
    arrived_at = models.DateTimeField(null=True)
    left_at = models.DateTimeField(null=True)
    history = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "attendance"
        constraints = [
            models.CheckConstraint(
                condition=Q(left_at=None) | Q(arrived_at__lte=F("left_at")), name="attendance_left_after_arrival"
            ),
            models.CheckConstraint(
                condition=Q(state="on_the_way", on_the_way_at__isnull=False, arrived_at=None, left_at=None)
                | Q(state="arrived", arrived_at__isnull=False, left_at=None)
                | Q(state="left", arrived_at__isnull=False, left_at__isnull=False),
                name="attendance_state_has_its_moment",
            ),
        ]
        indexes = [models.Index(fields=["bounty", "-id"], name="attendance_of_bounty")]

    @property
    def latest_at(self) -> datetime:
        return self.left_at or self.arrived_at or self.on_the_way_at or self.created_at

    @property
    def tracking_mode(self) -> str:
        return "self_reported" if self.distance_meters is None else "measured"

    @property
    def radius_meters(self) -> int | None:
        return self.bounty.attendance_radius_meters

    @property
    def is_within_radius(self) -> bool | None:
        """None without a distance or a radius. Informational: it decides nothing."""
        if self.distance_meters is None or self.radius_meters is None:
            return None
        return self.distance_meters <= self.radius_meters
