"""/api/keys/{id}/limits and /api/connectors: what single keys and connected programs may spend and do."""

from typing import cast

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights
from marketplace.models import ApiKey, Connector
from marketplace.selectors import oauth
from wallet.selectors import spender_limits as limits_of
from wallet.serializers.spender_limits import ConnectorOut, LimitsIn, LimitsOut
from wallet.serializers.wallet import cap_warnings
from wallet.services import spender_limits

_EXAMPLE = {"spendingCapRolling24hCents": 5000, "scopes": ["hire", "message"], "countries": ["US"]}
_RULES = (
    "Send only what changes; null lifts a limit. They hold beside the caps of the account, the smaller one first, also for "
    "what templates and subscriptions of this spender start later. A spend over a cap is 403 `spending_cap_exceeded`, its "
    "`cap` named with `{0}_`; other refusals are `scope_not_allowed`, `category_not_allowed`, `country_not_allowed`. What is "
    "funded already goes on as agreed."
)


class SpenderLimitsView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [Session() if (self.action or "").startswith("set_") else KeyOrSession()]

    @operation(
        "getKeyLimits",
        tag="Accounts",
        summary="What an API key may spend and do",
        gives={"limits": LimitsOut()},
        errors={404: "not_found"},
    )
    def of_key(self, request: Request, key_id: str) -> Response:
        return self._shown(key_id, ApiKey)

    @operation(
        "setKeyLimits",
        tag="Accounts",
        summary="Limit an API key",
        description=_RULES.format("key") + " A limited key makes no other keys.",
        takes=LimitsIn,
        gives={"limits": LimitsOut()},
        errors={400: "validation_error", 403: "session_required", 404: "not_found"},
        example=_EXAMPLE,
        least=rights.OWNER,
    )
    def set_of_key(self, request: Request, key_id: str) -> Response:
        return self._set("key.limits", key_id, ApiKey)

    @operation(
        "listConnectors",
        tag="Accounts",
        summary="Programs that you allowed to use the tools as you, newest first",
        page_of=("connectors", ConnectorOut),
    )
    def connectors(self, request: Request) -> Response:
        found = self.paged(oauth.connectors_of(self.actor), scope=f"connectors:{self.actor.id}")
        return self.listed("connectors", found, ConnectorOut)

    @operation(
        "getConnectorLimits",
        tag="Accounts",
        summary="What a connected program may spend and do",
        gives={"limits": LimitsOut()},
        errors={404: "not_found"},
    )
    def of_connector(self, request: Request, connector_id: str) -> Response:
        return self._shown(connector_id, Connector)

    @operation(
        "setConnectorLimits",
        tag="Accounts",
        summary="Limit a connected program",
        description=_RULES.format("connector") + " They stay when the program is disconnected and connected again.",
        takes=LimitsIn,
        gives={"limits": LimitsOut()},
        errors={400: "validation_error", 403: "session_required", 404: "not_found"},
        example=_EXAMPLE,
        least=rights.OWNER,
    )
    def set_of_connector(self, request: Request, connector_id: str) -> Response:
        return self._set("connector.limits", connector_id, Connector)

    def _shown(self, public_id: str, kind: type[ApiKey] | type[Connector]) -> Response:
        subject = limits_of.subject(self.actor, public_id, kind=kind)
        return no_store(self.answer(limits=LimitsOut.render(limits_of.of(subject))))

    def _set(self, name: str, public_id: str, kind: type[ApiKey] | type[Connector]) -> Response:
        changes = cast("spender_limits.LimitsChange", self.read(LimitsIn, strict=True))

        def work() -> dict[str, object]:
            changed = spender_limits.change(self.actor, public_id, changes, kind=kind, shown=LimitsOut.render)
            return {"limits": LimitsOut.render(changed), **cap_warnings(changed.caps.rolling_caps)}

        return no_store(self.once(name, work))
