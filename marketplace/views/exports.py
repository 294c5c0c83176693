"""/api/account/export: the copy of one's data, as `/settings` gives it."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights
from marketplace.serializers.exports import ExportOut
from marketplace.services import exports


class ExportView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [Session() if self.action else KeyOrSession()]  # an unsupported method is a 405, not a 403, for a key

    @operation(
        "requestExport",
        tag="Accounts",
        summary="Ask for a copy of your data",
        description="For the account's own person, signed in. One ZIP file with a JSON file for each kind of record, your files "
        "and the mails to you is made within minutes; a mail says when. One that is being made already is answered. At most one "
        "a day is made. Fetch it by `getExport`.",
        gives={"export": ExportOut()},
        errors={403: "session_required", 409: "export_too_soon"},
        least=rights.SELF,
    )
    def create(self, request: Request) -> Response:
        def perform() -> dict[str, Any]:
            return {"export": ExportOut.render(exports.described(exports.request(self.actor)))}

        return no_store(self.once("account.export", perform))

    @operation(
        "getExport",
        tag="Accounts",
        summary="Your latest copy: is it ready, and where is it",
        description="`downloadUrl` gives the file without signing in, for an hour: hand it to nobody. Ask again for another one, "
        "as long as the copy is kept.",
        gives={"export": ExportOut()},
        errors={403: "session_required", 404: "not_found"},
        least=rights.SELF,
    )
    def retrieve(self, request: Request) -> Response:
        return no_store(self.answer(export=ExportOut.render(exports.described(exports.latest(self.actor)))))
