from typing import Any

from django.db import models

from marketplace.core import clock
from marketplace.models.base import Rows
from wallet.models.checkouts import Checkout


class _Links(models.Manager.from_queryset(Rows)):  # type: ignore[misc]
    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().filter(purpose="payment_link")


class PaymentLink(Checkout):
    """A page that anybody can pay into its owner's wallet, open for 30 days. A proxy of the checkout, without a table."""

    PREFIX = "lnk"

    objects = _Links()  # type: ignore[misc]

    class Meta:
        proxy = True

    @property
    def link_status(self) -> str:
        """pending, paid or expired, at present; the stored status may lag until the timer has run."""
        if self.status == "open" and self.expires_at > clock.now():
            return "pending"
        return "paid" if self.status == "paid" else "expired"

    @property
    def updated_at(self) -> Any:
        """When it was paid, has expired, or was created; of one that its owner has ended, that moment is not kept."""
        if self.link_status == "expired" and self.status != "cancelled":
            return self.expires_at
        return self.paid_at or self.created_at

    @property
    def currency(self) -> str:
        return "usd"
