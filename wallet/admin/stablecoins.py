"""Signed payments by x402. Staff decides about those whose outcome the chain has not given for a day."""

from typing import Any

from django import forms
from django.contrib import admin

from marketplace.api.backoffice import Verb, WhyField
from marketplace.core.money import format_usd
from marketplace.core.states import InvalidState
from wallet.admin.unanswered import Finding, Unanswered
from wallet.errors import ProviderUnavailable
from wallet.models import X402Payment
from wallet.providers.chain import ChainStatus
from wallet.rules.x402 import EVM_HASH
from wallet.services import stablecoin_cases


class ChainFinding(Finding):
    """A finding about the chain, worded accordingly."""

    reason = WhyField(
        label="What you found",
        needed="Write down what you found, and where.",
        help_text="Where you looked, and what you found there.",
    )


class Transaction(ChainFinding):
    tx_hash = forms.CharField(
        label="The transaction's hash",
        max_length=66,
        strip=True,
        error_messages={"required": "Give the transaction's hash: the chain is asked about it."},
        help_text="0x and 64 digits, as a block explorer shows it. The chain has to say the same.",
    )
    field_order = ("tx_hash", "reason")

    def clean_tx_hash(self) -> str:
        tx_hash = str(self.cleaned_data["tx_hash"]).lower()
        if not EVM_HASH.fullmatch(tx_hash):
            raise forms.ValidationError("That is no transaction's hash: 0x and 64 digits.")
        return tx_hash


def _ask(row: X402Payment, values: dict[str, Any]) -> ChainStatus | None:
    try:
        return stablecoin_cases.ask(row.pk)
    except (ProviderUnavailable, InvalidState):
        return None  # expected: the missing answer is why staff decides


def _gets(row: X402Payment) -> str:
    if row.account is None:
        return "open the account that was asked for; its wallet asks for the first key"
    return f"come into the wallet of {row.account.display_name}"


PAID = Verb(
    name="paid",
    label="It was paid",
    perform=lambda actor, row, values: stablecoin_cases.record_paid(
        actor, row.pk, tx_hash=values["tx_hash"], status=values["asked"], reason=values["reason"]
    ),
    outcome=lambda row: (
        f"The chain is asked about this transaction. When it has paid us, {format_usd(row.amount_cents)} {_gets(row)}, for "
        "good. Otherwise nothing is changed."
    ),
    done="recorded as paid.",
    form=Transaction,
    ask=lambda row, values: stablecoin_cases.ask(row.pk, values["tx_hash"]),
)
NOT_PAID = Verb(
    name="not-paid",
    label="It was not paid",
    perform=lambda actor, row, values: stablecoin_cases.record_unpaid(row.pk, status=values["asked"]),
    outcome=lambda row: (
        "The payer is told that this payment was not taken, and nothing is looked for any more. Should it turn out to be "
        "paid, it can't be credited: be sure that it never was."
    ),
    done="recorded as not paid.",
    form=ChainFinding,
    is_harsh=True,
    ask=_ask,
)


@admin.register(X402Payment)
class X402PaymentAdmin(Unanswered):
    """Every signed payment that was sent to us; those that need a person are `attention`."""

    verbs = (PAID, NOT_PAID)
    list_display = (
        "public_id",
        "kind",
        "account",
        "amount_cents",
        "status",
        "reason",
        "payer",
        "tx_hash",
        "created_at",
    )
    list_filter = ("status", "kind", "network")
    search_fields = ("payer", "tx_hash", "nonce")
    search_help_text = "An address or a hash, in lower case, or any public id (xpa_…, usr_…)."

    def why_open(self, row: X402Payment) -> str:
        return (
            f"Nobody knows what became of this: {row.reason}. Look in a block explorer of {row.network} for a transfer of "
            f"{row.atoms} atoms from {row.payer} to {row.pay_to}, then record what you found. The chain is asked every hour, too."
        )
