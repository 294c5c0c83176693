"""/api/sandbox/people and /api/sandbox/plays: simulated people, in a sandbox and from its own machine only."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.models import Play, SimulationSwitch
from bounties.rules.plays import MOMENTS
from bounties.selectors import plays as reads
from bounties.serializers import plays as shapes
from bounties.serializers.plays import PlayIn, PlayOut, PlayRow, ScriptOut, SimulatedOut, SwitchIn, SwitchOut
from bounties.services import plays, simulated_people
from marketplace.api.openapi import operation
from marketplace.api.permissions import AccountInSandbox
from marketplace.api.viewsets import ApiViewSet, no_store


class PlayView(ApiViewSet):
    reads = "unrestricted"
    permission_classes = [AccountInSandbox]

    @operation(
        "sandboxPeople",
        tag="Sandbox",
        summary="Who can play, which scripts there are, and whether people apply by themselves",
        description="`moments` explains what steps wait for. Times are the sandbox's clock's.",
        gives={
            "people": SimulatedOut(many=True),
            "scripts": ScriptOut(many=True),
            "moments": serializers.DictField(child=serializers.CharField()),
            "switch": SwitchOut(),
        },
    )
    def people(self, request: Request) -> Response:
        row = SimulationSwitch.objects.filter(account_id=self.actor.id).first()
        return no_store(
            self.answer(people=shapes.people(), scripts=shapes.scripts(), moments=MOMENTS, switch=shapes.switch(row))
        )

    @operation(
        "sandboxSwitchPeople",
        limits=("unrestricted",),
        tag="Sandbox",
        summary="Switch on or off that simulated people apply to your new bounties by themselves",
        description="A new ordinary bounty gets one applicant for each script, within seconds of going live and then as their "
        "script says. Bounties that are live already are left alone, and so is one in which somebody plays.",
        takes=SwitchIn,
        gives={"switch": SwitchOut()},
        example={"simulated": True, "scripts": ["reliable", "late"]},
    )
    def switch(self, request: Request) -> Response:
        data = self.read(SwitchIn, strict=True)

        def perform() -> dict[str, Any]:
            row = simulated_people.switch(self.actor, is_on=data["simulated"], scripts=data["scripts"])
            return {"switch": shapes.switch(row)}

        return self.once("sandbox.switch", perform)

    @operation(
        "sandboxPlay",
        limits=("unrestricted",),
        tag="Sandbox",
        summary="Let a simulated person play a script in your bounty",
        description="They apply, and go on as you act and the sandbox's clock moves; `steps` says what happens when. Their acts "
        "are refused like anybody's, which ends the play and is shown in it. `staff` decides the disputes of the bounty.",
        takes=PlayIn,
        gives={"play": PlayOut()},
        errors={
            400: "validation_error",
            403: "not_owner",
            404: "not_found",
            409: "already_playing not_playable invalid_state",
        },
        example={"bountyId": "bty_01h455vb4pex5vsknk084sn02q", "script": "reliable"},
    )
    def play(self, request: Request, person: str) -> Response:
        if person not in {row["person"] for row in shapes.people()}:
            raise simulated_people.no_such_person()
        data = self.read(PlayIn, strict=True)
        return self.once("sandbox.play", lambda: _shown(plays.start(self.actor, person, **data)))

    @operation(
        "sandboxPlays",
        tag="Sandbox",
        summary="Who plays in your bounties, or has played, newest first",
        query=[("bountyId", "string", "Only in this bounty.")],
        page_of=("plays", PlayRow),
    )
    def list(self, request: Request) -> Response:
        rows, wanted = reads.own(self.actor), request.query_params.get("bountyId", "")
        if wanted:
            rows = rows.filter(bounty_id=reads.bounty_key(wanted))
        found = self.paged(rows, scope=f"plays:{self.actor.id}:{wanted}")
        return no_store(self.listed("plays", found, PlayRow))

    @operation(
        "sandboxGetPlay",
        tag="Sandbox",
        summary="A play, with what they did and will do when",
        gives={"play": PlayOut()},
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, play_id: str) -> Response:
        return no_store(self.answer(**_shown(reads.get_own(self.actor, play_id))))

    @operation(
        "sandboxStopPlay",
        limits=("unrestricted",),
        tag="Sandbox",
        summary="Stop a play",
        description="The person does nothing more; what they did stays as it is.",
        gives={"play": PlayOut()},
        errors={404: "not_found", 409: "invalid_state"},
    )
    def stop(self, request: Request, play_id: str) -> Response:
        return self.once("sandbox.stop", lambda: _shown(plays.stop(self.actor, play_id)))


def _shown(play: Play) -> dict[str, Any]:
    return {"play": PlayOut.render(reads.describe(play))}
