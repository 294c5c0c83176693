"""/api/bounties/{id}/mic-check and …/language-proficiency: the caller's state in these checks, and their recordings."""

from uuid import UUID

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.models import Bounty
from bounties.rules.checks import LANGUAGE_BYTES, MIC_BYTES
from bounties.selectors import access
from bounties.selectors import checks as selector
from bounties.serializers.checks import LanguageCheckOut, MicCheckOut, render_language
from bounties.services import checks
from humans.services import proficiency
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.uploads import RecordingParser
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights
from marketplace.services.recordings import StoredRecording


class CheckView(ApiViewSet):
    reads = "browse"
    parser_classes = [RecordingParser]

    def get_permissions(self) -> list[BasePermission]:
        # An unsupported method is a 405, not a 403, for a key.
        return [Session()] if self.action else [KeyOrSession()]

    @operation(
        "getMicCheck",
        tag="Applications",
        summary="How you stand with a bounty's microphone check",
        description="Of every bounty that you can see, whether you have applied or not. `required` says whether the bounty "
        "asks for a sample. The score is shown to its owner alone.",
        gives=dict(MicCheckOut().fields.items()),
        errors={403: "session_required", 404: "not_found"},
        least=rights.SELF,
    )
    def mic(self, request: Request, bounty_id: str) -> Response:
        bounty = access.visible_bounty(self.actor, bounty_id)
        return no_store(self.answer(**self._mic(bounty)))

    @operation(
        "recordMicSample",
        tag="Applications",
        summary="Send a microphone sample",
        description="A WAV file of up to 25 MB as the body; the first 90 seconds are listened to. `recorded` is all you hear: "
        "the score is shown to the bounty's owner alone. Scored by a worker, then deleted. Five attempts for one bounty; the "
        "latest counts.",
        takes_audio=MIC_BYTES,
        gives=dict(MicCheckOut().fields.items()),
        errors={
            400: "invalid_recording mic_check_not_required",
            403: "session_required own_bounty",
            404: "not_found",
            409: "bounty_not_open deadline_passed",
            413: "recording_too_large",
            429: "attempt_limit_reached",
            503: "product_unavailable storage_unavailable",
        },
        least=rights.SELF,
    )
    def record_mic(self, request: Request, bounty_id: str) -> Response:
        bounty = access.visible_bounty(self.actor, bounty_id)

        def keep() -> StoredRecording:
            checks.check_may_record(self.actor, bounty)
            return checks.keep_sample(request.data)

        def record(kept: StoredRecording) -> dict[str, object]:
            return self._mic(checks.record(self.actor, bounty_id, kept))

        return no_store(self.once_with_files("mic.record", keep, record))

    def _mic(self, bounty: Bounty) -> dict[str, object]:
        return MicCheckOut.render(selector.mic(bounty, self.actor.id))

    @operation(
        "getLanguageProficiency",
        tag="Applications",
        summary="How you stand with a bounty's language level",
        description="`{ success, required: false }` where the bounty asks for no level. A level belongs to you and counts "
        "for every bounty that asks for no more.",
        gives=dict(LanguageCheckOut().fields.items()),
        errors={403: "session_required", 404: "not_found"},
        least=rights.SELF,
    )
    def language(self, request: Request, bounty_id: str) -> Response:
        bounty = access.visible_bounty(self.actor, bounty_id)
        return no_store(self.answer(**self._language(bounty)))

    @operation(
        "recordLanguageProficiency",
        tag="Applications",
        summary="Send a recording that shows your level",
        description="A WAV file as the body: 5 to 90 seconds (about 45 are best), 16 kHz, mono, 16 bits, up to 4 MB. Waits for "
        "the level for up to 70 seconds; one that takes longer is `pending`, and you may apply meanwhile. The recording is "
        "deleted when it was scored; the level and how sure it is are kept. One at a time, six attempts in 30 days; one that "
        "failed on our side is not counted.",
        takes_audio=LANGUAGE_BYTES,
        gives=dict(LanguageCheckOut().fields.items()),
        errors={
            400: "invalid_recording recording_too_short recording_too_long language_proficiency_not_required",
            403: "session_required",
            404: "not_found",
            409: "check_in_progress",
            413: "recording_too_large",
            429: "attempt_limit_reached",
            502: "provider_unavailable",
            503: "product_unavailable language_check_unavailable storage_unavailable",
        },
        least=rights.SELF,
    )
    def record_language(self, request: Request, bounty_id: str) -> Response:
        bounty = access.visible_bounty(self.actor, bounty_id)
        language = checks.language_wanted(bounty)
        begun: list[UUID] = []

        def begin(kept: StoredRecording) -> dict[str, object]:
            attempt = proficiency.begin(self.actor, kept, language=language, bounty_id=bounty.pk)
            begun.append(attempt.pk)
            return {}

        response = self.once_with_files(
            "proficiency.check", lambda: proficiency.keep(self.actor, request.data, language=language), begin
        )
        for pk in begun:  # empty for a replay, which answers the present state
            proficiency.finish(pk)
        response.data = self.success(**self._language(bounty))
        return no_store(response)

    def _language(self, bounty: Bounty) -> dict[str, object]:
        return render_language(selector.language_record(bounty, self.actor.id))
