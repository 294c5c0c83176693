"""/work/{id}/vote: the works of a taste run in the voter's own order, and the vote."""

from typing import Any, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _

from bounties.models import Application
from bounties.pages import standing
from bounties.selectors import access
from bounties.serializers.submissions import SubmitIn
from bounties.services import submissions
from bounties.services.evidence import EvidenceForm
from marketplace.core.errors import NotFound
from marketplace.web.page import Page
from qa.models import TasteRun
from qa.selectors import taste
from qa.serializers.taste import BallotOut


class Voting(Page):
    """What to compare, and the form that votes for one and says why."""

    template = "qa/voting.html"
    takes_files = True

    def show(self, application_id: str) -> dict[str, Any]:
        application, run = self._seat(application_id)
        ballot = BallotOut.render(taste.ballot(self.actor, run.public_id))
        choices = [(work["label"], work["label"]) for work in ballot["artifacts"]]
        return {"application": application, "ballot": ballot, "choices": choices, **standing.hand_in(application)}

    def act_vote(self, application_id: str) -> HttpResponse:
        application, _run = self._seat(application_id)
        bounty_id = application.bounty.public_id
        body = self.posted("vote", "reason") | {"files": self.request.FILES.getlist("files")}
        if body["files"]:
            body["fileIds"] = [f"file:{number}" for number in range(len(body["files"]))]
        data = cast(EvidenceForm, self.read(SubmitIn, body))
        return self.once(
            lambda kept: submissions.submit(self.actor, bounty_id, data, kept),
            keep=lambda: submissions.keep(self.actor, bounty_id, data),
            to=f"/work/{application_id}",
            said=_("Your vote was sent. A valid vote is paid at once."),
        )

    def _seat(self, application_id: str) -> tuple[Application, TasteRun]:
        """The caller's seat on a panel. Raises NotFound (404) for other people's, and for other jobs."""
        application = access.own_application(self.actor, application_id)
        run = TasteRun.objects.filter(bounty_id=application.bounty_id).first()
        if run is None or application.escrow_id is None:
            raise NotFound("This is not a vote that you were hired for.")
        return application, run
