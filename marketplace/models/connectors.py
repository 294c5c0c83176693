from django.db import models

from marketplace.models.base import Row
from marketplace.models.keys import Restricted


class Connector(Restricted, Row):
    """A program that an account has authorised by OAuth: one row for the pair, from the first consent on. It stays when the program
    is disconnected, and so do its limits, for when it is connected again.
    """

    PREFIX = "ctr"

    account = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="connectors", db_index=False
    )
    # Null once the client's registration was deleted, which it is only without tokens: nobody can act by this row any more.
    application = models.ForeignKey(
        "oauth2_provider.Application", null=True, on_delete=models.SET_NULL, related_name="connectors"
    )
    name = models.CharField(max_length=255, blank=True, help_text="The client's, as it was at the first consent.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "application"], name="connector_once_per_client"),
        ]
        indexes = [models.Index(fields=["account", "-id"], name="connector_of_account")]
