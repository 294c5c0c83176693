from django.db import models

from marketplace.models.base import Row


class Identity(Row):
    """An Ed25519 public key that an agent has proven to hold the private key of. Its `agent_…` belongs to one account for good;
    the account's keys are bound to it (`ApiKey.agent`), and others see the identity that was bound last (`Account.agent`).
    """

    PREFIX = "idn"

    account = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="identities")
    agent_id = models.CharField(max_length=22, unique=True)
    public_key = models.BinaryField(max_length=44, help_text="SPKI, DER.")

    class Meta:
        verbose_name_plural = "identities"

    def __str__(self) -> str:
        return self.agent_id
