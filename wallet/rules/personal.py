"""Every column of this app's models: personal or not, whose, and what an erasure does to it (marketplace/core/personal.py)."""

from typing import Final

from marketplace.core.personal import BOOKS, DECISION, Person, Table, Tables

TABLES: Final[Tables] = {
    "wallet.LedgerAccount": Table(
        plain="id code kind balance sent returned withdrawn",
        links="owner_id",
    ),
    # Tags hold public ids, a provider's reference and a masked card, which are no names; and, where staff decided, their reason,
    # which may name somebody. No row of the ledger is ever changed. The same words stand in the decision or in the staff log, the
    # card in its payment.
    "wallet.LedgerTransaction": Table(
        plain="id key kind created_at",
        stays={DECISION: "tags"},
    ),
    "wallet.LedgerMove": Table(
        plain=(
            "id transaction source destination cents source_balance destination_balance bounty_id capped_cents "
            "created_at spender"
        ),
    ),
    "wallet.LedgerCheckpoint": Table(
        plain="month ends_at closed_at through moves cents hash sealed_at",
    ),
    "wallet.LedgerCheckpointAccount": Table(
        plain="id checkpoint account balance sent returned withdrawn",
    ),
    "wallet.LedgerLine": Table(
        plain="move_id account transaction cents balance_after other bounty_id created_at",
    ),
    "wallet.AgentCheckout": Table(
        plain="id created_at checkout refund fingerprint",
        links="account",
        people=(
            Person(
                "account",
                cleared="customer_phone success_url cancel_url metadata",
                stays={BOOKS: "external_order_id"},
            ),
        ),
    ),
    "wallet.Approval": Table(
        plain=(
            "id created_at status asked_via key connector operation operation_id path sent_cut fingerprint cents "
            "above_cents above_is_own "
            "expires_at decided_at used_at spend_key bounty_id mailed_at"
        ),
        links="account decided_by",
        people=(
            Person(
                "account",
                cleared="operation_words plan sent note",
                stays={BOOKS: "idempotency_key"},
                hidden="plan sent idempotency_key",
            ),
        ),
    ),
    "wallet.Chargeback": Table(
        plain=(
            "id created_at payment provider status amount_cents from_wallet_cents recovered_cents owed_cents "
            "fee_cents fee_returned_cents returned_cents returned_to_wallet_cents opened_at answer_by poll_at "
            "ended_at"
        ),
        links="account",
        people=(
            Person(
                "account",
                stays={BOOKS: "reason provider_ref"},
                hidden="provider_ref",
            ),
        ),
    ),
    "wallet.Checkout": Table(
        plain=(
            "id created_at attempts next_attempt_at caused_by purpose subject_id amount_cents status provider "
            "provider_ref save_method expires_at paid_at outcome escrow_id spender operation idempotency_key "
            "fingerprint"
        ),
        links="account",
        people=(
            Person(
                "account",
                cleared="payer_email receipt_email return_url",
                stays={BOOKS: "description"},
            ),
        ),
    ),
    "wallet.Payment": Table(
        plain="id created_at checkout rail amount_cents refund_fee_cents surplus",
        links="account",
        people=(
            Person(
                "account",
                stays={BOOKS: "reference method"},
                hidden="reference",
            ),
        ),
    ),
    "wallet.Controls": Table(
        plain=(
            "spending_cap_per_bounty_cents spending_cap_rolling_24h_cents spending_cap_rolling_7d_cents "
            "spending_cap_rolling_30d_cents ask_above_cents low_balance_threshold_cents has_spender_limits frozen_at "
            "auto_topup_enabled auto_topup_floor_cents auto_topup_target_cents auto_topup_max_per_day_cents "
            "topup_failures topup_not_before topup_mail_not_before topup_untold topup_untold_cents "
            "low_mail_not_before"
        ),
        links="account",
        people=(
            Person(
                "account",
                cleared="frozen_reason",
            ),
        ),
    ),
    "wallet.TopUp": Table(
        plain="id created_at attempts next_attempt_at caused_by amount_cents status provider_ref failure ended_at",
        links="account",
    ),
    "wallet.EarningsHold": Table(
        plain="id created_at reference cents until ended_at",
        links="account",
    ),
    "wallet.MppQuote": Table(
        plain="id created_at checkout digest expires_at",
    ),
    "wallet.MppCharge": Table(
        plain=(
            "id created_at attempts next_attempt_at caused_by quote token_digest status provider_ref reason ended_at"
        ),
        people=(
            Person(
                "quote__checkout__account",
                cleared="token",
                hidden="token",
            ),
        ),
    ),
    "wallet.Outflow": Table(
        plain=(
            "id created_at attempts next_attempt_at caused_by kind rail amount_cents kept_cents payment request_id "
            "status provider_ref failure ended_at returned_at poll_at"
        ),
        links="account",
        people=(
            Person(
                "account",
                stays={BOOKS: "destination destination_label"},
                hidden="destination",
            ),
        ),
    ),
    "wallet.PaymentLink": Table(
        plain=(
            "id created_at attempts next_attempt_at caused_by purpose subject_id amount_cents description payer_email "
            "receipt_email return_url status provider provider_ref save_method expires_at paid_at outcome escrow_id "
            "spender operation idempotency_key fingerprint"
        ),
        links="account",
    ),
    # Of a person who asked for the page, who may be another one than the account's, only the id is kept: no name outlives its
    # erasure.
    "wallet.ProviderAccount": Table(
        plain="id created_at provider bank_given_at bank_given_via bank_asked_via bank_looked_at",
        links="account",
        people=(
            Person(
                "account",
                cleared=(
                    "saved_method_ref saved_method_label saved_method_fingerprint bank_last4 bank_given_by bank_asked_by"
                ),
                stays={BOOKS: "customer_ref payout_ref bank_ref"},
                hidden="saved_method_ref saved_method_fingerprint customer_ref payout_ref bank_ref",
            ),
        ),
    ),
    "wallet.SandboxRecord": Table(
        plain="id created_at key kind cents state reason method of checkout_id saved",
    ),
    "wallet.SandboxTransfer": Table(
        plain="id created_at tx_hash block payer pay_to atoms nonce",
    ),
    "wallet.ProviderWebhook": Table(
        plain="id created_at provider event_id kind reference",
    ),
    "wallet.Discrepancy": Table(
        plain="id created_at provider fault subject detail seen_at over_at explanation",
    ),
    "wallet.SpenderLimits": Table(
        plain="id key connector changed_at",
        links="account",
        people=(
            Person(
                "account",
                gone=(
                    "spending_cap_per_bounty_cents spending_cap_rolling_24h_cents spending_cap_rolling_7d_cents "
                    "spending_cap_rolling_30d_cents ask_above_cents"
                ),
            ),
        ),
    ),
    "wallet.X402Payment": Table(
        plain=(
            "id created_at attempts next_attempt_at caused_by kind amount_cents network asset nonce pay_to atoms "
            "valid_before status place reason silent_since ended_at recovered_at"
        ),
        links="account",
        people=(
            Person(
                "account",
                cleared="applicant",
                stays={BOOKS: "payer tx_hash"},
            ),
        ),
    ),
}
