"""/api/bounties/{id}/outreach: the progress of invitations, and a boost."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from bounties.selectors import access
from bounties.selectors import outreach as selector
from bounties.serializers.outreach import OutreachOut
from bounties.services import outreach
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession
from marketplace.api.viewsets import ApiViewSet, no_store


class OutreachView(ApiViewSet):
    reads = "browse"
    permission_classes = [KeyOrSession]

    @operation(
        "getBountyOutreachStatus",
        tag="Bounties",
        summary="How far the invitations to your bounty have come",
        description="When a public bounty goes live, people whom it fits by skill, place and activity are invited by mail in "
        "waves: after 5 minutes, 6 hours and 24 hours. They stop while the bounty takes no applications and go on when it "
        "does again. Private, direct and managed bounties invite nobody: `finished` with a target of 0.",
        gives={"outreach": OutreachOut()},
        errors={403: "not_owner", 404: "not_found"},
    )
    def retrieve(self, request: Request, bounty_id: str) -> Response:
        bounty = access.owned_bounty(self.actor, bounty_id)
        return no_store(self.answer(outreach=OutreachOut.render(selector.status(bounty))))

    @operation(
        "boostBountyOutreach",
        tag="Bounties",
        summary="Invite more people now",
        description="The next wave goes out at once and twice as large, also after the last one. Once in 24 hours.",
        gives={"outreach": OutreachOut()},
        errors={
            403: "not_owner",
            404: "not_found",
            409: "boost_not_available no_outreach invalid_state deadline_passed",
        },
    )
    def boost(self, request: Request, bounty_id: str) -> Response:
        def perform() -> dict[str, Any]:
            return {"outreach": OutreachOut.render(selector.status(outreach.boost(self.actor, bounty_id)))}

        return no_store(self.once("outreach.boost", perform))
