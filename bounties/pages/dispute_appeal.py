"""The part of /disputes/{id} about an appeal: until when who lost may ask for another decision, the form, and what became of it."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from escrow.models import Dispute
from escrow.selectors import appeals as reads
from escrow.serializers.appeals import AppealIn
from escrow.services import appeals
from marketplace.web.page import Page

GROUNDS = [
    ("new_fact", gettext_lazy("There is something new, which nobody could show before")),
    ("error", gettext_lazy("The decision read the case wrongly")),
]


class Appealing(Page):
    """The act of a page that shows a dispute; `about_appeal` is what its template part needs."""

    grounds = GROUNDS

    def about_appeal(self, found: Dispute) -> dict[str, Any]:
        case = getattr(found, "case", None)
        made = reads.of(found)
        is_party = self.actor.id in (found.owner_id, found.worker_id)
        return {
            "appeal_until": reads.until(case),
            "may_appeal": is_party and self.may["appeal"] and reads.refusal(self.actor, found, case) is None,
            "is_my_appeal": made is not None and made.made_by_id == self.actor.id,
            "appeal_is_open": made is not None and made.state == "open",
            "appeal_due": case.due_at if case is not None and made is not None and made.state == "open" else None,
        }

    def act_appeal(self, dispute_id: str) -> HttpResponse:
        data = self.read(AppealIn, self.posted("ground", "words") | {"files": self.request.FILES.getlist("files")})

        def perform(kept: Any) -> str:
            made = appeals.appeal(self.actor, dispute_id, ground=data["ground"], words=data["words"], stored_files=kept)
            return made.public_id

        return self.once(
            perform,
            keep=lambda: appeals.store_files(self.actor, dispute_id, data["files"]),
            said=_("Another person of our staff decides again. Both of you get a mail."),
        )
