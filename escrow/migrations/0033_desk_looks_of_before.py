"""Cases that were given to somebody, or about which something was proposed, before an opening and a proposal counted as a look: they
are worked on, so that no mail says of each at the upgrade that nobody has looked."""

from django.db import migrations
from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Least


def fill(apps, schema_editor):
    """The moment it was given to them, or of the first proposal in this round, whichever is earlier."""
    of_it = Q(case=OuterRef("pk")) | Q(dispute=OuterRef("dispute"))
    proposed = (
        apps.get_model("escrow", "DisputeDecision")
        .objects.filter(of_it, round=OuterRef("round"))
        .order_by("created_at")
    )
    cases = apps.get_model("escrow", "Case").objects.filter(closed_at=None, first_look_at=None)
    cases.filter(Q(assignee__isnull=False) | Exists(proposed)).update(
        first_look_at=Least("assigned_at", Subquery(proposed.values("created_at")[:1]))
    )


class Migration(migrations.Migration):
    dependencies = [("escrow", "0032_desk_first_look_indexes")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
