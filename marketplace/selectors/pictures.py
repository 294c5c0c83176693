"""The same picture elsewhere: files with the same bytes, and pictures that look alike by their perceptual hash."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from marketplace.models import File

_EACH = 12  # of one file
# For each file what has its bytes, and what shares a band of its hash and differs in at most five bits; both by an index.
_ALIKE = """
select mine.id, other.id, other.sha256 = mine.sha256
  from unnest(%(ids)s::uuid[]) wanted(id)
  join marketplace_file mine on mine.id = wanted.id
 cross join lateral (
       select id, sha256 from marketplace_file f where f.sha256 = mine.sha256 and f.id <> mine.id and f.purpose = any(%(for)s)
       union
       select id, sha256 from marketplace_file f
        where f.perceptual_hash is not null and not f.is_blank and not mine.is_blank
          and marketplace_picture_bands(f.perceptual_hash) && marketplace_picture_bands(mine.perceptual_hash)
          and bit_count((f.perceptual_hash # mine.perceptual_hash)::bit(64)) <= 5
          and f.id <> mine.id and f.purpose = any(%(for)s)
       order by id desc limit %(each)s) other
"""
EVIDENCE = ("submission", "dispute", "contest", "photo")


@dataclass(frozen=True, slots=True)
class Alike:
    """A file with the same bytes, or a picture that looks the same."""

    file: File
    is_same: bool


def alike(files: Sequence[File], *, purposes: Sequence[str] = EVIDENCE) -> dict[UUID, list[Alike]]:
    """What looks like each of these files, the newest first, at most a dozen of each. Two queries for any number of files.

    Blank pictures look like nothing. Files that are among those given are named, too: the same picture twice in one case.
    """
    wanted = [file.pk for file in files]
    if not wanted:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_ALIKE, {"ids": wanted, "for": list(purposes), "each": _EACH})
        pairs = cursor.fetchall()
    rows = File.objects.select_related("owner").in_bulk({other for _, other, _ in pairs})
    found: dict[UUID, list[Alike]] = {}
    for mine, other, is_same in pairs:
        found.setdefault(mine, []).append(Alike(rows[other], is_same))
    return {key: sorted(near, key=lambda one: (not one.is_same, -one.file.pk.int)) for key, near in found.items()}
