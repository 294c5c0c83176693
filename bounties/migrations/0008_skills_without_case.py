"""The filter `skill` ignores case: an index over the folded skills takes the place of the one over those as they were sent."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
from django.db import migrations, models

_FOLDED = """
create function bounty_folded(skills text[]) returns text[] language sql immutable parallel safe strict
return array(select lower(skill) from unnest(skills) skill)
"""
_OLDER = "drop function bounty_folded(text[])"


class Migration(migrations.Migration):
    dependencies = [("bounties", "0007_every_seat_ends")]

    operations = [
        migrations.RunSQL(_FOLDED, _OLDER),
        migrations.AddIndex(
            model_name="bounty",
            index=django.contrib.postgres.indexes.GinIndex(
                models.Func(
                    "skills_needed",
                    function="bounty_folded",
                    output_field=django.contrib.postgres.fields.ArrayField(base_field=models.TextField()),
                ),
                name="bounty_skills_folded",
            ),
        ),
        migrations.RemoveIndex(model_name="bounty", name="bounty_skills"),
    ]
