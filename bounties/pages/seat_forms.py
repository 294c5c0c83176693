"""What a worker does on the page of their seat: each form as one call of the service that the API calls."""

from typing import Any, cast

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.utils.translation import gettext as _

from bounties.models import Application, Bounty
from bounties.pages import kept_files
from bounties.selectors import access, terms
from bounties.serializers.applications import DecisionIn, ExtensionIn, TermsIn
from bounties.serializers.attendance import AttendanceIn
from bounties.serializers.contests import ContestIn
from bounties.serializers.submissions import SubmitIn
from bounties.services import applications, attendance, contests, evidence, extensions, seats, submissions
from bounties.services import terms as changed_terms
from bounties.services.contests import ContestForm
from bounties.services.evidence import EvidenceForm, StoredUpload, Upload
from humans.selectors import reviews as reading
from humans.serializers.reviews import ReviewAnswerIn
from humans.services import conversations, messages, reviews
from marketplace.core.errors import Invalid, NotFound
from marketplace.models import File
from marketplace.services import files
from marketplace.web import inputs
from marketplace.web.page import Page, wants_name_of_next
from marketplace.web.words import state as state_words

SHOTS = 6  # camera fields of a job that asks for live photos: a phone's camera fills one at a time


class SeatForms(Page):
    """The acts of /work/{applicationId}. Each finds the caller's own application first: 404 for anybody else's."""

    takes_files = True

    def act_confirm(self, application_id: str) -> HttpResponse:
        seat, bounty_id = self._seat(application_id)
        return self.once(
            lambda: seats.confirm(self.actor, bounty_id, seat.public_id), said=_("Your place is confirmed.")
        )

    def act_start(self, application_id: str) -> HttpResponse:
        seat, bounty_id = self._seat(application_id)
        return self.once(lambda: seats.start(self.actor, bounty_id, seat.public_id), said=_("Noted: you have begun."))

    def act_evidence(self, application_id: str) -> HttpResponse:
        """What was asked for and is missing is asked about once, before anything is sent."""
        seat, bounty_id = self._seat(application_id)
        agreed = terms.as_agreed(Bounty.objects.get(pk=seat.bounty_id), seat)
        before = kept_files.unsealed(self.request.POST.get(kept_files.FIELD, ""), self.actor.id)
        body = self._evidence(agreed)
        # Files that wait count as sent; of these stand-ins only the number and the names are looked at.
        waiting = [UploadedFile(name=file.name, size=file.size) for file in before]
        data = cast(EvidenceForm, self.read(SubmitIn, body | {"files": [*body["files"], *waiting]}))
        data["files"] = [item for item in data["files"] if item.upload not in waiting]
        if "anyway" not in self.request.POST:
            self._ask(seat, agreed, bounty_id, data, before)
        stored = [StoredUpload(file, Upload(stand_in)) for file, stand_in in zip(before, waiting, strict=True)]
        said = _("It is sent. They look at it now; you hear from us when they have answered.")
        if seat.is_case:
            said += " " + _("Our staff no longer decide.")
        return self.once(
            lambda kept: submissions.submit(self.actor, bounty_id, data, [*stored, *kept]),
            keep=lambda: submissions.keep(self.actor, bounty_id, data),
            said=said,
        )

    def _ask(self, seat: Application, agreed: Bounty, bounty_id: str, data: EvidenceForm, before: list[File]) -> None:
        """Raises Invalid (400) that asks whether this is sent without a kind of evidence that the job wants. A browser with our
        script keeps the files itself; those of another one wait here."""
        covered = evidence.coverage(
            agreed.evidence_types,
            text=bool(data["text_evidence"].strip()),
            links=len(data["links"]),
            kinds=[*(files.sniff(item.upload) for item in data["files"]), *(file.content_type for file in before)],
        )
        missing = [state_words(kind) for kind, is_there in covered.items() if not is_there]
        if not missing:
            return
        submissions.check_may_submit(seat)
        evidence.check_answers(agreed, data["answers"])
        files.check([item.upload for item in data["files"]])
        question = Invalid({}, _("Still missing: %s. Send it anyway?") % ", ".join(missing))
        kept = list(before)
        if not wants_name_of_next(self.request):
            kept += [stored.file for stored in submissions.keep(self.actor, bounty_id, data)]
        question.extra.update(asks=True, kept=kept_files.sealed(kept), names=[file.name for file in kept])
        raise question

    def _evidence(self, agreed: Bounty) -> dict[str, Any]:
        fields = ["files", *(f"files.{number}" for number in range(1, SHOTS + 1))]
        answers = [
            {"questionId": question["id"], "value": self.request.POST.get(f"answers.{question['id']}", "").strip()}
            for question in agreed.completion_questions
        ]
        return (
            self.posted("textEvidence")
            | inputs.uploads(self.request, *fields)
            | {
                "links": inputs.lines(self.request.POST.get("links", "")),
                "answers": [answer for answer in answers if answer["value"]],
            }
        )

    def act_check_in(self, application_id: str) -> HttpResponse:
        """A check-in without a photo is a message around the agreed time."""
        conversation_id = self._conversation(application_id)
        words = self.request.POST.get("note", "").strip()[:1000] or _("Checking in: I am at work.")
        return self.once(
            lambda _checked: messages.send(self.actor, conversation_id, content=words),
            keep=lambda: messages.check(self.actor, conversation_id, words),
            said=_("You are checked in. They got a message."),
        )

    def act_claim(self, application_id: str) -> HttpResponse:
        conversation_id = self._conversation(application_id)
        return self.once(
            lambda: conversations.claim_completion(self.actor, conversation_id),
            said=_("You said that it is done. They are told, and look whether it is."),
        )

    def act_extend(self, application_id: str) -> HttpResponse:
        seat, bounty_id = self._seat(application_id)
        body = self.posted("reason") | {"hours": inputs.number(self.request.POST.get("hours", ""))}
        data = self.read(ExtensionIn, body)
        return self.once(
            lambda: extensions.request(self.actor, bounty_id, seat.public_id, **data),
            said=_("You have asked for more time. Until they answer, at most 24 hours, your place does not end."),
        )

    def act_withdraw(self, application_id: str) -> HttpResponse:
        seat, bounty_id = self._seat(application_id)
        data = self.read(DecisionIn, {"action": "withdraw"} | self.posted("response"))
        return self.once(
            lambda: applications.withdraw(self.actor, bounty_id, seat.public_id, response=data["response"]),
            said=_("You gave your place back.") if seat.escrow_id else _("Your application is taken back."),
        )

    def act_accept_terms(self, application_id: str) -> HttpResponse:
        data = self.read(TermsIn, {"accept": True} | self.posted("changedAt"))
        return self.once(
            lambda: changed_terms.answer(self.actor, application_id, **data),
            said=_("You agreed: the job as it is now counts."),
        )

    def act_leave(self, application_id: str) -> HttpResponse:
        data = self.read(TermsIn, {"accept": False} | self.posted("response"))

        def said(left: Application) -> str:
            if left.status == "accepted":
                return _("You left. They say what the time that you were there is paid.")
            return _("You left, without a mark on your record.")

        return self.once(lambda: changed_terms.answer(self.actor, application_id, **data), said=said)

    def act_answer(self, application_id: str) -> HttpResponse:
        seat, _bounty_id = self._seat(application_id)
        review = reading.of_seat(seat.bounty_id, self.actor.id)
        if review is None:
            raise NotFound("Nobody has reviewed this work yet.")
        review_id = review.public_id
        data = self.read(ReviewAnswerIn, self.posted("answer"))
        return self.once(
            lambda _checked: reviews.answer(self.actor, review_id, **data),
            keep=lambda: reviews.check_answer(self.actor, review_id, data["answer"]),
            to=f"/work/{application_id}#review",
            said=_("Published: everybody can read your answer beside the review."),
        )

    def act_contest(self, application_id: str) -> HttpResponse:
        body = self.posted("reason") | {"files": self.request.FILES.getlist("files")}
        data = cast(ContestForm, self.read(ContestIn, body))
        return self.once(
            lambda kept: contests.contest(self.actor, application_id, data, kept),
            keep=lambda: contests.keep(self.actor, application_id, data),
            said=_("Our staff decide now. Until then no clock ends your place."),
        )

    def act_attend(self, application_id: str) -> HttpResponse:
        """On the way, arrived, left: with the place of the device, which is used for a distance and never shown."""
        _found, bounty_id = self._seat(application_id)
        sent = self.request.POST
        place = {"lat": "latitude", "lng": "longitude", "accuracyM": "accuracy"}
        body = self.posted("state", "capturedAt") | {
            name: inputs.number(sent.get(field, "")) for name, field in place.items()
        }
        data = self.read(AttendanceIn, body)
        words = {
            "on_the_way": _("Noted: you are on your way."),
            "arrived": _("Noted: you have arrived."),
            "left": _("Noted: you have left."),
        }
        return self.once(lambda: attendance.report(self.actor, bounty_id, **data), said=words[data["state"]])

    # ------------------------------------------------------------------ whose it is

    def _seat(self, application_id: str) -> tuple[Application, str]:
        """The caller's own application, and the public id of its job. Raises NotFound (404)."""
        found = access.own_application(self.actor, application_id)
        return found, Bounty(pk=found.bounty_id).public_id

    def _conversation(self, application_id: str) -> str:
        """The public id of the conversation about the caller's own application. Raises NotFound (404)."""
        found = access.own_application(self.actor, application_id).conversation
        if found is None:
            raise NotFound()
        return str(found.public_id)
