"""GET /api/wallet/report and /api/earnings/balance: figures from the ledger and the escrows."""

from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escrow.selectors import reports
from escrow.serializers.reports import EarningsOut, ReportOut
from marketplace.api.filters import read_range
from marketplace.api.openapi import operation
from marketplace.api.pagination import decode_offset, encode_offset, read_limit
from marketplace.api.parameters import limit_parameter
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights

_LIMIT: Final = 200
_MOST: Final = 500


class ReportView(ApiViewSet):
    @operation(
        "getWalletReport",
        tag="Wallet",
        summary="What you spent, by bounty, person and category",
        query=[
            ("start", "string", "ISO date, timestamp or epoch milliseconds; default 30 days ago."),
            ("end", "string", "The same; now when left out."),
            limit_parameter(_MOST, _LIMIT),
            ("cursor", "string", "The report's `nextCursor` of the answer before, with the same start and end."),
        ],
        description="`totals` and `byCategory` are of the whole range in every answer. `byBounty` and `byHuman` come in parts of "
        "`limit` each, with one cursor for both; it holds a range that ends now where it was.",
        gives={"report": ReportOut()},
        errors={400: "validation_error invalid_cursor invalid_limit"},
    )
    def spending(self, request: Request) -> Response:
        limit = read_limit(request, default=_LIMIT, maximum=_MOST)
        list_: dict[str, Any] = {
            "scope": f"report:{self.actor.id}",
            "filters": {name: request.query_params.get(name) for name in ("start", "end")},
        }
        if request.query_params.get("cursor"):
            offset, *held = decode_offset(request, maximum=0, **list_)
            start, end = (datetime.fromisoformat(text) for text in held)
        else:
            offset, (start, end) = 0, read_range(request)
        whole = reports.spending(self.actor.id, self.actor.me.profile_id, start, end)
        found = reports.part(whole, offset, limit)
        if found.has_more:
            place = [offset + limit, start.isoformat(), end.isoformat()]
            found = replace(found, next_cursor=encode_offset(place, **list_))
        return no_store(self.answer(report=ReportOut.render(found)))

    @operation(
        "getEarningsBalance",
        tag="Wallet",
        summary="What you earned",
        description="Available can be withdrawn; held is promised by undecided seats; kept was given by a decision "
        "that may still be appealed. All in cents.",
        gives=dict(EarningsOut().fields.items()) | {"currency": serializers.CharField()},
        least=rights.SELF,
    )
    def earnings(self, request: Request) -> Response:
        return no_store(self.answer(**EarningsOut.render(reports.earnings(self.actor.id)), currency="usd"))
