"""Escrows, the release ladder, transfers, disputes."""

import django.db.models.deletion
import django.db.models.expressions
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("escrow", "0001_escrows"),
        ("escrow", "0002_default_ladder"),
        ("escrow", "0003_pool_versions"),
        ("escrow", "0004_disputed_workers"),
        ("escrow", "0005_transfers"),
        ("escrow", "0006_disputes"),
    ]

    initial = True

    dependencies = [
        ("marketplace", "0001_tables"),
        ("marketplace", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="DisputePolicy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("approval_above_cents", models.BigIntegerField()),
            ],
            options={
                "verbose_name_plural": "dispute policies",
            },
        ),
        migrations.CreateModel(
            name="Escrow",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("kind", models.CharField(choices=[("pool", "pool"), ("seat", "seat")], max_length=4)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("cancelled", "cancelled"),
                            ("completed", "completed"),
                            ("delivered", "delivered"),
                            ("disputed", "disputed"),
                            ("expired", "expired"),
                            ("funded", "funded"),
                            ("funding", "funding"),
                            ("locked", "locked"),
                            ("refunded", "refunded"),
                            ("released", "released"),
                            ("resolved", "resolved"),
                            ("warranty_hold", "warranty_hold"),
                        ],
                        max_length=16,
                    ),
                ),
                ("subject_kind", models.CharField(max_length=20)),
                ("subject_id", models.UUIDField()),
                ("bounty_id", models.UUIDField(null=True)),
                ("unit_price_cents", models.BigIntegerField(help_text="The worker's pay of one seat.")),
                ("human_payout_cents", models.BigIntegerField()),
                ("platform_fee_cents", models.BigIntegerField()),
                ("amount_cents", models.BigIntegerField()),
                ("earned_cents", models.BigIntegerField(default=0, help_text="Of an ended seat: what the worker got.")),
                (
                    "warranty_days",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="Of a pool: how long accepted work is held before its dispute window begins.",
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(
                        default=0, help_text="Of a pool: how often its price or seats were changed."
                    ),
                ),
                ("funding_source", models.CharField(default="wallet", max_length=10)),
                ("refunded_to", models.CharField(max_length=10, null=True)),
                ("funded_at", models.DateTimeField(null=True)),
                (
                    "delivered_at",
                    models.DateTimeField(help_text="The first delivery; it stays when a redo is asked for.", null=True),
                ),
                ("review_due_at", models.DateTimeField(null=True)),
                (
                    "warranty_ends_at",
                    models.DateTimeField(help_text="Of a seat in warranty_hold: when it is completed.", null=True),
                ),
                ("completed_at", models.DateTimeField(null=True)),
                ("released_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("dispute_window_ends_at", models.DateTimeField(null=True)),
                ("auto_release_at", models.DateTimeField(null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="escrows_paid",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "parent",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="escrow.escrow"
                    ),
                ),
                (
                    "worker",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="escrows_earned",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["owner", "-id"], name="escrow_of_owner"),
                    models.Index(
                        condition=models.Q(("worker__isnull", False)), fields=["worker", "-id"], name="escrow_of_worker"
                    ),
                    models.Index(fields=["bounty_id"], name="escrow_of_bounty"),
                    models.Index(
                        condition=models.Q(("status", "delivered")), fields=["review_due_at"], name="escrow_review_due"
                    ),
                    models.Index(
                        condition=models.Q(("status__in", ("disputed", "resolved"))),
                        fields=["worker"],
                        name="escrow_disputed",
                    ),
                    models.Index(
                        condition=models.Q(("status", "warranty_hold")),
                        fields=["warranty_ends_at"],
                        name="escrow_warranty_due",
                    ),
                    models.Index(
                        condition=models.Q(("status", "completed")),
                        fields=["auto_release_at"],
                        name="escrow_release_due",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "amount_cents",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("human_payout_cents"), "+", models.F("platform_fee_cents")
                                ),
                            ),
                            ("human_payout_cents__gte", 0),
                        ),
                        name="escrow_parts_make_the_amount",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "pool"), ("parent", None), ("worker", None)),
                            models.Q(("kind", "seat"), ("worker__isnull", False)),
                            _connector="OR",
                        ),
                        name="escrow_kind_fits",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("subject_kind", "subject_id"),
                        name="escrow_one_open_per_subject",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("awaiting_approval", "awaiting_approval"),
                            ("open", "open"),
                            ("resolved", "resolved"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="open",
                        max_length=20,
                    ),
                ),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("not_delivered", "not_delivered"),
                            ("poor_quality", "poor_quality"),
                            ("not_as_described", "not_as_described"),
                            ("communication_issue", "communication_issue"),
                            ("non_payment", "non_payment"),
                            ("fraud", "fraud"),
                            ("other", "other"),
                        ],
                        max_length=20,
                    ),
                ),
                ("description", models.TextField(max_length=5000)),
                ("urls", models.JSONField(default=list)),
                (
                    "escrow_was",
                    models.CharField(
                        choices=[
                            ("locked", "locked"),
                            ("delivered", "delivered"),
                            ("completed", "completed"),
                            ("warranty_hold", "warranty_hold"),
                        ],
                        help_text="Where the escrow goes when it is withdrawn.",
                        max_length=16,
                    ),
                ),
                ("conversation_id", models.UUIDField(null=True)),
                ("resolved_at", models.DateTimeField(help_text="Decided or withdrawn.", null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disputes_opened",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "worker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disputes_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "escrow",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="disputes", to="escrow.escrow"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["owner", "-id"], name="dispute_of_owner"),
                    models.Index(fields=["worker", "-id"], name="dispute_of_worker"),
                    models.Index(fields=["status", "-id"], name="dispute_status"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ("open", "awaiting_approval"))),
                        fields=("escrow",),
                        name="dispute_one_open_per_escrow",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["awaiting_approval", "open", "resolved", "withdrawn"])),
                        name="dispute_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("resolved_at", None), ("status__in", ("open", "awaiting_approval"))),
                            models.Q(
                                models.Q(("status__in", ("open", "awaiting_approval")), _negated=True),
                                ("resolved_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="dispute_end_fits",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DisputeDecision",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                (
                    "state",
                    models.CharField(
                        choices=[("proposed", "proposed"), ("final", "final"), ("sent_back", "sent_back")],
                        max_length=10,
                    ),
                ),
                (
                    "decision",
                    models.CharField(
                        choices=[("release", "release"), ("refund", "refund"), ("split", "split")], max_length=7
                    ),
                ),
                ("amount_cents", models.BigIntegerField()),
                ("worker_cents", models.BigIntegerField()),
                ("fee_cents", models.BigIntegerField()),
                ("refund_cents", models.BigIntegerField()),
                ("reason", models.CharField(help_text="Both parties read it.", max_length=300)),
                (
                    "needs_second",
                    models.BooleanField(default=False, help_text="Above the amount that one person may decide."),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="decisions", to="escrow.dispute"
                    ),
                ),
                (
                    "proposer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        help_text="Who approved it.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "amount_cents",
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("worker_cents"), "+", models.F("fee_cents")
                                    ),
                                    "+",
                                    models.F("refund_cents"),
                                ),
                            ),
                            ("fee_cents__gte", 0),
                            ("refund_cents__gte", 0),
                            ("worker_cents__gte", 0),
                        ),
                        name="decision_parts_make_the_amount",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("second", models.F("proposer")), _negated=True),
                        name="decision_of_two_people",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "final"), _negated=True),
                            ("needs_second", False),
                            ("second__isnull", False),
                            _connector="OR",
                        ),
                        name="decision_approved_where_needed",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["proposed", "final"])),
                        fields=("dispute",),
                        name="decision_one_standing",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DisputeEvidence",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("text", models.TextField(blank=True, max_length=5000)),
                ("urls", models.JSONField(default=list)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="evidence", to="escrow.dispute"
                    ),
                ),
                ("files", models.ManyToManyField(related_name="+", to="marketplace.file")),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="LadderBand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "max_cents",
                    models.BigIntegerField(blank=True, help_text="Empty: everything above.", null=True, unique=True),
                ),
                ("dispute_window_hours", models.PositiveIntegerField()),
                ("auto_release_hours", models.PositiveIntegerField(help_text="After completion.")),
            ],
        ),
        migrations.CreateModel(
            name="Transfer",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("bounty_id", models.UUIDField(help_text="For which work.")),
                ("conversation_id", models.UUIDField(null=True)),
                ("batch_id", models.UUIDField(help_text="The bulk send that it was a part of.", null=True)),
                ("amount_cents", models.BigIntegerField()),
                ("description", models.CharField(blank=True, max_length=500)),
                (
                    "status",
                    models.CharField(
                        choices=[("completed", "completed"), ("failed", "failed"), ("pending", "pending")],
                        default="pending",
                        max_length=10,
                    ),
                ),
                (
                    "lapses_at",
                    models.DateTimeField(help_text="A pending one that was not paid by then has failed.", null=True),
                ),
                ("completed_at", models.DateTimeField(null=True)),
                (
                    "recipient",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transfers_received",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sender",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transfers_sent",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["sender", "-id"], name="transfer_sent"),
                    models.Index(fields=["recipient", "-id"], name="transfer_received"),
                    models.Index(fields=["bounty_id", "recipient"], name="transfer_of_work"),
                    models.Index(
                        condition=models.Q(("batch_id__isnull", False)), fields=["batch_id"], name="transfer_of_batch"
                    ),
                    models.Index(
                        condition=models.Q(("status", "pending")), fields=["lapses_at"], name="transfer_lapse"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount_cents__gt", 0)), name="transfer_amount_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sender", models.F("recipient")), _negated=True),
                        name="transfer_to_somebody_else",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("completed_at__isnull", False), ("status", "completed")),
                            models.Q(models.Q(("status", "completed"), _negated=True), ("completed_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="transfer_completed_has_its_moment",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "pending"), _negated=True),
                            ("lapses_at__isnull", False),
                            _connector="OR",
                        ),
                        name="transfer_pending_lapses",
                    ),
                ],
            },
        ),
    ]
