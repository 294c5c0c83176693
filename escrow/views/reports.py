"""GET /api/wallet/report and /api/earnings/balance: figures from the ledger and the escrows."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escrow.selectors import reports
from escrow.serializers.reports import EarningsOut, ReportOut
from marketplace.api.filters import read_range
from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights


class ReportView(ApiViewSet):
    @operation(
        "getWalletReport",
        tag="Wallet",
        summary="What you spent, by bounty, person and category",
        query=[
            ("start", "string", "ISO date, timestamp or epoch milliseconds; default 30 days ago."),
            ("end", "string", "The same; now when left out."),
        ],
        gives={"report": ReportOut()},
        errors={400: "validation_error"},
    )
    def spending(self, request: Request) -> Response:
        start, end = read_range(request)
        found = reports.spending(self.actor.id, self.actor.me.profile_id, start, end)
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
