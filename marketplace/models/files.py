from django.db import models
from django.db.models import Q

from marketplace.core import ids
from marketplace.models.base import Row

# Who says when a file was taken: the live camera, the device by its clock, the camera in the file itself, or the same without a
# zone, read as UTC.
CAPTURED_BY = ("camera", "device", "exif", "exif_local")


class File(Row):
    """An uploaded file: its detected type, its hash, and its key in the storage."""

    PREFIX = "fil"

    owner = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="files", db_index=False)
    name = models.CharField(max_length=200)
    content_type = models.CharField(max_length=100)
    size = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    storage_key = models.CharField(max_length=200)
    purpose = models.CharField(max_length=30)
    perceptual_hash = models.BigIntegerField(null=True, help_text="Of an image: pictures that look the same are near.")
    is_blank = models.BooleanField(default=False, help_text="An image of one colour.")
    captured_at = models.DateTimeField(
        null=True, help_text="When it was taken, as far as `captured_by` is to be believed."
    )
    captured_by = models.CharField(max_length=10, blank=True, choices=[(one, one) for one in CAPTURED_BY])

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(captured_at=None, captured_by="") | (Q(captured_at__isnull=False) & ~Q(captured_by="")),
                name="file_captured_as_told",
            )
        ]
        # Pictures that look alike are found by a function of the database over `perceptual_hash` (selectors/pictures.py).
        indexes = [
            models.Index(fields=["owner", "-id"], name="file_of_owner"),
            models.Index(fields=["sha256"], name="file_of_bytes"),
        ]


class OrphanedFile(models.Model):
    """Bytes in the storage without a File row. The row is created before the bytes are stored and deleted when a File row is
    inserted for them; deleting a File creates one again. `marketplace.services.orphaned_files` deletes what is due.
    """

    id = models.UUIDField(primary_key=True, help_text="Of the file that was to be, or was.")
    storage_key = models.CharField(max_length=200)
    due_at = models.DateTimeField(help_text="By the wall's clock: an upload takes real time.")
    is_doomed = models.BooleanField(default=False, help_text="It is being deleted: no file may name it any more.")

    class Meta:
        db_table = "marketplace_stray"
        indexes = [models.Index(fields=["due_at"], name="stray_due")]


class Thumbnail(models.Model):
    """A small copy of an image file, made when somebody first looks at it and kept beside the original. Without a key: the image
    can't be shown, which is not tried again. `files.delete` deletes it with the file.
    """

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    file = models.ForeignKey(File, on_delete=models.PROTECT, related_name="thumbnails", db_index=False)
    side = models.PositiveSmallIntegerField(help_text="Pixels that width and height are bounded by.")
    storage_key = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["file", "side"], name="thumbnail_once")]
