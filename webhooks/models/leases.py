from django.db import models


class Lease(models.Model):
    """A delivery that may be in flight. It is found here, so that no index of all deliveries has `leased_until`, and a
    claim writes no index of it (a HOT update). Noted by a trigger (migrations/sql/leases.sql); whether it still is,
    `leased_until` says. Its outcome, or the next claim after the lease, takes the row away."""

    delivery = models.OneToOneField(
        "webhooks.Delivery",
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="+",
        db_constraint=False,  # a row that is left behind keeps no delivery from being deleted
    )
