"""/jobs/{id}/recordings: the microphone sample and the language recording that a job asks for, made in the browser."""

from typing import Any, ClassVar
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.utils.translation import gettext as _

from bounties.rules.checks import LANGUAGE_BYTES, MIC_BYTES
from bounties.selectors import access
from bounties.selectors import checks as selector
from bounties.serializers.checks import MicCheckOut, render_language
from bounties.services import checks
from humans.rules.speech import SPEECH_RATE, SPEECH_SECONDS
from humans.services import proficiency
from marketplace.errors import InvalidRecording, RecordingTooLarge
from marketplace.services.recordings import StoredRecording
from marketplace.web.page import Page


class JobRecordings(Page):
    """Works with a file from anywhere; the script records one."""

    template = "bounties/recordings.html"
    takes_files = True
    seconds: ClassVar = SPEECH_SECONDS

    def show(self, bounty_id: str) -> dict[str, Any]:
        bounty = access.visible_bounty(self.actor, bounty_id)
        return {
            "job": bounty,
            "mic": MicCheckOut.render(selector.mic(bounty, self.actor.id)),
            "speech": render_language(selector.language_record(bounty, self.actor.id)),
            "rate": SPEECH_RATE,
        }

    def act_mic(self, bounty_id: str) -> HttpResponse:
        bounty = access.visible_bounty(self.actor, bounty_id)
        sent = self._sent(MIC_BYTES)

        def keep() -> StoredRecording:
            checks.check_may_record(self.actor, bounty)
            return checks.keep_sample(sent)

        return self.once(
            lambda kept: checks.record(self.actor, bounty_id, kept),
            keep=keep,
            said=_("Sent. Whoever posted the job hears how it sounds; you can apply now."),
        )

    def act_language(self, bounty_id: str) -> HttpResponse:
        """Waits for the level, as the API does; one that takes longer is shown as being listened to."""
        bounty = access.visible_bounty(self.actor, bounty_id)
        language = checks.language_wanted(bounty)
        sent = self._sent(LANGUAGE_BYTES)
        begun: list[UUID] = []

        def begin(kept: StoredRecording) -> None:
            begun.append(proficiency.begin(self.actor, kept, language=language, bounty_id=bounty.pk).pk)

        response = self.once(begin, keep=lambda: proficiency.keep(self.actor, sent, language=language))
        for pk in begun:  # empty for a repetition
            proficiency.finish(pk)
        return response

    def _sent(self, most: int) -> UploadedFile:
        """The recording of the form. Raises InvalidRecording (400), RecordingTooLarge (413)."""
        sent: Any = self.request.FILES.get("recording")
        if sent is None:
            raise InvalidRecording(_("Record something first, or choose a WAV file."))
        if (sent.size or 0) > most:
            raise RecordingTooLarge(_("This recording is too long. Make a shorter one."), maxBytes=most)
        found: UploadedFile = sent
        return found
