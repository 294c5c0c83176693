from django.contrib.postgres.fields import ArrayField
from django.db import models

from marketplace.models.base import Row


class Restricted(models.Model):
    """Abstract: a credential of a program, whose owner may restrict it. They are columns of its own row, because each request
    reads that anyway; caps, which are counted under the wallet's lock, are the wallet's rows. Null: everything.
    """

    scopes = ArrayField(models.CharField(max_length=20), null=True, blank=True)
    categories = ArrayField(models.CharField(max_length=40), null=True, blank=True)
    countries = ArrayField(models.CharField(max_length=2), null=True, blank=True)
    is_limited = models.BooleanField(default=False, help_text="By any of these, or by a cap of its own.")

    class Meta:
        abstract = True


class ApiKey(Restricted, Row):
    """An API key. Only its digest is stored; `shown_prefix` lets people tell keys apart."""

    PREFIX = "key"

    account = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="keys", db_index=False)
    name = models.CharField(max_length=50)
    digest = models.BinaryField(max_length=32, unique=True)
    shown_prefix = models.CharField(max_length=24)
    tier = models.ForeignKey("marketplace.RateTier", null=True, blank=True, on_delete=models.PROTECT)
    # References `agent_…`, so that `agent_id` is shown without a query for the identity.
    agent = models.ForeignKey(
        "marketplace.Identity",
        to_field="agent_id",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="keys",
    )
    last_used_at = models.DateTimeField(null=True, blank=True)
    # Of that use. Of the address only the network: enough to notice a stranger, too little to follow somebody.
    last_used_from = models.CharField(max_length=50, blank=True, help_text="192.0.2.0/24, 2001:db8::/48")
    last_used_by = models.CharField(max_length=60, blank=True, help_text="The program, by its User-Agent.")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "API key"
        indexes = [models.Index(fields=["account", "-id"], name="key_of_account")]

    @property
    def identity_bound(self) -> bool:
        return self.agent_id is not None

    # Only keys of chat workspaces have an origin, and there are none; clients still read these fields.

    @property
    def is_slack_provision(self) -> bool:
        return False

    @property
    def no_slack_origin(self) -> None:
        return None
