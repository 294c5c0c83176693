"""When a file was taken, and pictures that look alike. Two hashes of 64 bits that differ in at most five bits agree in one of six
bands, so what shares a band is looked up by an index and then compared. Every image has its hash since it was uploaded, so the
index is the backfill."""

from django.db import migrations, models

FORWARD = """
create function marketplace_picture_bands(hash bigint) returns int[] language sql immutable strict parallel safe as $$
    select array[
        (hash & 2047)::int, 2048 + ((hash >> 11) & 2047)::int, 4096 + ((hash >> 22) & 2047)::int,
        6144 + ((hash >> 33) & 2047)::int, 8192 + ((hash >> 44) & 1023)::int, 9216 + ((hash >> 54) & 1023)::int
    ]
$$;
create index file_looks_like on marketplace_file using gin (marketplace_picture_bands(perceptual_hash))
    where perceptual_hash is not null and not is_blank;
"""
BACK = """
drop index file_looks_like;
drop function marketplace_picture_bands(bigint);
"""


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0015_staff_accountability")]

    operations = [
        migrations.AddField(
            model_name="file",
            name="captured_at",
            field=models.DateTimeField(
                null=True, help_text="When it was taken, as far as `captured_by` is to be believed."
            ),
        ),
        migrations.AddField(
            model_name="file",
            name="captured_by",
            field=models.CharField(
                blank=True,
                choices=[("camera", "camera"), ("device", "device"), ("exif", "exif"), ("exif_local", "exif_local")],
                max_length=10,
                default="",
            ),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="file",
            constraint=models.CheckConstraint(
                condition=models.Q(captured_at=None, captured_by="")
                | (models.Q(captured_at__isnull=False) & ~models.Q(captured_by="")),
                name="file_captured_as_told",
            ),
        ),
        migrations.AddIndex(model_name="file", index=models.Index(fields=["sha256"], name="file_of_bytes")),
        migrations.RunSQL(FORWARD, BACK),
    ]
