"""/api/pending: what waits for whoever hires."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet, no_store
from qa.selectors import pending
from qa.serializers.pending import PendingOut, render


class PendingView(ApiViewSet):
    @operation(
        "listPending",
        tag="Accounts",
        summary="What waits for you, due first",
        description="Applications without an answer, work to look at, seats to pay, extensions, disputes in which it is your turn, "
        "decisions of runs, jobs without money or people, and spends that the owner was asked about. To be told when there "
        "is something new: `GET /api/events?wait=`.",
        gives={"pending": PendingOut(many=True), "count": serializers.IntegerField()},
    )
    def list(self, request: Request) -> Response:
        found = pending.pending(self.actor)
        return no_store(self.answer(pending=[render(one) for one in found], count=len(found)))
