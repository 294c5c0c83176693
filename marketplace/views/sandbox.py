"""Routes of a sandbox: clock, mailbox, simulated providers. They exist in a sandbox only and answer loopback peers only."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.fields import timestamp
from marketplace.api.openapi import operation
from marketplace.api.permissions import LoopbackInSandbox
from marketplace.api.viewsets import ApiViewSet
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.models import Mail
from marketplace.selectors import accounts
from marketplace.serializers.accounts import VerificationOut
from marketplace.serializers.sandbox import AdvanceIn, MailOut, VerifyHumanIn
from marketplace.services import sandbox

_CLOCK: dict[str, Any] = {"now": serializers.DateTimeField(), "offsetSeconds": serializers.FloatField()}


class SandboxView(ApiViewSet):
    reads = "unrestricted"
    permission_classes = [LoopbackInSandbox]

    @operation("sandboxClock", tag="Sandbox", summary="Business time", gives=_CLOCK)
    def clock(self, request: Request) -> Response:
        return self._clock()

    @operation(
        "sandboxAdvanceClock",
        limits=("unrestricted",),
        tag="Sandbox",
        summary="Move business time forward",
        description="Answers after all due timers have run and their events are in the outbox. Time never goes back.",
        takes=AdvanceIn,
        gives=_CLOCK,
        example={"seconds": 7200},
    )
    def advance(self, request: Request) -> Response:
        sandbox.advance_clock(self.read(AdvanceIn)["seconds"])
        return self._clock()

    @operation(
        "sandboxMail",
        tag="Sandbox",
        summary="Mails that were written, newest first",
        query=[("to", "string", "Only mails to this address.")],
        page_of=("mails", MailOut),
    )
    def mail(self, request: Request) -> Response:
        rows = Mail.objects.all()
        to = request.query_params.get("to", "")
        if to:
            rows = rows.filter(to__iexact=to)
        return self.listed("mails", self.paged(rows, scope=f"sandbox-mail:{to}"), MailOut)

    @operation(
        "sandboxVerifyHuman",
        limits=("unrestricted",),
        tag="Sandbox",
        summary="Stand in for the identity and payout providers",
        takes=VerifyHumanIn,
        gives={"humanId": serializers.CharField(), "verification": VerificationOut()},
        errors={404: "not_found"},
        example={"identityCountry": "US", "linkedin": True, "payouts": True},
    )
    def verify(self, request: Request, human_id: str) -> Response:
        try:
            profile_id = ids.decode("prf", human_id)
        except ValueError:
            raise sandbox.no_such_human()
        data = self.read(VerifyHumanIn)
        account = sandbox.verify_human(profile_id, **data)
        described = accounts.describe(Actor(account=account, via="session"))
        return self.answer(
            humanId=account.public_profile_id, verification=VerificationOut.render(described.verification)
        )

    def _clock(self) -> Response:
        return self.answer(now=timestamp(clock.now()), offsetSeconds=clock.offset_seconds())
