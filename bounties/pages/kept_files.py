"""Files of a form that its sender is asked about before it is sent. Without a script the browser forgets them, so they wait in the
storage as orphaned files, for as long as these do, and the form carries what they are, sealed."""

from collections.abc import Sequence

from django.core import serializers
from django.utils.translation import gettext as _

from marketplace.core import crypto
from marketplace.core.errors import Invalid
from marketplace.models import File

FIELD = "keptFiles"
_PURPOSE = "files of a form"


def sealed(kept: Sequence[File]) -> str:
    """What stands in the form for these files, whose rows are not saved; empty for none."""
    return crypto.seal(serializers.serialize("json", kept), _PURPOSE) if kept else ""


def unsealed(text: str, owner_id: object) -> list[File]:
    """The files again, not saved yet. Raises Invalid (400) for what this service did not seal for this owner."""
    if not text:
        return []
    try:
        rows = [row.object for row in serializers.deserialize("json", crypto.unseal(text, _PURPOSE))]
    except ValueError:
        rows = []
    found = [row for row in rows if isinstance(row, File)]
    if not found or any(file.owner_id != owner_id for file in found):
        gone = Invalid({}, _("The files of this form are not there any more. Choose them again."))
        gone.extra["gone"] = True
        raise gone
    return found
