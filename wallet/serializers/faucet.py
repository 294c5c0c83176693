"""Shapes of the sandbox's faucet."""

from marketplace.api.fields import DollarsField, PatternField, Text
from marketplace.api.serializers import Shape
from wallet.rules.x402 import EVM_ADDRESS, FAUCET_MAX_CENTS

_ADDRESS_WORDS = "0x and 40 hexadecimal digits"


class FaucetIn(Shape):
    address = PatternField(EVM_ADDRESS.pattern, _ADDRESS_WORDS, max_length=42, help_text="The wallet that gets it.")
    amount = DollarsField(min_cents=1, max_cents=FAUCET_MAX_CENTS, help_text="How much to give.")


class FaucetOut(Shape):
    address = Text()
    balance = DollarsField(source="cents", help_text="What the wallet holds there; less than a cent is left out.")
    network = Text()
    asset = Text(help_text="The token's address.")
    pay_to = Text(help_text="Whom payments to this service go to.")
