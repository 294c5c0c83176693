"""Every file that either side showed in a case, for the viewer: the evidence of the work, and what was added to the dispute."""

from dataclasses import dataclass

from escrow.models import Case, DisputeEvidence
from escrow.ports import Piece, case_subjects
from marketplace.selectors import pictures
from marketplace.selectors.pictures import Alike


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece with its number in the case, the side that sent it, and where else the same picture is."""

    number: int
    piece: Piece
    side: str
    alike: list[Alike]


def of(case: Case) -> list[Shown]:
    """Oldest first. About ten queries, however many files. Needs escrow and dispute."""
    found = list(case_subjects.get(case.escrow.subject_kind).pieces(case.escrow))
    if case.dispute is not None:
        added = DisputeEvidence.objects.filter(dispute=case.dispute).prefetch_related("files").order_by("id")
        found += [
            Piece(file, one.author_id, "dispute evidence", one.created_at) for one in added for file in one.files.all()
        ]
    found.sort(key=lambda piece: piece.sent_at)
    alike = pictures.alike([piece.file for piece in found])
    return [
        Shown(number, piece, "funder" if piece.by == case.owner_id else "worker", alike.get(piece.file.pk, []))
        for number, piece in enumerate(found, 1)
    ]
