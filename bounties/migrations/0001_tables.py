"""Bounties, applications, submissions, what operators settle about them, and the managed products that stand on them."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.text
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("bounties", "0001_bounties_applications_submissions"),
        ("bounties", "0002_the_whole_hire"),
        ("bounties", "0003_default_policies"),
        ("bounties", "0004_application_rank"),
        ("bounties", "0005_attendance_and_receipts"),
        ("bounties", "0006_discovery_indexes"),
        ("bounties", "0007_unpublished_due"),
        ("bounties", "0008_outreach"),
        ("bounties", "0009_owner_news"),
        ("bounties", "0010_direct_hires"),
        ("bounties", "0011_orders_of_what_is_over"),
        ("bounties", "0012_frozen_silence_policy"),
        ("bounties", "0013_raise_asked_at"),
        ("bounties", "0014_hires_by_offer"),
        ("bounties", "0015_words_and_places_together"),
        ("bounties", "0016_products"),
        ("bounties", "0017_pictures"),
        ("bounties", "0018_cakes"),
        ("bounties", "0019_cake_prices"),
    ]

    initial = True

    dependencies = [
        ("escrow", "0001_tables"),
        ("humans", "0001_tables"),
        ("marketplace", "0001_tables"),
        ("marketplace", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Bounty",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("agent_name", models.CharField(blank=True, max_length=100)),
                ("agent_type", models.CharField(blank=True, max_length=40)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("assigned", "assigned"),
                            ("cancelled", "cancelled"),
                            ("closed", "closed"),
                            ("closing", "closing"),
                            ("completed", "completed"),
                            ("in_review", "in_review"),
                            ("open", "open"),
                            ("paid", "paid"),
                            ("partially_filled", "partially_filled"),
                            ("paused", "paused"),
                            ("pending_deposit", "pending_deposit"),
                            ("pending_funding", "pending_funding"),
                            ("pending_review", "pending_review"),
                        ],
                        max_length=20,
                    ),
                ),
                ("is_private", models.BooleanField(default=False)),
                ("title", models.CharField(max_length=200)),
                ("description", models.TextField(max_length=5000)),
                ("completion_criteria", models.TextField(blank=True, max_length=5000)),
                (
                    "evidence_types",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=10), default=list, size=None
                    ),
                ),
                ("category", models.CharField(blank=True, help_text="A slug of the category rows.", max_length=30)),
                (
                    "skills_needed",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=60), default=list, size=None
                    ),
                ),
                ("city", models.CharField(blank=True, max_length=100)),
                ("state", models.CharField(blank=True, max_length=100)),
                ("country", models.CharField(blank=True, max_length=2)),
                ("is_remote_allowed", models.BooleanField(default=True)),
                (
                    "price_type",
                    models.CharField(choices=[("fixed", "fixed"), ("hourly", "hourly")], default="fixed", max_length=6),
                ),
                ("price_cents", models.BigIntegerField()),
                ("estimated_hours", models.DecimalField(decimal_places=3, max_digits=8)),
                ("seat_cents", models.BigIntegerField(help_text="The worker's pay of one seat.")),
                ("spots_available", models.PositiveIntegerField(default=1)),
                ("spots_filled", models.PositiveIntegerField(default=0)),
                ("application_count", models.PositiveIntegerField(default=0)),
                ("deadline", models.DateTimeField(help_text="Until when people can apply.")),
                (
                    "supported_countries",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=2), default=list, size=None
                    ),
                ),
                (
                    "intake_closed_countries",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=2), blank=True, default=list, size=None
                    ),
                ),
                ("identity_required", models.BooleanField(default=False)),
                ("linkedin_verified_required", models.BooleanField(default=False)),
                ("mic_check_required", models.BooleanField(default=False)),
                ("language_requirement", models.JSONField(null=True)),
                (
                    "excluded_source_ids",
                    django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None),
                ),
                ("completion_questions", models.JSONField(default=list)),
                ("required_links", models.JSONField(default=list)),
                ("application_details", models.JSONField(default=list)),
                (
                    "submission_mode",
                    models.CharField(
                        choices=[
                            ("application", "application"),
                            ("photo_upload", "photo_upload"),
                            ("video_upload", "video_upload"),
                            ("document_upload", "document_upload"),
                        ],
                        default="application",
                        max_length=16,
                    ),
                ),
                (
                    "upload_settings",
                    models.JSONField(
                        help_text="Of the upload modes: how many files, consent, confirmation.", null=True
                    ),
                ),
                ("auto_accept", models.BooleanField(default=True)),
                ("auto_accept_min_mic_score", models.DecimalField(decimal_places=3, max_digits=4, null=True)),
                ("keep_applicants_on_fill", models.BooleanField(default=False)),
                ("live_capture", models.CharField(blank=True, max_length=5)),
                ("check_ins", models.JSONField(null=True)),
                ("scheduled_start_at", models.DateTimeField(null=True)),
                ("scheduled_start_time_zone", models.CharField(blank=True, max_length=64)),
                ("start_window_minutes", models.PositiveIntegerField(null=True)),
                ("completion_window_hours", models.PositiveIntegerField(null=True)),
                ("response_window_hours", models.PositiveIntegerField(null=True)),
                ("auto_expire_ghosts", models.BooleanField(null=True)),
                ("signage", models.CharField(blank=True, max_length=20)),
                ("attendance_radius_meters", models.PositiveIntegerField(null=True)),
                ("lifecycle_messages", models.JSONField(default=dict)),
                ("karen", models.BooleanField(null=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("ordinary", "ordinary"),
                            ("rental", "rental"),
                            ("personal", "personal"),
                            ("picture", "picture"),
                            ("humanization", "humanization"),
                            ("qa", "qa"),
                            ("taste", "taste"),
                            ("cake", "cake"),
                        ],
                        default="ordinary",
                        max_length=12,
                    ),
                ),
                (
                    "product_ref",
                    models.CharField(
                        blank=True, help_text="Public id of the managed run that it is part of.", max_length=80
                    ),
                ),
                (
                    "stirred_at",
                    models.DateTimeField(
                        help_text="Something happened that its managed product has not seen yet.", null=True
                    ),
                ),
                ("went_live_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "screening_reason",
                    models.CharField(blank=True, help_text="Why an operator should look at it first.", max_length=300),
                ),
                (
                    "closing_to",
                    models.CharField(blank=True, help_text="While closing: closed or cancelled.", max_length=10),
                ),
                (
                    "pending_edit",
                    models.JSONField(
                        help_text="A confirmed price or spots edit that waits for its checkout.", null=True
                    ),
                ),
                ("offer_id", models.UUIDField(help_text="The payment offer that this hire took up.", null=True)),
                (
                    "raise_asked_at",
                    models.DateTimeField(
                        help_text="When that edit was confirmed; it is forgotten a day later.", null=True
                    ),
                ),
                (
                    "rejects_rest",
                    models.BooleanField(
                        default=False, help_text="Every seat is confirmed: the others are turned down."
                    ),
                ),
                ("close_reason", models.CharField(blank=True, max_length=60)),
                ("close_details", models.CharField(blank=True, max_length=500)),
                ("updated_at", models.DateTimeField(default=marketplace.core.clock.now)),
                (
                    "news",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=12), blank=True, default=list, size=None
                    ),
                ),
                ("news_due_at", models.DateTimeField(help_text="When the owner is mailed about the news.", null=True)),
                ("news_mailed_at", models.DateTimeField(null=True)),
                (
                    "deadline_mailed",
                    models.DateTimeField(help_text="The deadline whose end the owner was mailed about.", null=True),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bounties",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pool",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bounty",
                        to="escrow.escrow",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "bounties",
                "indexes": [
                    models.Index(fields=["owner", "-id"], name="bounty_of_owner"),
                    models.Index(
                        condition=models.Q(("is_private", False), ("status__in", ["open", "partially_filled"])),
                        fields=["-id"],
                        name="bounty_new",
                    ),
                    models.Index(
                        condition=models.Q(("is_private", False), ("status__in", ["open", "partially_filled"])),
                        fields=["-seat_cents", "-id"],
                        name="bounty_value",
                    ),
                    models.Index(
                        condition=models.Q(("is_private", False), ("status__in", ["open", "partially_filled"])),
                        fields=["-application_count", "-id"],
                        name="bounty_top",
                    ),
                    models.Index(
                        django.db.models.functions.text.Upper("city"),
                        models.OrderBy(models.F("id"), descending=True),
                        condition=models.Q(("is_private", False), ("status__in", ["open", "partially_filled"])),
                        name="bounty_city",
                    ),
                    models.Index(
                        condition=models.Q(("is_private", False), ("status__in", ["open", "partially_filled"])),
                        fields=["country", "-id"],
                        name="bounty_country",
                    ),
                    models.Index(
                        condition=models.Q(("is_private", False), ("status__in", ["open", "partially_filled"])),
                        fields=["category", "-id"],
                        name="bounty_category",
                    ),
                    models.Index(
                        condition=models.Q(("is_private", False), ("status__in", ["open", "partially_filled"])),
                        fields=["price_cents", "-id"],
                        name="bounty_price",
                    ),
                    models.Index(fields=["status", "-id"], name="bounty_status"),
                    models.Index(
                        condition=models.Q(("status__in", ["open", "partially_filled"]), _negated=True),
                        fields=["status", "-seat_cents", "-id"],
                        name="bounty_over_value",
                    ),
                    models.Index(
                        condition=models.Q(("status__in", ["open", "partially_filled"]), _negated=True),
                        fields=["status", "-application_count", "-id"],
                        name="bounty_over_top",
                    ),
                    models.Index(
                        condition=models.Q(
                            ("status__in", ("open", "partially_filled", "paused", "in_review", "pending_funding"))
                        ),
                        fields=["deadline"],
                        name="bounty_deadline_due",
                    ),
                    models.Index(
                        condition=models.Q(("status", "closing")), fields=["updated_at"], name="bounty_closing_due"
                    ),
                    models.Index(
                        condition=models.Q(("status", "pending_deposit")),
                        fields=["created_at"],
                        name="bounty_unpaid_due",
                    ),
                    models.Index(
                        condition=models.Q(("status__in", ["pending_deposit", "pending_review"])),
                        fields=["deadline"],
                        name="bounty_unpublished_due",
                    ),
                    models.Index(
                        condition=models.Q(("rejects_rest", True)), fields=["updated_at"], name="bounty_rest_due"
                    ),
                    models.Index(
                        condition=models.Q(("status", "pending_funding")),
                        fields=["raise_asked_at"],
                        name="bounty_raise_due",
                    ),
                    models.Index(
                        condition=models.Q(("news_due_at__isnull", False)),
                        fields=["news_due_at"],
                        name="bounty_news_due",
                    ),
                    models.Index(
                        condition=models.Q(("kind__in", ("rental", "personal"))),
                        fields=["owner", "-id"],
                        name="bounty_direct_of_owner",
                    ),
                    models.Index(
                        condition=models.Q(("stirred_at__isnull", False)), fields=["stirred_at"], name="bounty_stirred"
                    ),
                    django.contrib.postgres.indexes.GinIndex(fields=["skills_needed"], name="bounty_skills"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("spots_filled__lte", models.F("spots_available"))),
                        name="bounty_spots_not_overfilled",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("price_cents__gt", 0), ("seat_cents__gt", 0)), name="bounty_price_positive"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("offer_id__isnull", False)),
                        fields=("offer_id",),
                        name="bounty_takes_an_offer_up_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Application",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("status", models.CharField(default="pending", max_length=10)),
                ("cover_letter", models.TextField(blank=True, max_length=5000)),
                (
                    "proposed_price_cents",
                    models.BigIntegerField(help_text="The applicant's wish; it changes no money.", null=True),
                ),
                ("availability", models.CharField(blank=True, max_length=1000)),
                ("links", models.JSONField(default=list)),
                ("answers", models.JSONField(default=list)),
                ("file_kinds", models.JSONField(default=dict, help_text="What each file is for, by its id.")),
                ("consented_at", models.DateTimeField(null=True)),
                (
                    "country",
                    models.CharField(
                        blank=True, help_text="Where the applicant's device or document says they are.", max_length=2
                    ),
                ),
                (
                    "terms_snapshot",
                    models.JSONField(default=dict, help_text="Currency and compensation as they were when applying."),
                ),
                (
                    "response",
                    models.CharField(
                        blank=True, help_text="The owner's words on accepting or rejecting.", max_length=1000
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                ("confirm_by", models.DateTimeField(null=True)),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("start_by", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("complete_by", models.DateTimeField(null=True)),
                (
                    "active_at",
                    models.DateTimeField(help_text="The hired worker's last message or submission.", null=True),
                ),
                (
                    "nudge_at",
                    models.DateTimeField(help_text="When silence earns a nudge; empty once it was sent.", null=True),
                ),
                ("flag_at", models.DateTimeField(help_text="When silence is flagged; empty once it was.", null=True)),
                ("response_window_hours", models.PositiveIntegerField(null=True)),
                ("auto_expire_ghosts", models.BooleanField(null=True)),
                ("ghost_flagged_at", models.DateTimeField(null=True)),
                (
                    "needs_staff_at",
                    models.DateTimeField(help_text="Evidence was sent back and not replaced in time.", null=True),
                ),
                ("extension", models.JSONField(help_text="The latest request: hours, reason, state, when.", null=True)),
                (
                    "extension_until",
                    models.DateTimeField(help_text="A pending request holds back the release until then.", null=True),
                ),
                ("review_at", models.DateTimeField(help_text="When the automatic reviewer looks (again).", null=True)),
                ("review_attempts", models.PositiveSmallIntegerField(default=0)),
                ("review_state", models.CharField(blank=True, max_length=20)),
                ("review_reason", models.CharField(blank=True, max_length=300)),
                (
                    "review_warning_at",
                    models.DateTimeField(
                        help_text="When the owner is warned that evidence is soon accepted by the clock.", null=True
                    ),
                ),
                ("rejection_mailed_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("end_reason", models.CharField(blank=True, max_length=30)),
                (
                    "rank",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Case(
                            models.When(status="accepted", then=2), models.When(status="rejected", then=0), default=1
                        ),
                        help_text="For the order `recommended`: accepted first, rejected last.",
                        output_field=models.SmallIntegerField(),
                    ),
                ),
                (
                    "conversation",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="humans.conversation",
                    ),
                ),
                (
                    "escrow",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="escrow.escrow"
                    ),
                ),
                ("files", models.ManyToManyField(related_name="+", to="marketplace.file")),
                (
                    "human",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="applications",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "bounty",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="applications", to="bounties.bounty"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["bounty", "status", "-id"], name="application_of_bounty"),
                    models.Index(fields=["bounty", "-id"], name="application_newest"),
                    models.Index(fields=["bounty", "-rank", "-id"], name="application_recommended"),
                    models.Index(fields=["human", "-id"], name="application_of_human"),
                    models.Index(fields=["human", "status", "-id"], name="application_human_status"),
                    models.Index(
                        condition=models.Q(("confirmed_at", None), ("status", "accepted")),
                        fields=["confirm_by"],
                        name="application_confirm_due",
                    ),
                    models.Index(
                        condition=models.Q(("start_by__isnull", False), ("started_at", None), ("status", "accepted")),
                        fields=["start_by"],
                        name="application_start_due",
                    ),
                    models.Index(
                        condition=models.Q(("complete_by__isnull", False), ("status", "accepted")),
                        fields=["complete_by"],
                        name="application_complete_due",
                    ),
                    models.Index(
                        condition=models.Q(("nudge_at__isnull", False), ("status", "accepted")),
                        fields=["nudge_at"],
                        name="application_nudge_due",
                    ),
                    models.Index(
                        condition=models.Q(("flag_at__isnull", False), ("status", "accepted")),
                        fields=["flag_at"],
                        name="application_flag_due",
                    ),
                    models.Index(
                        condition=models.Q(("review_at__isnull", False), ("status", "pending")),
                        fields=["review_at"],
                        name="application_review_due",
                    ),
                    models.Index(
                        condition=models.Q(("review_warning_at__isnull", False)),
                        fields=["review_warning_at"],
                        name="application_warning_due",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("bounty", "human"), name="application_once_per_bounty")
                ],
            },
        ),
        migrations.CreateModel(
            name="Attendance",
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
                        choices=[("on_the_way", "on_the_way"), ("arrived", "arrived"), ("left", "left")], max_length=10
                    ),
                ),
                (
                    "distance_meters",
                    models.PositiveIntegerField(help_text="To the task's place, when that is known.", null=True),
                ),
                ("accuracy_meters", models.PositiveIntegerField(help_text="As the device says.", null=True)),
                (
                    "captured_at",
                    models.DateTimeField(help_text="When the device took its position, by its own clock.", null=True),
                ),
                ("on_the_way_at", models.DateTimeField(null=True)),
                ("arrived_at", models.DateTimeField(null=True)),
                ("left_at", models.DateTimeField(null=True)),
                ("history", models.JSONField(default=list)),
                (
                    "application",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attendance",
                        to="bounties.application",
                    ),
                ),
                (
                    "bounty",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="attendance", to="bounties.bounty"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "attendance",
                "indexes": [models.Index(fields=["bounty", "-id"], name="attendance_of_bounty")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("left_at", None), ("arrived_at__lte", models.F("left_at")), _connector="OR"
                        ),
                        name="attendance_left_after_arrival",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CakeOrder",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("recipient_name", models.CharField(max_length=100)),
                ("address", models.CharField(max_length=300)),
                ("city", models.CharField(max_length=100)),
                ("country", models.CharField(max_length=2)),
                ("deliver_at", models.DateTimeField()),
                ("message", models.CharField(blank=True, max_length=300)),
                (
                    "size",
                    models.CharField(
                        choices=[("small", "small"), ("medium", "medium"), ("large", "large")], max_length=6
                    ),
                ),
                ("price_cents", models.PositiveIntegerField()),
                ("fee_cents", models.PositiveIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("assigned", "assigned"),
                            ("completed", "completed"),
                            ("delivered", "delivered"),
                            ("funded", "funded"),
                            ("quoted", "quoted"),
                            ("refunded", "refunded"),
                        ],
                        default="quoted",
                        max_length=10,
                    ),
                ),
                ("expires_at", models.DateTimeField(help_text="Until when the quote can be paid.")),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "bounty",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="bounties.bounty"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["owner", "-id"], name="cake_of_owner"),
                    models.Index(fields=["status", "-id"], name="cake_status"),
                    models.Index(
                        condition=models.Q(("status__in", ("funded", "assigned", "delivered"))),
                        fields=["deliver_at"],
                        name="cake_running",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CakePrice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("country", models.CharField(blank=True, max_length=2)),
                (
                    "size",
                    models.CharField(
                        choices=[("small", "small"), ("medium", "medium"), ("large", "large")], max_length=6
                    ),
                ),
                ("price_cents", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("country", "size"), name="cake_price_once"),
                    models.CheckConstraint(condition=models.Q(("price_cents__gte", 100)), name="cake_price_sensible"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Category",
            fields=[
                ("slug", models.SlugField(max_length=30, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
                ("is_active", models.BooleanField(default=True)),
            ],
            options={
                "verbose_name_plural": "categories",
            },
        ),
        migrations.CreateModel(
            name="Humanization",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("subject", models.CharField(blank=True, help_text="Public.", max_length=80)),
                ("format", models.CharField(default="text", max_length=10)),
                (
                    "transformation",
                    models.CharField(
                        choices=[
                            ("paraphrase", "paraphrase"),
                            ("tone", "tone"),
                            ("clarity", "clarity"),
                            ("shorten", "shorten"),
                            ("expand", "expand"),
                            ("general_rewrite", "general_rewrite"),
                        ],
                        max_length=20,
                    ),
                ),
                ("turnaround_minutes", models.PositiveIntegerField(help_text="From acceptance.")),
                ("percentage", models.PositiveSmallIntegerField(help_text="Of the words that applicants rewrite.")),
                ("maximum_words", models.PositiveSmallIntegerField()),
                ("require_resume", models.BooleanField(default=False)),
                ("sealed_source", models.TextField()),
                ("sealed_instructions", models.TextField(blank=True)),
                ("sealed_sample", models.TextField()),
                ("sealed_screening_instructions", models.TextField(blank=True)),
                (
                    "bounty",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="humanization", to="bounties.bounty"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("wave", models.PositiveSmallIntegerField()),
                (
                    "bounty",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="bounties.bounty",
                    ),
                ),
                (
                    "human",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["human", "-created_at"], name="invitation_of_human")],
                "constraints": [models.UniqueConstraint(fields=("bounty", "human"), name="invitation_once_per_bounty")],
            },
        ),
        migrations.CreateModel(
            name="MicSample",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("number", models.PositiveSmallIntegerField(help_text="Of this person's samples for this bounty.")),
                (
                    "status",
                    models.CharField(
                        choices=[("pending", "pending"), ("scored", "scored"), ("error", "error")],
                        default="pending",
                        max_length=7,
                    ),
                ),
                ("seconds", models.FloatField(help_text="How long the recording was.")),
                ("recording_id", models.UUIDField()),
                (
                    "storage_key",
                    models.CharField(blank=True, help_text="Empty once the recording was given up.", max_length=200),
                ),
                (
                    "due_at",
                    models.DateTimeField(
                        help_text="When it is to be scored; while it is, when that must be over.", null=True
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("scored_at", models.DateTimeField(null=True)),
                ("error", models.CharField(blank=True, help_text="Why it could not be scored.", max_length=40)),
                ("sig", models.FloatField(help_text="DNSMOS, 1 to 5: how natural the voice sounds.", null=True)),
                ("bak", models.FloatField(help_text="DNSMOS, 1 to 5: how little the background disturbs.", null=True)),
                ("ovrl", models.FloatField(help_text="DNSMOS, 1 to 5: overall.", null=True)),
                ("snr_db", models.FloatField(null=True)),
                ("level_db", models.FloatField(help_text="Of the speech, below full scale.", null=True)),
                ("bandwidth_hz", models.PositiveIntegerField(null=True)),
                ("speech_seconds", models.FloatField(null=True)),
                (
                    "issues",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=30), default=list, size=None
                    ),
                ),
                (
                    "bounty",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="mic_samples",
                        to="bounties.bounty",
                    ),
                ),
                (
                    "human",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["human", "-id"], name="mic_sample_of_human"),
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="mic_sample_due"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("bounty", "human", "number"), name="mic_sample_numbered"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("due_at__isnull", False), ("status", "pending")),
                            models.Q(models.Q(("status", "pending"), _negated=True), ("due_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="mic_sample_due_while_pending",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="NoticeRule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("city", models.CharField(blank=True, max_length=100)),
                ("country", models.CharField(blank=True, max_length=2)),
                ("hours", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("country", "city"), name="notice_rule_once_per_place")],
            },
        ),
        migrations.CreateModel(
            name="Outreach",
            fields=[
                (
                    "bounty",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="outreach",
                        serialize=False,
                        to="bounties.bounty",
                    ),
                ),
                (
                    "target",
                    models.PositiveIntegerField(default=0, help_text="How many people it means to invite in all."),
                ),
                ("wave", models.PositiveSmallIntegerField(default=0, help_text="How many waves have gone out.")),
                (
                    "next_wave_at",
                    models.DateTimeField(
                        help_text="Waits while the listing is paused; empty after the last.", null=True
                    ),
                ),
                ("boosted_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name_plural": "outreach",
                "indexes": [
                    models.Index(
                        condition=models.Q(("next_wave_at__isnull", False)),
                        fields=["next_wave_at"],
                        name="outreach_wave_due",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PayMinimum",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("country", models.CharField(max_length=2)),
                ("state", models.CharField(blank=True, max_length=100)),
                ("city", models.CharField(blank=True, max_length=100)),
                ("currency", models.CharField(default="USD", max_length=3)),
                ("hourly_cents", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("country", "state", "city", "currency"), name="pay_minimum_once_per_area"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("version", models.PositiveSmallIntegerField()),
                ("number", models.CharField(max_length=40, unique=True)),
                ("seat_count", models.PositiveIntegerField(help_text="How many released seats it lists.")),
                (
                    "billing_email",
                    models.EmailField(
                        blank=True,
                        help_text="Recorded when made, or when it is first mailed; then it stays.",
                        max_length=254,
                    ),
                ),
                ("data", models.JSONField(default=dict)),
                (
                    "bounty",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="receipts", to="bounties.bounty"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("bounty", "version"), name="receipt_version_once")],
            },
        ),
        migrations.CreateModel(
            name="ScreeningRule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("phrase", models.CharField(max_length=100, unique=True)),
                ("reason", models.CharField(help_text="What the reviewer should look for.", max_length=200)),
                ("is_active", models.BooleanField(default=True)),
            ],
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("status", models.CharField(default="pending_review", max_length=16)),
                ("text_evidence", models.TextField(blank=True, max_length=10000)),
                ("links", models.JSONField(default=list)),
                ("answers", models.JSONField(default=list)),
                (
                    "form",
                    models.JSONField(
                        default=dict, help_text="What a managed product asked for besides: findings, or a vote."
                    ),
                ),
                ("checks", models.JSONField(default=dict)),
                ("response", models.CharField(blank=True, max_length=1000)),
                ("finalized_at", models.DateTimeField(null=True)),
                (
                    "application",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="submissions",
                        to="bounties.application",
                    ),
                ),
                (
                    "bounty",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="submissions", to="bounties.bounty"
                    ),
                ),
                ("files", models.ManyToManyField(related_name="+", to="marketplace.file")),
            ],
            options={
                "indexes": [models.Index(fields=["bounty", "-id"], name="submission_of_bounty")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "pending_review")),
                        fields=("application",),
                        name="submission_one_in_review_per_seat",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Picture",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                (
                    "key",
                    models.CharField(
                        help_text="The caller's idempotency key: for ever the name of this request.", max_length=255
                    ),
                ),
                ("location", models.CharField(max_length=300)),
                ("subject", models.CharField(max_length=1000)),
                ("tier", models.CharField(choices=[("standard", "standard"), ("express", "express")], max_length=10)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("awaiting_funding", "awaiting_funding"),
                            ("delivered", "delivered"),
                            ("failed", "failed"),
                            ("processing", "processing"),
                        ],
                        default="awaiting_funding",
                        max_length=20,
                    ),
                ),
                ("deliver_by", models.DateTimeField(help_text="The target, counted from the request.")),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "bounty",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="picture",
                        to="bounties.bounty",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
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
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("awaiting_funding", "processing"))),
                        fields=["deliver_by"],
                        name="picture_due",
                    ),
                    models.Index(fields=["status", "-id"], name="picture_status"),
                ],
                "constraints": [models.UniqueConstraint(fields=("owner", "key"), name="picture_once_per_key")],
            },
        ),
        migrations.CreateModel(
            name="Rewrite",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("recording_seconds", models.PositiveIntegerField(help_text="Where its container says so.", null=True)),
                (
                    "attested",
                    models.BooleanField(default=False, help_text="The applicant says that it is their own work."),
                ),
                (
                    "sealed_text",
                    models.TextField(help_text="The document's text, encrypted; empty once it was scored."),
                ),
                ("word_count", models.PositiveIntegerField()),
                (
                    "score_at",
                    models.DateTimeField(
                        help_text="When the detector is to be asked; empty once that is over.", null=True
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                (
                    "detector_state",
                    models.CharField(
                        blank=True,
                        choices=[("complete", "complete"), ("partial", "partial"), ("unavailable", "unavailable")],
                        max_length=12,
                    ),
                ),
                ("ai_fraction", models.DecimalField(decimal_places=4, max_digits=5, null=True)),
                ("scores", models.JSONField(default=list, help_text="What the detector said of each part.")),
                ("scored_at", models.DateTimeField(null=True)),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("approved", "approved"),
                            ("rejected", "rejected"),
                            ("needs_manual_review", "needs_manual_review"),
                        ],
                        max_length=20,
                    ),
                ),
                ("reason", models.CharField(blank=True, help_text="Why it needs a manual review.", max_length=60)),
                (
                    "application",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rewrites", to="bounties.application"
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="marketplace.file"
                    ),
                ),
                (
                    "humanization",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rewrites", to="bounties.humanization"
                    ),
                ),
                (
                    "recording",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="marketplace.file"
                    ),
                ),
                (
                    "resume",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="marketplace.file"
                    ),
                ),
                (
                    "submission",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rewrite",
                        to="bounties.submission",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["humanization", "-id"], name="rewrite_of_humanization"),
                    models.Index(
                        condition=models.Q(("decision", "needs_manual_review")),
                        fields=["-id"],
                        name="rewrite_for_people",
                    ),
                    models.Index(
                        condition=models.Q(("score_at__isnull", False)), fields=["score_at"], name="rewrite_score_due"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TaskPlace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("latitude", models.FloatField()),
                ("longitude", models.FloatField()),
                (
                    "bounty",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="place", to="bounties.bounty"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("latitude__gte", -90),
                            ("latitude__lte", 90),
                            ("longitude__gte", -180),
                            ("longitude__lte", 180),
                        ),
                        name="task_place_on_earth",
                        violation_error_message="Latitude is -90 to 90, longitude -180 to 180.",
                    )
                ],
            },
        ),
    ]
