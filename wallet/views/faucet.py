"""/api/sandbox/faucet: money on the sandbox's own chain, for this machine only."""

from django.db import transaction
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.openapi import operation
from marketplace.api.permissions import LoopbackInSandbox
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core.errors import Invalid
from wallet.rules.x402 import EVM_ADDRESS
from wallet.serializers.faucet import FaucetIn, FaucetOut
from wallet.services import faucet


class FaucetView(ApiViewSet):
    reads = "unrestricted"
    permission_classes = [LoopbackInSandbox]

    @operation(
        "sandboxFaucet",
        limits=("unrestricted",),
        tag="Sandbox",
        summary="Give a wallet dollars on the sandbox's own chain",
        description="For paying by x402 (`POST /api/x402/signup`, `POST /api/x402/wallet/deposit`, the tool `x402_signup`). "
        "Each call gives again. The chain has the id of a test network and the address of its USDC, so that x402 clients need no "
        "settings; nothing is sent to that network, and the wallet needs no gas.",
        takes=FaucetIn,
        gives={"funds": FaucetOut(), "txHash": serializers.CharField()},
        errors={400: "validation_error", 409: "no_faucet"},
        example={"address": "0x2222222222222222222222222222222222222222", "amount": 25},
        keyed=False,
    )
    def give(self, request: Request) -> Response:
        data = self.read(FaucetIn, strict=True)
        with transaction.atomic():
            given = faucet.give(data["address"], data["amount"])
        return no_store(self.answer(funds=FaucetOut.render(given), txHash=given.tx_hash))

    @operation(
        "sandboxFunds",
        tag="Sandbox",
        summary="What a wallet holds on the sandbox's own chain",
        query=[("address", "string", "0x and 40 hexadecimal digits.")],
        gives={"funds": FaucetOut()},
        errors={400: "validation_error", 409: "no_faucet"},
    )
    def look(self, request: Request) -> Response:
        address = request.query_params.get("address", "")
        if not EVM_ADDRESS.fullmatch(address):
            raise Invalid({"address": ["Give 0x and 40 hexadecimal digits."]})
        return no_store(self.answer(funds=FaucetOut.render(faucet.look(address))))
