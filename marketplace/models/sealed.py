"""The field of every encrypted column: `manage.py rekey` and `doctor` find the columns by it."""

from typing import Any

from django.db import models


class SealedField(models.TextField):
    """A text that services encrypt by `crypto.seal(…, purpose)`; an empty one is stored as it is.

    In migrations it is a plain text field, because the database knows no difference.
    """

    def __init__(self, *args: Any, purpose: str = "", **kwargs: Any) -> None:
        self.purpose = purpose
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs
