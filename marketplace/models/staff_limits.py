from django.db import models
from django.db.models import Q

from marketplace.core import ids
from marketplace.core.roles import OPERATOR, SUPPORT


class StaffLimit(models.Model):
    """How much staff decide alone, edited by operators: of a role, or of one person, whose own row counts instead. Empty: no limit
    of this kind. Amounts are cents of the seats' totals, fee included."""

    role = models.CharField(
        max_length=8, blank=True, choices=[(role, role) for role in (SUPPORT, OPERATOR)], help_text="Or a person."
    )
    person = models.ForeignKey(
        "marketplace.Account", null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    case_cents = models.BigIntegerField(null=True, blank=True)
    day_cents = models.BigIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = "limit of staff"
        verbose_name_plural = "limits of staff"
        constraints = [
            models.UniqueConstraint(fields=["role"], condition=~Q(role=""), name="staff_limit_once_per_role"),
            models.UniqueConstraint(fields=["person"], name="staff_limit_once_per_person"),
            models.CheckConstraint(
                condition=Q(role="", person__isnull=False) | (~Q(role="") & Q(person=None)), name="staff_limit_of_one"
            ),
            models.CheckConstraint(
                condition=(Q(case_cents=None) | Q(case_cents__gte=0)) & (Q(day_cents=None) | Q(day_cents__gte=0)),
                name="staff_limit_is_an_amount",
            ),
        ]

    def __str__(self) -> str:
        return self.role or (ids.encode("usr", self.person_id) if self.person_id is not None else "")
