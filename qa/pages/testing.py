"""/work/{id}/test: a tester's brief, logins and findings."""

import re
from typing import Any, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _

from bounties.models import Application
from bounties.pages import standing
from bounties.rules.submissions import SEVERITIES
from bounties.selectors import access
from bounties.serializers.submissions import SubmitIn
from bounties.services import submissions
from bounties.services.evidence import EvidenceForm
from marketplace.core.errors import Invalid, NotFound, Problem
from marketplace.web.drafts import Refused, typed
from marketplace.web.page import Page
from qa.models import Run
from qa.rules.reviews import MEDIA_WORDS
from qa.services import credentials

FIRST, MOST = 3, 20  # forms for findings: those shown at once, and at most
_FINDING = re.compile(r"findings\.(\d+)(\..+)?")
TEXTS = ("title", "steps", "expected", "actual")


class Testing(Page):
    """What to test, with which logins, and the form for what was found."""

    template = "qa/testing.html"
    takes_files = True
    logins: dict[str, str] | None = None
    more = 0  # forms to add
    sent_places: tuple[int, ...] = ()  # of the findings that are sent: in which form each was typed

    def show(self, application_id: str) -> dict[str, Any]:
        application, run = self._seat(application_id)
        posted = int(count) if (count := self.request.POST.get("count", "")).isdecimal() and len(count) < 3 else FIRST
        shown = max(1, min(posted + self.more, MOST))
        return {
            "application": application,
            "bounty": application.bounty,
            "run": run,
            "brief": run.template,
            **standing.hand_in(application),
            "logins": self.logins,
            "media": MEDIA_WORDS[run.submission_mode],
            "count": shown,
            "places": [str(number) for number in range(shown)],
            "severities": [(name, name.capitalize()) for name in SEVERITIES],
        }

    def act_logins(self, application_id: str) -> HttpResponse:
        """Show the logins, in this one answer."""
        _, run = self._seat(application_id)
        self.logins = credentials.read(self.actor, run.public_id)
        return self.render({"application_id": application_id})

    def act_more(self, application_id: str) -> HttpResponse:
        """One form more, and everything as it was typed."""
        self._seat(application_id)
        self.more = 1
        kept = Refused(act="send", message=_("Here is one more. Choose your files again."), typed=typed(self.request))
        return self.render({"application_id": application_id}, refused=kept)

    def act_send(self, application_id: str) -> HttpResponse:
        application, _run = self._seat(application_id)
        bounty_id = application.bounty.public_id
        body = self.posted("textEvidence") | {
            "findings": self._findings(),
            "files": self.request.FILES.getlist("files"),
        }
        body["answers"] = [
            {"questionId": question["id"], "value": answer}
            for question in application.bounty.completion_questions
            if (answer := self.request.POST.get(f"answers.{question['id']}", "").strip())
        ]
        data = cast(EvidenceForm, self.read(SubmitIn, body))
        return self.once(
            lambda kept: submissions.submit(self.actor, bounty_id, data, kept),
            keep=lambda: submissions.keep(self.actor, bounty_id, data),
            to=f"/work/{application_id}",
            said=_("Your report was sent."),
        )

    def _findings(self) -> list[dict[str, str]]:
        """The findings that have any text; the others are empty forms. Where each stood is noted for `_refuse`."""
        found = []
        self.sent_places = ()
        for number in range(MOST):
            texts = {name: self.request.POST.get(f"findings.{number}.{name}", "").strip() for name in TEXTS}
            if any(texts.values()):
                found.append(texts | {"severity": self.request.POST.get(f"findings.{number}.severity", "")})
                self.sent_places += (number,)
        return found

    def _refuse(self, ids: dict[str, str], act: str, problem: Problem) -> HttpResponse:
        """A fault of the second finding that was sent stands at the form in which that was typed."""
        if isinstance(problem, Invalid):
            problem.extra["fields"] = {self._at(name): errors for name, errors in problem.extra["fields"].items()}
        return super()._refuse(ids, act, problem)

    def _at(self, name: str) -> str:
        found = _FINDING.fullmatch(name)
        if found is None or int(found[1]) >= len(self.sent_places):
            return name
        return f"findings.{self.sent_places[int(found[1])]}{found[2]}"

    def _seat(self, application_id: str) -> tuple[Application, Run]:
        """The caller's seat in a run. Raises NotFound (404) for other people's, and for other jobs."""
        application = access.own_application(self.actor, application_id)
        run = Run.objects.select_related("template", "bounty").filter(bounty_id=application.bounty_id).first()
        if run is None or application.escrow_id is None:
            raise NotFound("This is not a test that you were hired for.")
        return application, run
