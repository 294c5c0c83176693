"""/api/bounties/{id}/mic-check and …/language-proficiency: how the caller stands with what a bounty asks to hear."""

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.selectors import access, checks
from bounties.serializers.checks import LanguageCheckOut, MicCheckOut, render_language
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.viewsets import ApiViewSet, no_store


class CheckView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        # A method that does not exist is a 405 for a key, too.
        return [Session()] if self.action in ("mic", "language") else [KeyOrSession()]

    @operation(
        "getMicCheck",
        tag="Applications",
        summary="How you stand with a bounty's microphone check",
        description="Of every bounty that you can see, whether you have applied or not. `required` says whether the bounty "
        "asks for a sample. The score is shown to its owner alone. Samples can't be recorded yet.",
        gives=dict(MicCheckOut().fields.items()),
        errors={403: "session_required", 404: "not_found"},
    )
    def mic(self, request: Request, bounty_id: str) -> Response:
        bounty = access.visible_bounty(self.actor, bounty_id)
        return no_store(self.answer(**MicCheckOut.render(checks.mic(bounty, self.actor.id))))

    @operation(
        "getLanguageProficiency",
        tag="Applications",
        summary="How you stand with a bounty's language level",
        description="`{ success, required: false }` where the bounty asks for no level. A level belongs to you and counts "
        "for every bounty that asks for no more. Recordings can't be sent yet.",
        gives=dict(LanguageCheckOut().fields.items()),
        errors={403: "session_required", 404: "not_found"},
    )
    def language(self, request: Request, bounty_id: str) -> Response:
        bounty = access.visible_bounty(self.actor, bounty_id)
        return no_store(self.answer(**render_language(checks.language(bounty, self.actor.id))))
