from django.db import models

from wallet.rules.controls import CAP_WINDOWS


class Caps(models.Model):
    """Abstract: caps on what is spent from a wallet, and the amount above which its owner is asked. In cents; null when unset."""

    spending_cap_per_bounty_cents = models.BigIntegerField(null=True)
    spending_cap_rolling_24h_cents = models.BigIntegerField(null=True)
    spending_cap_rolling_7d_cents = models.BigIntegerField(null=True)
    spending_cap_rolling_30d_cents = models.BigIntegerField(null=True)
    ask_above_cents = models.BigIntegerField(
        null=True, help_text="A spend of an agent above this waits for the owner's approval; null: none does."
    )

    class Meta:
        abstract = True

    @property
    def rolling_caps(self) -> dict[str, int]:
        """The rolling caps that are set, in cents, by name; the shortest window first."""
        caps = {name: getattr(self, f"spending_cap_{name}_cents") for name in CAP_WINDOWS}
        return {name: cap for name, cap in caps.items() if cap is not None}
