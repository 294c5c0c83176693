from django.db import models
from django.db.models import Q

from escrow.rules.escrows import FEE_MAX_BPS, WORK_KINDS
from marketplace.core.money import format_percent


class FeeRate(models.Model):
    """The fee rate for work that is priced from `holds_from` on. Rows are added, never changed; work that is already priced
    keeps the rate that its own row stores.

    A kind's own rate takes precedence over the one for all kinds (empty `kind`). A row with a kind but no rate ends the
    kind's own rate.
    """

    kind = models.CharField(max_length=12, blank=True, choices=[(kind, kind) for kind in WORK_KINDS])
    bps = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Basis points: 1800 is 18 %.")
    holds_from = models.DateTimeField()
    reason = models.CharField(max_length=300)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "holds_from"], name="fee_rate_once_at_a_time"),
            models.CheckConstraint(condition=Q(bps=None) | Q(bps__lte=FEE_MAX_BPS), name="fee_rate_at_most_the_pay"),
            models.CheckConstraint(condition=~Q(kind="") | Q(bps__isnull=False), name="fee_rate_of_all_is_a_rate"),
        ]

    def __str__(self) -> str:
        rate = "as all work" if self.bps is None else format_percent(self.bps)
        return f"{self.kind or 'all work'}: {rate} from {self.holds_from:%Y-%m-%d %H:%M} UTC"
