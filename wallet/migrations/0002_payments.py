"""Checkouts, payments and what came of them; money out; controls and notices; providers' records."""

import django.db.models.deletion
import django.db.models.expressions
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("wallet", "0002_checkouts_and_payments"),
        ("wallet", "0003_outflows_and_providers"),
        ("wallet", "0004_controls"),
        ("wallet", "0005_pages_and_notices"),
        ("wallet", "0006_x402_payments"),
        ("wallet", "0007_for_the_office"),
        ("wallet", "0008_links_and_agent_checkouts"),
        ("wallet", "0009_faults_that_are_over"),
        ("wallet", "0010_chargebacks"),
        ("wallet", "0011_mpp_payments"),
        ("wallet", "0012_paid_outflows_are_looked_at"),
        ("wallet", "0013_x402_goes_on_being_looked_at"),
        ("wallet", "0014_topups_that_need_a_person"),
        ("wallet", "0015_chargebacks_partly_won"),
        ("wallet", "0016_x402_payments_of_one_transaction"),
        ("wallet", "0017_what_counts_to_caps"),
    ]

    dependencies = [
        ("marketplace", "0001_tables"),
        ("marketplace", "__first__"),
        ("wallet", "0001_ledger"),
    ]

    operations = [
        migrations.CreateModel(
            name="Checkout",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("purpose", models.CharField(help_text="deposit, or the name of a settlement plug.", max_length=20)),
                (
                    "subject_id",
                    models.UUIDField(help_text="What the money is for; empty for a plain deposit.", null=True),
                ),
                ("amount_cents", models.BigIntegerField()),
                ("description", models.CharField(max_length=500)),
                (
                    "payer_email",
                    models.CharField(blank=True, help_text="Prefilled on the page, by its owner.", max_length=254),
                ),
                ("receipt_email", models.CharField(max_length=254, null=True)),
                (
                    "return_url",
                    models.CharField(blank=True, help_text="Where the page's link back leads.", max_length=2000),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("cancelled", "cancelled"),
                            ("expired", "expired"),
                            ("open", "open"),
                            ("paid", "paid"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("provider", models.CharField(max_length=10)),
                ("provider_ref", models.CharField(max_length=200, null=True, unique=True)),
                (
                    "save_method",
                    models.BooleanField(default=False, help_text="Asked for: keep the card for automatic top-ups."),
                ),
                ("look_at", models.DateTimeField(null=True)),
                ("looks", models.PositiveSmallIntegerField(default=0)),
                ("expires_at", models.DateTimeField()),
                ("paid_at", models.DateTimeField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("none", "none"),
                            ("pending", "pending"),
                            ("funded", "funded"),
                            ("left_in_wallet", "left_in_wallet"),
                        ],
                        default="none",
                        max_length=16,
                    ),
                ),
                ("escrow_id", models.UUIDField(null=True)),
                ("operation", models.CharField(blank=True, max_length=60)),
                ("idempotency_key", models.CharField(max_length=255, null=True)),
                ("fingerprint", models.BinaryField(max_length=32, null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="checkouts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["account", "-id"], name="checkout_of_account"),
                    models.Index(
                        condition=models.Q(("purpose", "payment_link")),
                        fields=["account", "-id"],
                        name="checkout_link_of_account",
                    ),
                    models.Index(
                        condition=models.Q(("subject_id__isnull", False)),
                        fields=["subject_id"],
                        name="checkout_of_subject",
                    ),
                    models.Index(condition=models.Q(("status", "open")), fields=["expires_at"], name="checkout_expiry"),
                    models.Index(
                        condition=models.Q(("outcome", "pending")), fields=["paid_at"], name="checkout_unsettled"
                    ),
                    models.Index(
                        condition=models.Q(("look_at__isnull", False)), fields=["look_at"], name="checkout_look"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount_cents__gt", 0)), name="checkout_amount_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("paid_at__isnull", False), ("status", "paid")),
                            models.Q(models.Q(("status", "paid"), _negated=True), ("paid_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="checkout_paid_has_its_moment",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("purpose__in", ("deposit", "payment_link", "agent_checkout")),
                                ("subject_id__isnull", True),
                            ),
                            models.Q(
                                models.Q(("purpose__in", ("deposit", "payment_link", "agent_checkout")), _negated=True),
                                ("subject_id__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="checkout_purpose_has_its_subject",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("idempotency_key__isnull", False)),
                        fields=("account", "operation", "idempotency_key"),
                        name="checkout_once_per_key",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Controls",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="wallet_controls",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("low_balance_threshold_cents", models.BigIntegerField(null=True)),
                ("spending_cap_per_bounty_cents", models.BigIntegerField(null=True)),
                ("spending_cap_rolling_24h_cents", models.BigIntegerField(null=True)),
                ("auto_topup_enabled", models.BooleanField(default=False)),
                ("auto_topup_floor_cents", models.BigIntegerField(null=True)),
                ("auto_topup_target_cents", models.BigIntegerField(null=True)),
                ("auto_topup_max_per_day_cents", models.BigIntegerField(null=True)),
                (
                    "topup_failures",
                    models.PositiveSmallIntegerField(default=0, help_text="In a row; at three it is switched off."),
                ),
                (
                    "topup_not_before",
                    models.DateTimeField(help_text="After a failure nothing is tried before this.", null=True),
                ),
            ],
            options={
                "verbose_name_plural": "controls",
                "indexes": [
                    models.Index(
                        condition=models.Q(("auto_topup_enabled", True)),
                        fields=["account"],
                        name="controls_topup_enabled",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("auto_topup_enabled", False),
                            models.Q(
                                ("auto_topup_floor_cents__gt", 0),
                                (
                                    "auto_topup_max_per_day_cents__gte",
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("auto_topup_target_cents"), "-", models.F("auto_topup_floor_cents")
                                    ),
                                ),
                                ("auto_topup_target_cents__gt", models.F("auto_topup_floor_cents")),
                            ),
                            _connector="OR",
                        ),
                        name="controls_topup_makes_sense",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Discrepancy",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("provider", models.CharField(max_length=10)),
                ("fault", models.CharField(max_length=100)),
                ("subject", models.CharField(max_length=200)),
                ("detail", models.CharField(blank=True, max_length=200)),
                ("seen_at", models.DateTimeField(help_text="By the last comparison that found it.")),
                (
                    "over_at",
                    models.DateTimeField(help_text="When it was explained, or was not found any more.", null=True),
                ),
                ("explanation", models.CharField(blank=True, max_length=400)),
            ],
            options={
                "verbose_name_plural": "discrepancies",
                "indexes": [
                    models.Index(fields=["-seen_at"], name="discrepancy_by_time"),
                    models.Index(condition=models.Q(("over_at", None)), fields=["seen_at"], name="discrepancy_open"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("provider", "fault", "subject"), name="discrepancy_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="LedgerLine",
            fields=[
                ("move_id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("cents", models.BigIntegerField()),
                ("balance_after", models.BigIntegerField(null=True)),
                ("bounty_id", models.UUIDField(null=True)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "db_table": "ledger_line",
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="MppQuote",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("digest", models.BinaryField(help_text="SHA-256 of its text.", max_length=32, unique=True)),
                ("expires_at", models.DateTimeField()),
                (
                    "checkout",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="mpp_quotes", to="wallet.checkout"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="MppCharge",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("token", models.TextField(blank=True, help_text="Sealed; empty once it is of no more use.")),
                (
                    "token_digest",
                    models.BinaryField(help_text="SHA-256: a token counts once, for one quote.", max_length=32),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("attention", "attention"),
                            ("charging", "charging"),
                            ("failed", "failed"),
                            ("paid", "paid"),
                        ],
                        default="charging",
                        max_length=10,
                    ),
                ),
                (
                    "provider_ref",
                    models.CharField(blank=True, help_text="The provider's own id of the charge.", max_length=200),
                ),
                ("reason", models.CharField(blank=True, help_text="Why nothing was charged.", max_length=200)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "quote",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="charges", to="wallet.mppquote"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("charging", "attention"))),
                        fields=["next_try_at"],
                        name="mpp_due",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("token_digest",), name="mpp_token_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ("charging", "attention", "paid"))),
                        fields=("quote",),
                        name="mpp_one_charge_of_a_quote",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "paid")), fields=("provider_ref",), name="mpp_reference_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "paid"), _negated=True),
                            models.Q(("provider_ref", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="mpp_paid_names_its_charge",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("status__in", ("charging", "attention"))),
                            models.Q(
                                models.Q(("status__in", ("charging", "attention")), _negated=True),
                                ("ended_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="mpp_end_has_its_moment",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("rail", models.CharField(max_length=10)),
                ("reference", models.CharField(max_length=200)),
                ("amount_cents", models.BigIntegerField()),
                ("refund_fee_cents", models.BigIntegerField(help_text="What a later refund keeps; frozen now.")),
                ("method", models.CharField(blank=True, help_text="Masked, such as card •••• 4242.", max_length=60)),
                (
                    "surplus",
                    models.BooleanField(default=False, help_text="Paid a second time: it goes back by itself."),
                ),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "checkout",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="wallet.checkout",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["account", "-id"], name="payment_of_account")],
                "constraints": [
                    models.UniqueConstraint(fields=("rail", "reference"), name="payment_once"),
                    models.CheckConstraint(condition=models.Q(("amount_cents__gt", 0)), name="payment_amount_positive"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Chargeback",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("provider", models.CharField(max_length=10)),
                ("provider_ref", models.CharField(help_text="The provider's id of the dispute.", max_length=200)),
                ("reason", models.CharField(blank=True, help_text="The provider's word.", max_length=60)),
                (
                    "status",
                    models.CharField(
                        choices=[("lost", "lost"), ("open", "open"), ("won", "won")], default="open", max_length=10
                    ),
                ),
                ("amount_cents", models.BigIntegerField(help_text="What the bank took back.")),
                ("from_wallet_cents", models.BigIntegerField(help_text="The part of it that the wallet had.")),
                ("recovered_cents", models.BigIntegerField(default=0, help_text="What the wallet has paid off since.")),
                ("owed_cents", models.BigIntegerField(default=0)),
                ("fee_cents", models.BigIntegerField(default=0, help_text="What the provider takes for it, from us.")),
                ("fee_returned_cents", models.BigIntegerField(default=0)),
                ("returned_cents", models.BigIntegerField(default=0, help_text="What of the amount came back to us.")),
                (
                    "returned_to_wallet_cents",
                    models.BigIntegerField(default=0, help_text="The part of that which the wallet got."),
                ),
                ("opened_at", models.DateTimeField(help_text="By the provider.")),
                ("answer_by", models.DateTimeField(help_text="Until when the provider takes evidence.", null=True)),
                (
                    "look_at",
                    models.DateTimeField(help_text="When the provider is asked next how it stands.", null=True),
                ),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chargebacks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "payment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="chargebacks", to="wallet.payment"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["payment"], name="chargeback_of_payment"),
                    models.Index(
                        condition=models.Q(("owed_cents__gt", 0)), fields=["account", "id"], name="chargeback_owed"
                    ),
                    models.Index(
                        condition=models.Q(("look_at__isnull", False)), fields=["look_at"], name="chargeback_look"
                    ),
                    models.Index(condition=models.Q(("status", "open")), fields=["created_at"], name="chargeback_open"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("provider", "provider_ref"), name="chargeback_once"),
                    models.CheckConstraint(
                        condition=models.Q(("amount_cents__gt", 0)), name="chargeback_amount_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("fee_cents__gte", 0),
                            ("from_wallet_cents__gte", 0),
                            ("owed_cents__gte", 0),
                            ("recovered_cents__gte", 0),
                            ("fee_returned_cents__gte", 0),
                            ("fee_returned_cents__lte", models.F("fee_cents")),
                            ("returned_to_wallet_cents__gte", 0),
                            ("returned_to_wallet_cents__lte", models.F("returned_cents")),
                            ("returned_cents__lte", models.F("amount_cents")),
                        ),
                        name="chargeback_parts_not_negative",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "amount_cents",
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        django.db.models.expressions.CombinedExpression(
                                            django.db.models.expressions.CombinedExpression(
                                                models.F("from_wallet_cents"), "+", models.F("recovered_cents")
                                            ),
                                            "+",
                                            models.F("owed_cents"),
                                        ),
                                        "+",
                                        models.F("returned_cents"),
                                    ),
                                    "-",
                                    models.F("returned_to_wallet_cents"),
                                ),
                            )
                        ),
                        name="chargeback_parts_are_the_whole",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("returned_cents__gt", 0), ("status", "won")),
                            models.Q(models.Q(("status", "won"), _negated=True), ("returned_cents", 0)),
                            _connector="OR",
                        ),
                        name="chargeback_won_has_returned",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("status", "open")),
                            models.Q(models.Q(("status", "open"), _negated=True), ("ended_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="chargeback_end_has_its_moment",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Outflow",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("withdrawal", "withdrawal"),
                            ("earnings", "earnings"),
                            ("funding_refund", "funding_refund"),
                            ("surplus", "surplus"),
                            ("checkout_refund", "checkout_refund"),
                        ],
                        max_length=16,
                    ),
                ),
                ("rail", models.CharField(help_text="Which world.<rail> it leaves by.", max_length=10)),
                ("amount_cents", models.BigIntegerField(help_text="What left the account.")),
                (
                    "kept_cents",
                    models.BigIntegerField(default=0, help_text="The part of it that stays with us as a fee."),
                ),
                (
                    "destination",
                    models.CharField(blank=True, help_text="The provider's id of who is paid.", max_length=200),
                ),
                ("destination_label", models.CharField(blank=True, help_text="Masked, for people.", max_length=60)),
                (
                    "request_id",
                    models.CharField(help_text="The caller's own name of a refund.", max_length=100, null=True),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("attention", "attention"),
                            ("failed", "failed"),
                            ("paid", "paid"),
                            ("returned", "returned"),
                            ("sending", "sending"),
                        ],
                        default="sending",
                        max_length=10,
                    ),
                ),
                ("provider_ref", models.CharField(blank=True, max_length=200)),
                ("failure", models.CharField(blank=True, max_length=60)),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "look_at",
                    models.DateTimeField(
                        help_text="When a paid one is looked at again: it may be sent back.", null=True
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outflows",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "payment",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outflows",
                        to="wallet.payment",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["account", "-id"], name="outflow_of_account"),
                    models.Index(
                        condition=models.Q(("payment__isnull", False)), fields=["payment"], name="outflow_of_payment"
                    ),
                    models.Index(condition=models.Q(("status", "sending")), fields=["next_try_at"], name="outflow_due"),
                    models.Index(
                        condition=models.Q(("look_at__isnull", False), ("status", "paid")),
                        fields=["look_at"],
                        name="outflow_look",
                    ),
                    models.Index(
                        condition=models.Q(("status", "attention")), fields=["created_at"], name="outflow_unknown"
                    ),
                    models.Index(
                        condition=models.Q(("provider_ref", ""), _negated=True),
                        fields=["provider_ref"],
                        name="outflow_provider_ref",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount_cents__gt", 0)), name="outflow_amount_positive"),
                    models.CheckConstraint(
                        condition=models.Q(("kept_cents__gte", 0), ("kept_cents__lt", models.F("amount_cents"))),
                        name="outflow_keeps_a_part",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("status__in", ["sending", "attention"])),
                            models.Q(
                                models.Q(("status__in", ["sending", "attention"]), _negated=True),
                                ("ended_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="outflow_end_has_its_moment",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("request_id__isnull", False)),
                        fields=("account", "request_id"),
                        name="outflow_once_per_request",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AgentCheckout",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("external_order_id", models.CharField(max_length=100)),
                ("customer_phone", models.CharField(blank=True, help_text="For its owner only.", max_length=32)),
                ("success_url", models.CharField(blank=True, max_length=2000)),
                ("cancel_url", models.CharField(blank=True, max_length=2000)),
                ("metadata", models.JSONField(default=dict)),
                ("fingerprint", models.BinaryField(help_text="What was asked for under this order.", max_length=32)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="agent_checkouts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "checkout",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="agent_checkout", to="wallet.checkout"
                    ),
                ),
                (
                    "refund",
                    models.OneToOneField(
                        help_text="The latest try to return the payment.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="agent_checkout",
                        to="wallet.outflow",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["account", "-id"], name="agent_checkout_of_account")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("account", "external_order_id"), name="agent_checkout_once_per_order"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PaymentLink",
            fields=[],
            options={
                "proxy": True,
            },
            bases=("wallet.checkout",),
        ),
        migrations.CreateModel(
            name="ProviderAccount",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("provider", models.CharField(max_length=10)),
                ("customer_ref", models.CharField(blank=True, max_length=200)),
                ("saved_method_ref", models.CharField(blank=True, max_length=200)),
                (
                    "saved_method_label",
                    models.CharField(blank=True, help_text="Masked, such as card •••• 4242.", max_length=60),
                ),
                ("payout_ref", models.CharField(blank=True, max_length=200)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="provider_accounts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("payout_ref", ""), _negated=True),
                        fields=["payout_ref"],
                        name="provider_account_payout",
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("account", "provider"), name="provider_account_once")],
            },
        ),
        migrations.CreateModel(
            name="ProviderNotice",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("provider", models.CharField(max_length=10)),
                ("event_id", models.CharField(max_length=200)),
                ("kind", models.CharField(max_length=20)),
                ("reference", models.CharField(max_length=200)),
            ],
            options={
                "indexes": [models.Index(fields=["created_at"], name="provider_notice_by_time")],
                "constraints": [models.UniqueConstraint(fields=("provider", "event_id"), name="provider_notice_once")],
            },
        ),
        migrations.CreateModel(
            name="SandboxRecord",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("key", models.CharField(max_length=200, unique=True)),
                ("kind", models.CharField(max_length=10)),
                ("cents", models.BigIntegerField()),
                ("state", models.CharField(default="succeeded", max_length=10)),
                ("reason", models.CharField(blank=True, max_length=60)),
                ("method", models.CharField(blank=True, max_length=60)),
                (
                    "of",
                    models.CharField(
                        blank=True, help_text="The charge that is returned, the person who is paid.", max_length=200
                    ),
                ),
                ("checkout_id", models.UUIDField(null=True)),
                ("saved", models.JSONField(default=dict)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("checkout_id__isnull", False)),
                        fields=["checkout_id"],
                        name="sandbox_of_checkout",
                    ),
                    models.Index(condition=models.Q(("of", ""), _negated=True), fields=["of"], name="sandbox_of"),
                    models.Index(fields=["created_at"], name="sandbox_by_time"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TopUp",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("amount_cents", models.BigIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("attention", "attention"),
                            ("failed", "failed"),
                            ("initiated", "initiated"),
                            ("succeeded", "succeeded"),
                        ],
                        default="initiated",
                        max_length=10,
                    ),
                ),
                ("provider_ref", models.CharField(blank=True, max_length=200)),
                ("failure", models.CharField(blank=True, max_length=60)),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="top_ups", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["account", "-id"], name="topup_of_account"),
                    models.Index(
                        condition=models.Q(("status__in", ("initiated", "attention"))),
                        fields=["next_try_at"],
                        name="topup_due",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount_cents__gte", 100)), name="topup_at_least_a_dollar"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "initiated")), fields=("account",), name="topup_one_at_a_time"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="X402Payment",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("kind", models.CharField(choices=[("deposit", "deposit"), ("signup", "signup")], max_length=10)),
                (
                    "applicant",
                    models.JSONField(default=dict, help_text="Of a sign-up: whom the account is opened for."),
                ),
                ("amount_cents", models.BigIntegerField()),
                ("network", models.CharField(max_length=40)),
                ("asset", models.CharField(max_length=42)),
                ("payer", models.CharField(max_length=42)),
                ("nonce", models.CharField(max_length=66)),
                ("pay_to", models.CharField(max_length=42)),
                (
                    "atoms",
                    models.DecimalField(
                        decimal_places=0, help_text="The amount in the token's smallest unit.", max_digits=30
                    ),
                ),
                ("valid_before", models.BigIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("attention", "attention"),
                            ("failed", "failed"),
                            ("refused", "refused"),
                            ("review", "review"),
                            ("settled", "settled"),
                        ],
                        default="review",
                        max_length=10,
                    ),
                ),
                ("tx_hash", models.CharField(blank=True, max_length=66)),
                (
                    "place",
                    models.BigIntegerField(
                        help_text="Which of its transaction's transfers it was, when another payment was settled by that one before.",
                        null=True,
                    ),
                ),
                ("reason", models.CharField(blank=True, help_text="Why it was refused or failed.", max_length=200)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(null=True)),
                (
                    "silent_since",
                    models.DateTimeField(help_text="The first look that the chain has not answered since.", null=True),
                ),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "recovered_at",
                    models.DateTimeField(help_text="When its wallet last asked for an API key.", null=True),
                ),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="x402_payments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("review", "refused", "attention"))),
                        fields=["next_try_at"],
                        name="x402_due",
                    ),
                    models.Index(
                        condition=models.Q(("account__isnull", False)),
                        fields=["account", "-id"],
                        name="x402_of_account",
                    ),
                    models.Index(
                        condition=models.Q(("kind", "signup")), fields=["payer", "-id"], name="x402_of_wallet"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount_cents__gt", 0)), name="x402_amount_positive"),
                    models.UniqueConstraint(fields=("network", "asset", "payer", "nonce"), name="x402_signed_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("place", None), ("status", "settled")),
                        fields=("network", "tx_hash"),
                        name="x402_transaction_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("place__isnull", False), ("status", "settled")),
                        fields=("network", "tx_hash", "place"),
                        name="x402_transfer_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "settled"), _negated=True),
                            models.Q(models.Q(("tx_hash", ""), _negated=True), ("account__isnull", False)),
                            _connector="OR",
                        ),
                        name="x402_settled_names_its_transaction",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind", "signup"), ("account__isnull", False), _connector="OR"),
                        name="x402_deposit_has_its_account",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("status__in", ["review", "refused", "attention"])),
                            models.Q(
                                models.Q(("status__in", ["review", "refused", "attention"]), _negated=True),
                                ("ended_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="x402_end_has_its_moment",
                    ),
                ],
            },
        ),
    ]
