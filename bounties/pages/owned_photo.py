"""/owner/jobs/{id}/people/{applicationId}/photos/{fileId}: one photo of evidence or of an application, large, beside what it is
judged by, with the way to those before and after it.

What is shown is the copy that we make of an image, as in every grid of photos; the original is only ever downloaded.
"""

from typing import Any

from bounties.models import Application, Bounty
from bounties.pages import owned_evidence
from bounties.pages.owned import OwnedPage, application, photo_href
from bounties.selectors import listing, terms
from bounties.serializers.applications import render_files
from marketplace.core import ids
from marketplace.core.errors import NotFound
from marketplace.web import formats

LARGEST = 1280  # pixels: the copy that opens alone


class OwnedPhoto(OwnedPage):
    template = "bounties/owned_photo.html"

    def show(self, bounty_id: str, application_id: str, file_id: str) -> dict[str, Any]:
        bounty = self.owned(bounty_id)
        found = application(bounty, application_id)
        sent = _sent_with(bounty, found, file_id)
        files = sent["files"] if sent else [formats.attached(file) for file in render_files(found)]
        photos = [file for file in files if file["isImage"]]
        number = next((at for at, file in enumerate(photos) if file["id"] == file_id), None)
        if number is None:
            raise NotFound("This person has sent no such photo.")
        kept, photo = self.head(bounty, ""), photos[number]
        href = f"{kept['job']['own_href']}/people/{found.public_id}"
        pages = {at: photo_href(href, file) for at, file in enumerate(photos)}
        waits = sent is not None and sent["status"] == "pending_review"
        return kept | {
            "name": found.human_name,
            "photo": photo,
            "alone": photo["small"].format(side=LARGEST),
            "number": number + 1,
            "count": len(photos),
            "previous": pages.get(number - 1, ""),
            "next": pages.get(number + 1, ""),
            "sent": sent,
            "criteria": owned_evidence.criteria(bounty),
            "back": href + ("#judge" if waits else "#earlier" if sent else "#application"),
        }


def _sent_with(bounty: Bounty, found: Application, file_id: str) -> dict[str, Any] | None:
    """The evidence of this person that the file belongs to; None for one of their application, and for a stranger's."""
    try:
        key = ids.decode("fil", file_id)
    except ValueError:
        raise NotFound("This person has sent no such photo.") from None
    row = listing.submissions(bounty).filter(application_id=found.pk, files=key).first()
    return owned_evidence.piece(row, terms.as_agreed(bounty, found)) if row is not None else None
