from django.db import models

from marketplace.core import clock
from marketplace.models.base import Row


class AgentCheckout(Row):
    """A page by which an agent charges its own customer, identified by the agent's order id."""

    PREFIX = "aco"

    account = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="agent_checkouts", db_index=False
    )
    external_order_id = models.CharField(max_length=100)
    checkout = models.OneToOneField("wallet.Checkout", on_delete=models.PROTECT, related_name="agent_checkout")
    refund = models.OneToOneField(
        "wallet.Outflow",
        null=True,
        on_delete=models.PROTECT,
        related_name="agent_checkout",
        help_text="The latest try to return the payment.",
    )
    customer_phone = models.CharField(max_length=32, blank=True, help_text="For its owner only.")
    success_url = models.CharField(max_length=2000, blank=True)
    cancel_url = models.CharField(max_length=2000, blank=True)
    metadata = models.JSONField(default=dict)
    fingerprint = models.BinaryField(max_length=32, help_text="What was asked for under this order.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "external_order_id"], name="agent_checkout_once_per_order"),
        ]
        indexes = [
            models.Index(fields=["account", "-id"], name="agent_checkout_of_account"),
            models.Index(fields=["created_at"], name="agent_checkout_created"),
        ]

    @property
    def status(self) -> str:
        """pending, paid, expired, cancelled or refunded, at present. Refunded once the money has left the wallet; `paid` again
        if the provider refuses the refund for good."""
        page = self.checkout
        if page.status == "open":
            return "pending" if page.expires_at > clock.now() else "expired"
        return "refunded" if page.status == "paid" and self.is_refunded else str(page.status)

    @property
    def is_refunded(self) -> bool:
        return self.refund is not None and self.refund.status in ("sending", "attention", "paid")

    @property
    def refund_status(self) -> str | None:
        """pending, succeeded, failed or attention; None without a refund."""
        return self.refund.refund_status if self.refund else None

    @property
    def refunded_by(self) -> "AgentCheckout | None":
        """This row if a refund was requested, else None; for the serializer."""
        return self if self.refund else None

    @property
    def currency(self) -> str:
        return "usd"

    @property
    def back_url(self) -> str:
        """The address that the page links to once it has ended."""
        return self.success_url if self.checkout.status == "paid" else self.cancel_url
