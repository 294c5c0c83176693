"""Cases of staff with their stages and clocks, previews of decisions, offers, requests, appeals, and the desk's own rows."""

import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.expressions
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("escrow", "0008_runs_of_hires"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        TrigramExtension(),  # for words of titles; exists already where people are searched by name
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("ground", models.CharField(choices=[("new_fact", "new_fact"), ("error", "error")], max_length=8)),
                ("words", models.TextField(max_length=5000)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("overturned", "overturned"), ("upheld", "upheld")],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "borne_cents",
                    models.BigIntegerField(
                        default=0,
                        help_text="What the platform paid, since the side that had got it did not have it any more.",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Case",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("kind", models.CharField(choices=[("dispute", "dispute"), ("contest", "contest")], max_length=10)),
                ("title", models.CharField(max_length=200)),
                (
                    "category",
                    models.CharField(help_text="Of the dispute; `contest` for a contested seat.", max_length=20),
                ),
                ("amount_cents", models.BigIntegerField()),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("opened", "opened"),
                            ("settlement", "settlement"),
                            ("evidence", "evidence"),
                            ("decision", "decision"),
                            ("approval", "approval"),
                            ("appeal", "appeal"),
                            ("closed", "closed"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "stage_at",
                    models.DateTimeField(
                        default=marketplace.core.clock.now, help_text="Since when it is in this stage."
                    ),
                ),
                ("due_at", models.DateTimeField(help_text="When the clock of this stage runs out.", null=True)),
                ("round", models.PositiveSmallIntegerField(default=1, help_text="2: an appeal is decided.")),
                ("first_look_due_at", models.DateTimeField(null=True)),
                (
                    "first_look_at",
                    models.DateTimeField(help_text="When somebody of the staff took it first.", null=True),
                ),
                (
                    "decision_due_at",
                    models.DateTimeField(help_text="Staff's own clock; it moves on while a party is asked.", null=True),
                ),
                ("paused_at", models.DateTimeField(help_text="Since when staff's own clock stands still.", null=True)),
                ("assigned_at", models.DateTimeField(null=True)),
                ("snoozed_until", models.DateTimeField(null=True)),
                (
                    "with_lead_at",
                    models.DateTimeField(
                        help_text="Since when a clock of staff has run out: a lead sees to it.", null=True
                    ),
                ),
                ("tags", models.JSONField(default=list)),
                ("closed_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="CaseFinding",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("round", models.PositiveSmallIntegerField(default=1)),
                (
                    "key",
                    models.CharField(
                        help_text="Which line of the contract, such as criterion:1 or evidence:photo.", max_length=40
                    ),
                ),
                ("asked", models.CharField(help_text="What was agreed, as both sides read it.", max_length=500)),
                (
                    "finding",
                    models.CharField(
                        choices=[("met", "met"), ("not_met", "not_met"), ("unclear", "unclear")], max_length=8
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=300)),
            ],
        ),
        migrations.CreateModel(
            name="CaseMessage",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                (
                    "to",
                    models.CharField(
                        choices=[("funder", "funder"), ("worker", "worker"), ("both", "both")], max_length=6
                    ),
                ),
                ("words", models.TextField(max_length=5000)),
            ],
        ),
        migrations.CreateModel(
            name="CaseOffer",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("amount_cents", models.BigIntegerField()),
                ("worker_cents", models.BigIntegerField()),
                ("fee_cents", models.BigIntegerField()),
                ("refund_cents", models.BigIntegerField()),
                ("words", models.TextField(blank=True, max_length=2000)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                            ("lapsed", "lapsed"),
                            ("open", "open"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="CasePresence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seen_at", models.DateTimeField(default=marketplace.core.clock.now)),
            ],
        ),
        migrations.CreateModel(
            name="CaseRequest",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("items", models.JSONField(help_text="What is asked for: 1 to 10 short texts.")),
                ("words", models.TextField(blank=True, max_length=2000)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("answered", "answered"),
                            ("lapsed", "lapsed"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="CaseReview",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("scores", models.JSONField(default=dict, help_text="Question of the sheet -> 1 to 5.")),
                ("words", models.TextField(blank=True, max_length=5000)),
                ("done_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="DecisionPreview",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("round", models.PositiveSmallIntegerField(default=1)),
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
                ("moves", models.JSONField(help_text="The postings: [from, to, cents] of each.")),
                ("reason_code", models.CharField(blank=True, max_length=40)),
                ("reason", models.CharField(help_text="Both parties read it.", max_length=300)),
                (
                    "words",
                    models.JSONField(default=dict, help_text="What each side is written besides: funder, worker."),
                ),
                ("needs_second", models.BooleanField(default=False)),
                ("facts", models.JSONField(help_text="What the case consisted of: [key, words, moment] of each.")),
                ("digest", models.CharField(help_text="SHA-256 of the facts.", max_length=64)),
                ("expires_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="DeskClocks",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("holds_from", models.DateTimeField()),
                ("why", models.CharField(max_length=300)),
                ("answer_hours", models.PositiveSmallIntegerField(default=48)),
                ("settlement_hours", models.PositiveSmallIntegerField(default=72)),
                ("evidence_hours", models.PositiveSmallIntegerField(default=48)),
                ("first_look_hours", models.PositiveSmallIntegerField(default=24)),
                ("decision_hours", models.PositiveSmallIntegerField(default=72)),
                ("approval_hours", models.PositiveSmallIntegerField(default=24)),
                ("appeal_days", models.PositiveSmallIntegerField(default=14)),
                (
                    "keeps_share",
                    models.BooleanField(
                        default=False,
                        help_text="The worker's share of a decision can't be withdrawn until the time for an appeal is over.",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "desk clocks",
            },
        ),
        migrations.CreateModel(
            name="DeskNote",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("words", models.TextField(max_length=5000)),
            ],
        ),
        migrations.CreateModel(
            name="EvidenceWanted",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("holds_from", models.DateTimeField()),
                ("why", models.CharField(max_length=300)),
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
                ("name", models.SlugField(max_length=40)),
                ("label", models.CharField(blank=True, max_length=200)),
                ("side", models.CharField(choices=[("funder", "funder"), ("worker", "worker")], max_length=6)),
            ],
            options={
                "verbose_name_plural": "evidence wanted",
            },
        ),
        migrations.CreateModel(
            name="Macro",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("holds_from", models.DateTimeField()),
                ("why", models.CharField(max_length=300)),
                ("name", models.SlugField(max_length=60)),
                ("language", models.CharField(default="en", max_length=10)),
                (
                    "text",
                    models.TextField(
                        blank=True, help_text="Fields: {title}, {funder}, {worker}, {due}, {me}.", max_length=5000
                    ),
                ),
                (
                    "steps",
                    models.JSONField(default=list, help_text="send, ask, tag, snooze, assign, with their values."),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ReasonCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("holds_from", models.DateTimeField()),
                ("why", models.CharField(max_length=300)),
                ("code", models.SlugField(max_length=40)),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[("release", "release"), ("refund", "refund"), ("split", "split")],
                        help_text="Empty: any.",
                        max_length=7,
                    ),
                ),
                (
                    "is_overturning",
                    models.BooleanField(default=False, help_text="Only for an appeal that changes the decision."),
                ),
                ("text", models.CharField(blank=True, max_length=300)),
            ],
        ),
        migrations.CreateModel(
            name="SavedView",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("query", models.CharField(max_length=500)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="disputedecision",
            name="decision_one_standing",
        ),
        migrations.AddField(
            model_name="disputedecision",
            name="round",
            field=models.PositiveSmallIntegerField(default=1, help_text="2: about an appeal."),
        ),
        migrations.AddField(
            model_name="appeal",
            name="dispute",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="appeal", to="escrow.dispute"
            ),
        ),
        migrations.AddField(
            model_name="appeal",
            name="made_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="assignee",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="dispute",
            field=models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="case", to="escrow.dispute"
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="escrow",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="cases", to="escrow.escrow"
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="owner",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="cases_as_funder", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="worker",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="cases_as_worker", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="casefinding",
            name="case",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="findings", to="escrow.case"
            ),
        ),
        migrations.AddField(
            model_name="casefinding",
            name="found_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="casemessage",
            name="author",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="casemessage",
            name="case",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="messages", to="escrow.case"
            ),
        ),
        migrations.AddField(
            model_name="caseoffer",
            name="case",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="offers", to="escrow.case"
            ),
        ),
        migrations.AddField(
            model_name="caseoffer",
            name="made_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="disputedecision",
            name="offer",
            field=models.OneToOneField(
                help_text="The parties settled.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="made",
                to="escrow.caseoffer",
            ),
        ),
        migrations.AddField(
            model_name="casepresence",
            name="case",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="presences", to="escrow.case"
            ),
        ),
        migrations.AddField(
            model_name="casepresence",
            name="staff",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="caserequest",
            name="asked",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="caserequest",
            name="case",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="requests", to="escrow.case"
            ),
        ),
        migrations.AddField(
            model_name="caserequest",
            name="made_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="disputeevidence",
            name="answers",
            field=models.ForeignKey(
                help_text="What staff asked for.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="pieces",
                to="escrow.caserequest",
            ),
        ),
        migrations.AddField(
            model_name="casereview",
            name="case",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="review", to="escrow.case"
            ),
        ),
        migrations.AddField(
            model_name="casereview",
            name="reviewer",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="decisionpreview",
            name="dispute",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="previews", to="escrow.dispute"
            ),
        ),
        migrations.AddField(
            model_name="decisionpreview",
            name="made_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="disputedecision",
            name="preview",
            field=models.OneToOneField(
                help_text="What staff had read.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="made",
                to="escrow.decisionpreview",
            ),
        ),
        migrations.AddConstraint(
            model_name="disputedecision",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["proposed", "final"])),
                fields=("dispute", "round"),
                name="decision_one_standing",
            ),
        ),
        migrations.AddConstraint(
            model_name="deskclocks",
            constraint=models.UniqueConstraint(fields=("holds_from",), name="desk_clocks_once_at_a_time"),
        ),
        migrations.AddConstraint(
            model_name="deskclocks",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("answer_hours__gte", 1),
                    ("appeal_days__gte", 1),
                    ("approval_hours__gte", 1),
                    ("decision_hours__gte", 1),
                    ("evidence_hours__gte", 1),
                    ("first_look_hours__gte", 1),
                    ("settlement_hours__gte", 1),
                ),
                name="desk_clocks_run",
            ),
        ),
        migrations.AddField(
            model_name="desknote",
            name="about",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="desknote",
            name="author",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="desknote",
            name="case",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="notes", to="escrow.case"
            ),
        ),
        migrations.AddConstraint(
            model_name="evidencewanted",
            constraint=models.UniqueConstraint(
                fields=("category", "name", "holds_from"), name="evidence_wanted_once_at_a_time"
            ),
        ),
        migrations.AddConstraint(
            model_name="macro",
            constraint=models.UniqueConstraint(fields=("name", "language", "holds_from"), name="macro_once_at_a_time"),
        ),
        migrations.AddConstraint(
            model_name="reasoncode",
            constraint=models.UniqueConstraint(fields=("code", "holds_from"), name="reason_code_once_at_a_time"),
        ),
        migrations.AddField(
            model_name="savedview",
            name="staff",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.CheckConstraint(
                condition=models.Q(("ground__in", ("new_fact", "error"))), name="appeal_ground_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("borne_cents", 0), ("decided_at", None), ("state", "open")),
                    models.Q(
                        models.Q(("state", "open"), _negated=True),
                        ("borne_cents__gte", 0),
                        ("decided_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="appeal_end_fits",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(condition=models.Q(("closed_at", None)), fields=["due_at", "id"], name="case_due"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("closed_at", None)), fields=["assignee", "due_at"], name="case_of_assignee"
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("closed_at", None)), fields=["stage", "due_at"], name="case_in_stage"
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", False)), fields=["-closed_at"], name="case_closed"
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["owner", "-id"], name="case_of_funder"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["worker", "-id"], name="case_of_worker"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["category", "-closed_at"], name="case_of_category"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["amount_cents"], name="case_of_amount"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=["title"], name="case_title", opclasses=["gin_trgm_ops"]
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("stage__in", ("opened", "settlement", "evidence", "decision", "approval", "appeal", "closed"))
                ),
                name="case_stage_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at__isnull", False), ("due_at", None), ("stage", "closed")),
                    models.Q(models.Q(("stage", "closed"), _negated=True), ("closed_at", None)),
                    _connector="OR",
                ),
                name="case_end_fits",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("dispute__isnull", False), ("kind", "dispute")),
                    models.Q(("dispute", None), ("kind", "contest")),
                    _connector="OR",
                ),
                name="case_of_its_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("assigned_at", None), ("assignee", None)),
                    models.Q(("assigned_at__isnull", False), ("assignee__isnull", False)),
                    _connector="OR",
                ),
                name="case_assigned_at_fits",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at", None), ("kind", "contest")),
                fields=("escrow",),
                name="case_one_open_contest",
            ),
        ),
        migrations.AddConstraint(
            model_name="casefinding",
            constraint=models.CheckConstraint(
                condition=models.Q(("finding__in", ("met", "not_met", "unclear"))), name="case_finding_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="casefinding",
            constraint=models.UniqueConstraint(fields=("case", "round", "key"), name="case_finding_once_a_line"),
        ),
        migrations.AddIndex(
            model_name="casemessage",
            index=models.Index(fields=["case", "id"], name="case_message_of_case"),
        ),
        migrations.AddConstraint(
            model_name="casemessage",
            constraint=models.CheckConstraint(
                condition=models.Q(("to__in", ("funder", "worker", "both"))), name="case_message_side_known"
            ),
        ),
        migrations.AddIndex(
            model_name="caseoffer",
            index=models.Index(condition=models.Q(("state", "open")), fields=["due_at"], name="case_offer_due"),
        ),
        migrations.AddConstraint(
            model_name="caseoffer",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["accepted", "declined", "lapsed", "open"])),
                name="case_offer_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="caseoffer",
            constraint=models.CheckConstraint(
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
                name="case_offer_parts_make_the_amount",
            ),
        ),
        migrations.AddConstraint(
            model_name="caseoffer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at", None), ("state", "open")),
                    models.Q(models.Q(("state", "open"), _negated=True), ("ended_at__isnull", False)),
                    _connector="OR",
                ),
                name="case_offer_end_fits",
            ),
        ),
        migrations.AddConstraint(
            model_name="caseoffer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open")), fields=("case", "made_by"), name="case_offer_one_open_of_each"
            ),
        ),
        migrations.AddConstraint(
            model_name="caseoffer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "accepted")), fields=("case",), name="case_offer_one_accepted"
            ),
        ),
        migrations.AddConstraint(
            model_name="casepresence",
            constraint=models.UniqueConstraint(fields=("case", "staff"), name="case_presence_once"),
        ),
        migrations.AddIndex(
            model_name="caserequest",
            index=models.Index(condition=models.Q(("state", "open")), fields=["due_at"], name="case_request_due"),
        ),
        migrations.AddConstraint(
            model_name="caserequest",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ("open", "answered", "lapsed", "withdrawn"))),
                name="case_request_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="caserequest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at", None), ("state", "open")),
                    models.Q(models.Q(("state", "open"), _negated=True), ("ended_at__isnull", False)),
                    _connector="OR",
                ),
                name="case_request_end_fits",
            ),
        ),
        migrations.AddIndex(
            model_name="casereview",
            index=models.Index(condition=models.Q(("done_at", None)), fields=["id"], name="case_review_waits"),
        ),
        migrations.AddConstraint(
            model_name="casereview",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("done_at", None),
                    models.Q(("done_at__isnull", False), ("reviewer__isnull", False)),
                    _connector="OR",
                ),
                name="case_review_by_somebody",
            ),
        ),
        migrations.AddIndex(
            model_name="decisionpreview",
            index=models.Index(fields=["dispute", "-id"], name="preview_of_dispute"),
        ),
        migrations.AddConstraint(
            model_name="decisionpreview",
            constraint=models.CheckConstraint(
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
                name="preview_parts_make_the_amount",
            ),
        ),
        migrations.AddIndex(
            model_name="desknote",
            index=models.Index(
                condition=models.Q(("case__isnull", False)), fields=["case", "id"], name="desk_note_of_case"
            ),
        ),
        migrations.AddIndex(
            model_name="desknote",
            index=models.Index(
                condition=models.Q(("about__isnull", False)), fields=["about", "id"], name="desk_note_of_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="desknote",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("about", None), ("case__isnull", False)),
                    models.Q(("about__isnull", False), ("case", None)),
                    _connector="OR",
                ),
                name="desk_note_about_one_thing",
            ),
        ),
        migrations.AddConstraint(
            model_name="savedview",
            constraint=models.UniqueConstraint(fields=("staff", "name"), name="saved_view_named_once"),
        ),
    ]
