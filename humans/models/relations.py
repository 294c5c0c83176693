from django.db import models

from humans.rules.people import NOTE_MAX
from marketplace.core import clock, ids
from marketplace.models.base import Rows


class Relation(models.Model):
    """A person on an account's block list or preferred list, never both, with a private note."""

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    owner = models.ForeignKey("marketplace.Account", on_delete=models.CASCADE, related_name="relations", db_index=False)
    human = models.ForeignKey("marketplace.Account", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=9, choices=[("blocked", "blocked"), ("preferred", "preferred")])
    note = models.CharField(max_length=NOTE_MAX, blank=True)
    created_at = models.DateTimeField(default=clock.now)

    objects = Rows.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "human"], name="relation_once"),
            models.CheckConstraint(condition=~models.Q(owner=models.F("human")), name="relation_to_another"),
        ]
        indexes = [models.Index(fields=["owner", "kind", "-created_at", "-id"], name="relation_of_owner")]

    def __str__(self) -> str:
        return f"{self.kind} {ids.encode('usr', self.human_id)}"
