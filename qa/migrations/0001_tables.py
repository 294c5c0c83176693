"""Templates, runs and their escalations; taste runs."""

import django.contrib.postgres.fields
import django.db.models.deletion
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("qa", "0001_templates_runs_escalations"), ("qa", "0002_taste_runs")]

    initial = True

    dependencies = [
        ("bounties", "0001_tables"),
        ("marketplace", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="TasteRun",
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
                            ("pending_funding", "pending_funding"),
                            ("open", "open"),
                            ("reviewing", "reviewing"),
                            ("closed", "closed"),
                            ("failed", "failed"),
                            ("expired", "expired"),
                        ],
                        default="pending_funding",
                        max_length=16,
                    ),
                ),
                ("question", models.TextField(max_length=2000)),
                ("artifacts", models.JSONField(help_text="Label and address of each, in the owner's order.")),
                ("respondent_count", models.PositiveSmallIntegerField(help_text="How many were asked for.")),
                (
                    "target_categories",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=30), blank=True, default=list, size=None
                    ),
                ),
                (
                    "allowed_genders",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=10), blank=True, default=list, size=None
                    ),
                ),
                ("requires_video", models.BooleanField(default=False)),
                ("requires_portfolio", models.BooleanField(default=False)),
                (
                    "fund_at",
                    models.DateTimeField(
                        help_text="While it waits for money: when the wallet is looked at again.", null=True
                    ),
                ),
                ("ends_at", models.DateTimeField(help_text="Until when people are hired.", null=True)),
                ("stopped_at", models.DateTimeField(help_text="When an operator stopped it.", null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("end_reason", models.CharField(blank=True, max_length=60)),
                ("report", models.JSONField(null=True)),
                (
                    "bounty",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="taste_run", to="bounties.bounty"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="taste_runs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "taste run",
                "indexes": [
                    models.Index(fields=["owner", "-id"], name="taste_run_of_owner"),
                    models.Index(
                        condition=models.Q(("status", "pending_funding")), fields=["fund_at"], name="taste_run_fund_due"
                    ),
                    models.Index(condition=models.Q(("status", "open")), fields=["ends_at"], name="taste_run_ends_due"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("report__isnull", False), ("status", "closed")),
                            models.Q(models.Q(("status", "closed"), _negated=True), ("report", None)),
                            _connector="OR",
                        ),
                        name="taste_run_closed_with_its_report",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at__isnull", False), ("status__in", ("closed", "failed", "expired"))),
                            models.Q(
                                models.Q(("status__in", ("closed", "failed", "expired")), _negated=True),
                                ("ended_at", None),
                            ),
                            _connector="OR",
                        ),
                        name="taste_run_ended_at_a_moment",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Template",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("name", models.CharField(max_length=120)),
                ("target_url", models.CharField(max_length=2048)),
                ("instructions", models.TextField(max_length=5000)),
                (
                    "tester_start_message",
                    models.TextField(blank=True, help_text="Sent to testers on acceptance.", max_length=1500),
                ),
                (
                    "instruction_media",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=400), default=list, size=None
                    ),
                ),
                (
                    "checklist",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=300), default=list, size=None
                    ),
                ),
                (
                    "cadence",
                    models.CharField(
                        choices=[
                            ("once", "once"),
                            ("daily", "daily"),
                            ("every_2_days", "every_2_days"),
                            ("weekly", "weekly"),
                            ("custom", "custom"),
                        ],
                        max_length=12,
                    ),
                ),
                ("cadence_days", models.PositiveSmallIntegerField(null=True)),
                ("budget_per_run_cents", models.BigIntegerField()),
                ("pay_per_tester_cents", models.BigIntegerField()),
                ("tester_count", models.PositiveSmallIntegerField()),
                ("period_cap_cents", models.BigIntegerField(help_text="What its runs may reserve in a month (UTC).")),
                (
                    "submission_mode",
                    models.CharField(
                        choices=[("photo", "photo"), ("video", "video"), ("document", "document")], max_length=8
                    ),
                ),
                ("live_video_required", models.BooleanField(default=False)),
                ("linkedin_required", models.BooleanField(default=False)),
                ("resume_required", models.BooleanField(default=False)),
                (
                    "allowed_countries",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=2), default=list, size=None
                    ),
                ),
                (
                    "required_credentials",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=100), default=list, size=None
                    ),
                ),
                ("sealed_credentials", models.TextField(blank=True, help_text="Their values, encrypted.")),
                (
                    "credential_names",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=100),
                        default=list,
                        help_text="Those with a value.",
                        size=None,
                    ),
                ),
                (
                    "auto_mode",
                    models.BooleanField(
                        default=True, help_text="Without it the owner decides on every tester and report."
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("active", "active"), ("paused", "paused")], default="active", max_length=6
                    ),
                ),
                ("paused_reason", models.CharField(blank=True, max_length=30)),
                ("next_run_at", models.DateTimeField(null=True)),
                (
                    "unfunded_runs",
                    models.PositiveSmallIntegerField(default=0, help_text="In a row; the third pauses it."),
                ),
                (
                    "finding_count",
                    models.PositiveIntegerField(
                        default=0, help_text="How many faults were ever reported: numbers them."
                    ),
                ),
                ("updated_at", models.DateTimeField(default=marketplace.core.clock.now)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="qa_templates",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "QA template",
                "indexes": [
                    models.Index(fields=["owner", "-id"], name="qa_template_of_owner"),
                    models.Index(
                        condition=models.Q(("next_run_at__isnull", False), ("status", "active")),
                        fields=["next_run_at"],
                        name="qa_template_due",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("period_cap_cents__gte", models.F("budget_per_run_cents"))),
                        name="qa_cap_covers_a_run",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Run",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("date", models.DateField(help_text="Of the moment it was due, in UTC.")),
                ("due_at", models.DateTimeField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("funding", "funding"),
                            ("open", "open"),
                            ("draining", "draining"),
                            ("reviewing", "reviewing"),
                            ("closed", "closed"),
                            ("failed", "failed"),
                            ("expired", "expired"),
                        ],
                        default="funding",
                        max_length=10,
                    ),
                ),
                (
                    "reason",
                    models.CharField(blank=True, help_text="Why it waits, failed or found nobody.", max_length=60),
                ),
                ("tester_count", models.PositiveSmallIntegerField()),
                ("submission_mode", models.CharField(max_length=8)),
                ("auto_mode", models.BooleanField()),
                ("fund_at", models.DateTimeField(help_text="When the wallet is asked (again).", null=True)),
                ("fund_until", models.DateTimeField(null=True)),
                ("opened_at", models.DateTimeField(null=True)),
                ("intake_ends_at", models.DateTimeField(help_text="Until when testers are taken.", null=True)),
                ("intake_closed_at", models.DateTimeField(null=True)),
                ("stop_requested_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("report", models.JSONField(null=True)),
                (
                    "bounty",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="qa_run",
                        to="bounties.bounty",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="qa_runs", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "template",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="runs", to="qa.template"
                    ),
                ),
            ],
            options={
                "verbose_name": "QA run",
                "indexes": [
                    models.Index(fields=["owner", "-id"], name="qa_run_of_owner"),
                    models.Index(fields=["template", "-id"], name="qa_run_of_template"),
                    models.Index(condition=models.Q(("status", "funding")), fields=["fund_at"], name="qa_run_fund_due"),
                    models.Index(
                        condition=models.Q(
                            ("intake_closed_at", None), ("status__in", ("open", "draining", "reviewing"))
                        ),
                        fields=["intake_ends_at"],
                        name="qa_run_intake_due",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("template", "date"), name="qa_run_once_a_day"),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ("funding", "open", "draining", "reviewing"))),
                        fields=("template",),
                        name="qa_run_one_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status__in", ("open", "draining", "reviewing")), _negated=True),
                            ("bounty__isnull", False),
                            _connector="OR",
                        ),
                        name="qa_run_works_with_a_bounty",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at__isnull", False), ("status__in", ("closed", "failed", "expired"))),
                            models.Q(("ended_at", None), ("status__in", ("funding", "open", "draining", "reviewing"))),
                            _connector="OR",
                        ),
                        name="qa_run_end_fits",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Escalation",
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
                        choices=[("application", "application"), ("submission", "submission"), ("dispute", "dispute")],
                        max_length=12,
                    ),
                ),
                ("reason", models.CharField(max_length=60)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("accepted", "accepted"),
                            ("revised", "revised"),
                            ("settled", "settled"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                (
                    "response",
                    models.CharField(blank=True, help_text="The owner's words to the tester.", max_length=1000),
                ),
                ("is_carried_out", models.BooleanField(default=False, help_text="What was decided has happened.")),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "application",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="qa_escalations",
                        to="bounties.application",
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="bounties.submission",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="escalations", to="qa.run"
                    ),
                ),
            ],
            options={
                "verbose_name": "QA escalation",
                "indexes": [models.Index(fields=["run", "-id"], name="qa_escalation_of_run")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "open")),
                        fields=("application",),
                        name="qa_escalation_one_open_per_tester",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Finding",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("number", models.PositiveIntegerField()),
                ("words", models.JSONField(default=dict)),
                (
                    "first_run",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="qa.run"),
                ),
                (
                    "last_run",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="qa.run"),
                ),
                (
                    "template",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="findings", to="qa.template"
                    ),
                ),
            ],
            options={
                "verbose_name": "QA finding",
                "constraints": [
                    models.UniqueConstraint(fields=("template", "number"), name="qa_finding_numbered_once")
                ],
            },
        ),
    ]
