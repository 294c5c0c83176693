"""History of settings, staff log, proposals, limits of staff, restrictions of accounts. The SQL lies beside this file."""

from pathlib import Path

import django.db.models.deletion
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models

from marketplace.core.history_triggers import keep_history

SQL = Path(__file__).parent / "sql"


def sql(name: str) -> str:
    return (SQL / f"{name}.sql").read_text()


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0014_calls_are_found_by_staff"),
    ]

    operations = [
        migrations.CreateModel(
            name="StaffLogHead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.BigIntegerField(default=0)),
                ("hash", models.CharField(blank=True, max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="AccountRestriction",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("no_jobs", models.BooleanField(default=False, verbose_name="no new jobs")),
                ("no_applications", models.BooleanField(default=False)),
                ("no_withdrawals", models.BooleanField(default=False)),
                ("reason", models.CharField(help_text="The person reads it.", max_length=300)),
                ("until", models.DateTimeField(help_text="Empty: until it is lifted.", null=True)),
                ("changed_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="restrictions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ended_by",
                    models.ForeignKey(
                        help_text="Empty: it came to its end.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended_at", None), ("until__isnull", False)),
                        fields=["until"],
                        name="restriction_due",
                    ),
                    models.Index(fields=["account", "-id"], name="restriction_of_account"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("account",),
                        name="restriction_one_in_force_per_account",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("no_jobs", True), ("no_applications", True), ("no_withdrawals", True), _connector="OR"
                        ),
                        name="restriction_of_something",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("model", models.CharField(max_length=60)),
                (
                    "row",
                    models.CharField(
                        blank=True, help_text="Its primary key; empty for a row to be added.", max_length=64
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                (
                    "kind",
                    models.CharField(
                        choices=[("add", "add"), ("change", "change"), ("delete", "delete"), ("close", "close")],
                        max_length=7,
                    ),
                ),
                ("old", models.JSONField(default=dict)),
                ("new", models.JSONField(default=dict)),
                ("was", models.JSONField(default=dict)),
                ("form", models.JSONField(default=dict)),
                ("why", models.CharField(max_length=300)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("applied", "applied"),
                            ("declined", "declined"),
                            ("expired", "expired"),
                            ("open", "open"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                (
                    "by_command",
                    models.BooleanField(
                        default=False,
                        help_text="Approved on the server's command line, while there is a single operator.",
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                ("note", models.CharField(blank=True, help_text="What was said with the decision.", max_length=300)),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "proposer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("state", "open")), fields=["expires_at"], name="proposal_due"),
                    models.Index(fields=["state", "-id"], name="proposal_state"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["applied", "declined", "expired", "open", "withdrawn"])),
                        name="proposal_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state", "withdrawn"),
                            models.Q(("decided_by", models.F("proposer")), _negated=True),
                            _connector="OR",
                        ),
                        name="proposal_of_two_people",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "applied"), _negated=True),
                            models.Q(("decided_by__isnull", False), ("by_command", True), _connector="XOR"),
                            _connector="OR",
                        ),
                        name="proposal_applied_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at", None), ("decided_by", None), ("state", "open")),
                            models.Q(models.Q(("state", "open"), _negated=True), ("decided_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="proposal_has_its_moment",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open"), models.Q(("row", ""), _negated=True)),
                        fields=("model", "row"),
                        name="proposal_one_open_per_row",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SettingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("model", models.CharField(help_text="Which setting, such as escrow.ladderband.", max_length=60)),
                ("row", models.CharField(help_text="Its primary key.", max_length=64)),
                ("name", models.CharField(blank=True, max_length=200)),
                (
                    "kind",
                    models.CharField(
                        choices=[("added", "added"), ("changed", "changed"), ("deleted", "deleted")], max_length=7
                    ),
                ),
                ("why", models.CharField(blank=True, max_length=300)),
                ("old", models.JSONField(default=dict)),
                ("new", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                (
                    "approved_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "who",
                    models.ForeignKey(
                        help_text="Empty: a migration, the demo data, or the database's console.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["model", "row", "-id"], name="setting_change_of_row")],
            },
        ),
        migrations.CreateModel(
            name="StaffEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("act", models.CharField(max_length=60)),
                (
                    "object_type",
                    models.CharField(blank=True, help_text="A model, such as escrow.dispute.", max_length=60),
                ),
                ("object_id", models.CharField(blank=True, help_text="Its primary key.", max_length=64)),
                (
                    "object_name",
                    models.CharField(blank=True, help_text="Its public id, where it has one.", max_length=200),
                ),
                ("words", models.TextField(blank=True)),
                ("data", models.JSONField(default=dict)),
                ("content", models.TextField(editable=False)),
                ("number", models.BigIntegerField(editable=False, null=True, unique=True)),
                ("previous", models.CharField(blank=True, editable=False, max_length=64)),
                ("hash", models.CharField(blank=True, editable=False, max_length=64)),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "staff log",
                "indexes": [
                    models.Index(fields=["object_type", "object_id", "-id"], name="staff_entry_of_row"),
                    models.Index(fields=["actor", "-id"], name="staff_entry_of_actor"),
                ],
            },
        ),
        migrations.CreateModel(
            name="StaffLimit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        blank=True,
                        choices=[("support", "support"), ("operator", "operator")],
                        help_text="Or a person.",
                        max_length=8,
                    ),
                ),
                ("case_cents", models.BigIntegerField(blank=True, null=True)),
                ("day_cents", models.BigIntegerField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "limit of staff",
                "verbose_name_plural": "limits of staff",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("role", ""), _negated=True),
                        fields=("role",),
                        name="staff_limit_once_per_role",
                    ),
                    models.UniqueConstraint(fields=("person",), name="staff_limit_once_per_person"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("person__isnull", False), ("role", "")),
                            models.Q(models.Q(("role", ""), _negated=True), ("person", None)),
                            _connector="OR",
                        ),
                        name="staff_limit_of_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("case_cents", None), ("case_cents__gte", 0), _connector="OR"),
                            models.Q(("day_cents", None), ("day_cents__gte", 0), _connector="OR"),
                        ),
                        name="staff_limit_is_an_amount",
                    ),
                ],
            },
        ),
        migrations.RunSQL(
            sql("setting_history"),
            "drop function setting_changed() cascade; drop function setting_differs(jsonb, jsonb);"
            "drop function staff_refuse() cascade;",
        ),
        migrations.RunSQL(
            sql("staff_log"), "drop function staff_entry_begins() cascade; drop function staff_entry_chained() cascade;"
        ),
        migrations.RunSQL(sql("restrictions"), "drop function restriction_of(uuid, timestamptz);"),
        *(
            keep_history("marketplace", model, key=key)
            for model, key in (
                ("ratetier", "name"),
                ("blockedcountry", "code"),
                ("switch", "name"),
                ("stafflimit", "id"),
            )
        ),
    ]
