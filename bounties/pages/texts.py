"""/jobs/{id}/sample and /work/{id}/text: texts to rewrite, with a document and a recording of the writing."""

from typing import Any, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _

from bounties.models import Humanization
from bounties.pages import standing
from bounties.pages.jobs import full
from bounties.selectors import access
from bounties.selectors import humanizations as selectors
from bounties.serializers.humanizations import FinalTextIn, RewriteSampleIn
from bounties.serializers.rewrites import render_assignment, render_sample
from bounties.services import rewrites
from bounties.services.rewrites import FinalTextForm, SampleForm
from marketplace.core.errors import NotFound
from marketplace.web.page import Page

_FILES = ("document", "recording", "resume")


class Sample(Page):
    """The sample that applicants rewrite, and the form that applies with it."""

    template = "bounties/sample.html"
    takes_files = True

    def show(self, bounty_id: str) -> dict[str, Any]:
        bounty = access.visible_bounty(self.caller, bounty_id)
        row, application = rewrites.sample(self.actor, _of(bounty.pk).public_id)
        latest = selectors.latest_sample(application) if application is not None else None
        return {
            "job": full(bounty),
            "sample": render_sample(row, application, latest),
            "application": application,
        }

    def act_apply(self, bounty_id: str) -> HttpResponse:
        humanization_id = _of(access.visible_bounty(self.caller, bounty_id).pk).public_id
        body = self.posted("coverLetter", "attestation") | self._files()
        data = cast(SampleForm, self.read(RewriteSampleIn, body))
        return self.once(
            lambda sample: rewrites.apply(self.actor, humanization_id, data, sample),
            keep=lambda: rewrites.admit(self.actor, humanization_id, data),
            to=lambda rewrite: f"/work/{rewrite.application.public_id}",
            said=_("Your sample was sent. You hear as soon as it was checked."),
        )

    def _files(self) -> dict[str, Any]:
        return {name: file for name in _FILES if (file := self.request.FILES.get(name)) is not None}


class AssignedText(Page):
    """The private text of a hired person, and the form that hands in the whole rewrite."""

    template = "bounties/assigned_text.html"
    takes_files = True

    def show(self, application_id: str) -> dict[str, Any]:
        application = access.own_application(self.actor, application_id)
        humanization_id = _of(application.bounty_id).public_id
        row, application = selectors.assignment(self.actor, humanization_id)
        shown = {"text": render_assignment(row, application), "application": application, "bounty": row.bounty}
        return shown | standing.hand_in(application)

    def act_send(self, application_id: str) -> HttpResponse:
        application = access.own_application(self.actor, application_id)
        humanization_id = _of(application.bounty_id).public_id
        body = {name: file for name in _FILES[:2] if (file := self.request.FILES.get(name)) is not None}
        data = cast(FinalTextForm, self.read(FinalTextIn, body))
        return self.once(
            lambda hand_in: rewrites.submit(self.actor, humanization_id, data, hand_in),
            keep=lambda: rewrites.keep(self.actor, humanization_id, data),
            to=f"/work/{application_id}",
            said=_("Your text was sent. It is looked at within 72 hours, and counts as accepted after that."),
        )


def _of(bounty_pk: Any) -> Humanization:
    """The humanization of a listing. Raises NotFound (404) for other jobs."""
    found = Humanization.objects.filter(bounty_id=bounty_pk).first()
    if found is None:
        raise NotFound("This job has no text to rewrite.")
    return found
