from django.db import models

from marketplace.models.base import Row


class Finding(Row):
    """A defect of what a template tests, with the same id in all its runs. `words` are those of the first report, with which
    later ones are compared."""

    PREFIX = "qaf"

    template = models.ForeignKey("qa.Template", on_delete=models.PROTECT, related_name="findings", db_index=False)
    number = models.PositiveIntegerField()
    words = models.JSONField(default=dict)
    first_run = models.ForeignKey("qa.Run", on_delete=models.PROTECT, related_name="+")
    last_run = models.ForeignKey("qa.Run", on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "QA finding"
        constraints = [models.UniqueConstraint(fields=["template", "number"], name="qa_finding_numbered_once")]

    @property
    def name(self) -> str:
        """Its id in reports."""
        return f"F{self.number}"
