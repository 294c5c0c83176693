"""/api/humans/blocks and /api/humans/preferred: the caller's own lists of people."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from humans.selectors import relations as listing
from humans.serializers.relations import REMOVED, BlockAdded, BlockIn, BlockOut, PreferIn, PreferredAdded, PreferredOut
from humans.services import relations
from marketplace.api.openapi import operation
from marketplace.api.parameters import Parameter
from marketplace.api.serializers import Shape
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core.errors import Invalid

_WHO: list[Parameter] = [("humanId", "string", "A person's profile id (prf_…) or username.")]


class _RelationView(ApiViewSet):
    # One of the two lists. A comment, because a docstring would be published in the API reference.

    kind: str
    added: type[Shape]

    def _add(self, shape: type[Shape], name: str) -> Response:
        data: dict[str, Any] = self.read(shape)
        who, note = data["human_id"], (data["note"] or "") if "note" in data else None

        def perform() -> dict[str, Any]:
            return {name: self.added.render(relations.add(self.actor, self.kind, who, note=note))}

        return no_store(self.once(f"{self.kind}.add", perform))

    def _remove(self, request: Request) -> Response:
        who = request.query_params.get("humanId")
        if not who:
            raise Invalid({"humanId": ["Name the person: ?humanId=prf_…"]})
        return no_store(
            self.once(f"{self.kind}.remove", lambda: {"removed": relations.remove(self.actor, self.kind, who)})
        )

    def _list(self, name: str, shape: type[Shape]) -> Response:
        found = self.paged(
            listing.listed(self.actor, self.kind),
            scope=f"{self.kind}:{self.actor.id}",
            order=("-created_at", "-id"),
        )
        return no_store(self.listed(name, found, shape))


class BlockView(_RelationView):
    kind, added = "blocked", BlockAdded

    @operation("listBlocked", tag="Humans", summary="People you have blocked", page_of=("blocks", BlockOut))
    def list(self, request: Request) -> Response:
        return self._list("blocks", BlockOut)

    @operation(
        "blockHuman",
        tag="Humans",
        summary="Block a person",
        description="They can't apply to your bounties any more, nor write in conversations about work that is over, and aren't "
        "told why. An agent is blocked by the `agentId` of its bounties. Takes them off your preferred list.",
        takes=BlockIn,
        gives={"block": BlockAdded()},
        errors={404: "not_found"},
        example={"humanId": "prf_01h455vb4pex5vsknk084sn02q", "reason": "Never came."},
    )
    def create(self, request: Request) -> Response:
        return self._add(BlockIn, "block")

    @operation(
        "unblockHuman",
        tag="Humans",
        summary="Take a person off your block list",
        query=_WHO,
        gives=REMOVED,
        errors={400: "validation_error", 404: "not_found"},
    )
    def destroy(self, request: Request) -> Response:
        return self._remove(request)


class PreferredView(_RelationView):
    kind, added = "preferred", PreferredAdded

    @operation("listPreferred", tag="Humans", summary="People you prefer", page_of=("preferred", PreferredOut))
    def list(self, request: Request) -> Response:
        return self._list("preferred", PreferredOut)

    @operation(
        "preferHuman",
        tag="Humans",
        summary="Remember a person you like to work with",
        description="Clears a block of them, too.",
        takes=PreferIn,
        gives={"preferred": PreferredAdded()},
        errors={404: "not_found"},
        example={"humanId": "prf_01h455vb4pex5vsknk084sn02q", "note": "Sharp photos."},
    )
    def create(self, request: Request) -> Response:
        return self._add(PreferIn, "preferred")

    @operation(
        "unpreferHuman",
        tag="Humans",
        summary="Take a person off your preferred list",
        query=_WHO,
        gives=REMOVED,
        errors={400: "validation_error", 404: "not_found"},
    )
    def destroy(self, request: Request) -> Response:
        return self._remove(request)
