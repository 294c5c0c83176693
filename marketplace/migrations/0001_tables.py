"""Accounts, keys, sessions, limits, files, mails, switches: the tables of this step."""

import django.db.models.deletion
import django.db.models.functions.text
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("marketplace", "0001_accounts_and_access"),
        ("marketplace", "0002_rate_tiers"),
        ("marketplace", "0003_blocked_countries_and_pictures"),
        ("marketplace", "0004_phone_digits"),
        ("marketplace", "0005_idempotent_answers_verbatim"),
        ("marketplace", "0006_idempotency_intents"),
        ("marketplace", "0007_notifications"),
        ("marketplace", "0008_identities"),
        ("marketplace", "0009_support_reports"),
        ("marketplace", "0010_strays"),
        ("marketplace", "0011_cache_entries"),
        ("marketplace", "0012_staff_roles"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.RunSQL(
            sql="CREATE SEQUENCE support_report_number AS integer",
            reverse_sql="DROP SEQUENCE support_report_number",
        ),
        migrations.CreateModel(
            name="BlockedCountry",
            fields=[
                (
                    "code",
                    models.CharField(help_text="ISO 3166 alpha-2.", max_length=2, primary_key=True, serialize=False),
                ),
                ("note", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "verbose_name_plural": "blocked countries",
            },
        ),
        migrations.CreateModel(
            name="Mail",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("to", models.EmailField(max_length=254)),
                ("subject", models.CharField(max_length=255)),
                ("text", models.TextField()),
                ("html", models.TextField(blank=True)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("next_try_at", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("last_error", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("next_try_at__isnull", False)), fields=["next_try_at"], name="mail_due"
                    ),
                    models.Index(fields=["to", "-id"], name="mail_of_address"),
                ],
            },
        ),
        migrations.CreateModel(
            name="RateTier",
            fields=[
                ("name", models.SlugField(max_length=30, primary_key=True, serialize=False)),
                ("multiplier", models.DecimalField(decimal_places=2, default=1, max_digits=6)),
                ("note", models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name="SignupCode",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("email", models.EmailField(max_length=254, unique=True)),
                ("digest", models.BinaryField(max_length=32)),
                ("country", models.CharField(max_length=2)),
                ("region", models.CharField(blank=True, max_length=100)),
                ("city", models.CharField(max_length=100)),
                ("agent_name", models.CharField(blank=True, max_length=80)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("expires_at", models.DateTimeField()),
                ("burnt_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Stray",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        help_text="Of the file that was to be, or was.", primary_key=True, serialize=False
                    ),
                ),
                ("storage_key", models.CharField(max_length=200)),
                ("due_at", models.DateTimeField(help_text="By the wall's clock: an upload takes real time.")),
                (
                    "is_doomed",
                    models.BooleanField(default=False, help_text="It is being deleted: no file may name it any more."),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["due_at"], name="stray_due")],
            },
        ),
        migrations.CreateModel(
            name="Switch",
            fields=[
                ("name", models.SlugField(max_length=30, primary_key=True, serialize=False)),
                ("is_on", models.BooleanField(default=True)),
                ("message", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "verbose_name_plural": "switches",
            },
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("profile_id", models.UUIDField(default=marketplace.core.ids.new, editable=False, unique=True)),
                ("email", models.EmailField(blank=True, max_length=254, null=True)),
                ("username", models.CharField(blank=True, max_length=30, null=True, unique=True)),
                ("name", models.CharField(blank=True, max_length=100)),
                ("phone", models.CharField(blank=True, max_length=30, null=True)),
                ("billing_email", models.EmailField(blank=True, max_length=254, null=True)),
                (
                    "phone_digits",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Func(
                            models.F("phone"),
                            models.Value("[^0-9]"),
                            models.Value(""),
                            models.Value("g"),
                            function="regexp_replace",
                        ),
                        help_text="The phone as it is compared.",
                        output_field=models.CharField(max_length=30, null=True),
                    ),
                ),
                ("signup_country", models.CharField(blank=True, max_length=2)),
                ("signup_region", models.CharField(blank=True, max_length=100)),
                ("signup_city", models.CharField(blank=True, max_length=100)),
                ("terms_version", models.CharField(blank=True, max_length=20)),
                ("privacy_version", models.CharField(blank=True, max_length=20)),
                ("terms_accepted_at", models.DateTimeField(blank=True, null=True)),
                ("email_verified_at", models.DateTimeField(blank=True, null=True)),
                ("identity_verified_at", models.DateTimeField(blank=True, null=True)),
                ("identity_country", models.CharField(blank=True, max_length=2)),
                ("linkedin_verified_at", models.DateTimeField(blank=True, null=True)),
                ("payouts_onboarded_at", models.DateTimeField(blank=True, null=True)),
                ("mail_applications", models.BooleanField(default=True)),
                ("mail_work", models.BooleanField(default=True)),
                ("mail_messages", models.BooleanField(default=True)),
                ("is_active", models.BooleanField(default=True)),
                (
                    "is_staff",
                    models.BooleanField(default=False, help_text="May sign in to the admin; the group says as what."),
                ),
                ("last_active_at", models.DateTimeField(default=marketplace.core.clock.now)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("phone_digits__isnull", False)),
                        fields=["phone_digits"],
                        name="account_phone_digits",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("email"),
                        name="account_email_once",
                        violation_error_message="This e-mail is in use.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="File",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("name", models.CharField(max_length=200)),
                ("content_type", models.CharField(max_length=100)),
                ("size", models.BigIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("storage_key", models.CharField(max_length=200)),
                ("purpose", models.CharField(max_length=30)),
                (
                    "perceptual_hash",
                    models.BigIntegerField(help_text="Of an image: pictures that look the same are near.", null=True),
                ),
                ("is_blank", models.BooleanField(default=False, help_text="An image of one colour.")),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="files", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["owner", "-id"], name="file_of_owner")],
            },
        ),
        migrations.CreateModel(
            name="IdempotencyRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("operation", models.CharField(max_length=60)),
                ("key", models.CharField(max_length=255)),
                ("fingerprint", models.BinaryField(max_length=32)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("body", models.TextField(default="")),
                ("secrets", models.JSONField(default=list)),
                ("intent", models.CharField(blank=True, default="", max_length=64)),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["created_at"], name="idempotency_age")],
                "constraints": [
                    models.UniqueConstraint(fields=("account", "operation", "key"), name="idempotency_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Identity",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("agent_id", models.CharField(max_length=22, unique=True)),
                ("public_key", models.BinaryField(help_text="SPKI, DER.", max_length=44)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="identities",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "identities",
            },
        ),
        migrations.CreateModel(
            name="ApiKey",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("name", models.CharField(max_length=50)),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                ("shown_prefix", models.CharField(max_length=24)),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="keys", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "agent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="keys",
                        to="marketplace.identity",
                        to_field="agent_id",
                    ),
                ),
                (
                    "tier",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to="marketplace.ratetier"
                    ),
                ),
            ],
            options={
                "verbose_name": "API key",
                "indexes": [models.Index(fields=["account", "-id"], name="key_of_account")],
            },
        ),
        migrations.CreateModel(
            name="SupportReport",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                (
                    "number",
                    models.PositiveIntegerField(
                        db_default=models.Func(models.Value("support_report_number"), function="nextval"),
                        editable=False,
                        unique=True,
                    ),
                ),
                ("summary", models.CharField(max_length=160)),
                ("description", models.TextField(max_length=5000)),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("bug", "bug"),
                            ("feature_request", "feature_request"),
                            ("improvement", "improvement"),
                            ("ui_ux", "ui_ux"),
                            ("performance", "performance"),
                            ("billing", "billing"),
                            ("content", "content"),
                            ("other", "other"),
                        ],
                        default="bug",
                        max_length=20,
                    ),
                ),
                (
                    "priority",
                    models.CharField(
                        choices=[("low", "low"), ("medium", "medium"), ("high", "high"), ("urgent", "urgent")],
                        default="medium",
                        max_length=10,
                    ),
                ),
                ("error_code", models.CharField(blank=True, max_length=100)),
                ("source_tool", models.CharField(blank=True, max_length=100)),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "open"), ("answered", "answered"), ("closed", "closed")],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("conversation_id", models.UUIDField(null=True, unique=True)),
                ("answered_at", models.DateTimeField(help_text="Last.", null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="support_reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "key",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="marketplace.apikey",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["account", "-id"], name="report_of_account"),
                    models.Index(condition=models.Q(("status", "open")), fields=["-id"], name="report_open"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("open", "answered", "closed"))), name="report_status_known"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="account",
            name="agent",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="marketplace.identity",
                to_field="agent_id",
            ),
        ),
    ]
