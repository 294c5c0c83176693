from django.db import migrations


class Migration(migrations.Migration):
    """A key's row is updated once, with its answer, in no column of an index: with room in its page that is a HOT update."""

    dependencies = [
        ("marketplace", "0021_indexes_that_others_cover"),
    ]

    operations = [
        migrations.RunSQL(
            "alter table marketplace_idempotencyrecord set (fillfactor = 60)",
            "alter table marketplace_idempotencyrecord reset (fillfactor)",
        )
    ]
