from django.db import models
from django.db.models import Q

from marketplace.core import ids
from marketplace.models.base import Rows
from wallet.models.caps import Caps


class SpenderLimits(Caps):
    """Caps of one API key or one connector, beside those of the account, and its own amount to ask above. What else it may do
    stands with the key or connector (`marketplace.models.keys.Restricted`). Read under the lock of the account's controls, which
    every change takes, too.
    """

    account = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="spender_limits")
    key = models.OneToOneField(
        "marketplace.ApiKey", null=True, on_delete=models.PROTECT, related_name="spending_limits"
    )
    connector = models.OneToOneField(
        "marketplace.Connector", null=True, on_delete=models.PROTECT, related_name="spending_limits"
    )
    changed_at = models.DateTimeField(null=True)

    objects = Rows.as_manager()

    class Meta:
        verbose_name_plural = "spender limits"
        constraints = [
            models.CheckConstraint(
                condition=Q(key=None, connector__isnull=False) | Q(key__isnull=False, connector=None),
                name="limits_of_one_spender",
            ),
        ]

    def __str__(self) -> str:
        return self.subject_id

    @property
    def spender(self) -> str:
        """As `Actor.spender` names it."""
        return f"key:{self.key_id}" if self.key_id else f"oauth:{self.connector_id}"

    @property
    def subject_id(self) -> str:
        """The public id of the key or connector."""
        if self.key_id:
            return ids.encode("key", self.key_id)
        assert self.connector_id is not None
        return ids.encode("ctr", self.connector_id)
