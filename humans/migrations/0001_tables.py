"""Profiles and what finds them, conversations, relations, reviews, services, spoken languages."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.operations
import django.db.models.deletion
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("humans", "0001_profiles_and_conversations"),
        ("humans", "0002_messaging"),
        ("humans", "0003_relations_reviews_photos"),
        ("humans", "0004_search_columns"),
        ("humans", "0005_search_indexes"),
        ("humans", "0006_accepts_invitations"),
        ("humans", "0007_a_conversation_for_each_kind"),
        ("humans", "0008_services"),
        ("humans", "0009_spoken_language"),
    ]

    initial = True

    dependencies = [
        ("escrow", "0001_tables"),
        ("marketplace", "0001_tables"),
        ("marketplace", "__first__"),
    ]

    operations = [
        django.contrib.postgres.operations.TrigramExtension(),
        migrations.CreateModel(
            name="Conversation",
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
                            ("bounty", "bounty"),
                            ("service-booking", "service-booking"),
                            ("feedback", "feedback"),
                            ("dispute", "dispute"),
                            ("platform-support", "platform-support"),
                            ("direct", "direct"),
                        ],
                        default="bounty",
                        max_length=20,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("active", "active"), ("archived", "archived"), ("converted", "converted")],
                        default="active",
                        max_length=12,
                    ),
                ),
                ("subject", models.CharField(max_length=200)),
                ("bounty_id", models.UUIDField(null=True)),
                ("application_id", models.UUIDField(null=True)),
                (
                    "booking_id",
                    models.UUIDField(help_text="Of a dispute about a cycle of a service subscription.", null=True),
                ),
                (
                    "subject_status",
                    models.CharField(blank=True, help_text="Written down by the subject's own step.", max_length=20),
                ),
                ("message_count", models.PositiveIntegerField(default=0)),
                ("unread_by_agent", models.PositiveIntegerField(default=0)),
                ("unread_by_human", models.PositiveIntegerField(default=0)),
                ("has_replies", models.BooleanField(default=False, help_text="Both sides have written.")),
                ("last_message_at", models.DateTimeField(null=True)),
                ("last_message_preview", models.CharField(blank=True, max_length=200)),
                (
                    "last_message_side",
                    models.CharField(blank=True, choices=[("agent", "agent"), ("human", "human")], max_length=5),
                ),
                ("completion_claimed_at", models.DateTimeField(null=True)),
                (
                    "mail_due_at",
                    models.DateTimeField(help_text="When the human is told of unread messages by mail.", null=True),
                ),
                ("mailed_at", models.DateTimeField(null=True)),
                ("updated_at", models.DateTimeField(default=marketplace.core.clock.now)),
                (
                    "agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="conversations_led",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "human",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="conversations_joined",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["agent", "-updated_at", "-id"], name="conversation_of_agent"),
                    models.Index(fields=["human", "-updated_at", "-id"], name="conversation_of_human"),
                    models.Index(fields=["agent", "status", "-updated_at", "-id"], name="conversation_agent_status"),
                    models.Index(
                        fields=["agent", "has_replies", "-updated_at", "-id"], name="conversation_agent_replies"
                    ),
                    models.Index(
                        condition=models.Q(("unread_by_agent__gt", 0)),
                        fields=["agent", "-updated_at", "-id"],
                        name="conversation_agent_unread",
                    ),
                    models.Index(fields=["agent", "subject"], name="conversation_agent_subject"),
                    models.Index(
                        condition=models.Q(("bounty_id__isnull", False)),
                        fields=["bounty_id"],
                        name="conversation_of_bounty",
                    ),
                    models.Index(
                        condition=models.Q(("mail_due_at__isnull", False)),
                        fields=["mail_due_at"],
                        name="conversation_mail_due",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                ("bounty", "service-booking", "feedback", "dispute", "platform-support", "direct"),
                            )
                        ),
                        name="conversation_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("active", "archived", "converted"))),
                        name="conversation_status_known",
                    ),
                    models.UniqueConstraint(fields=("application_id", "kind"), name="conversation_once_per_kind"),
                    models.UniqueConstraint(fields=("booking_id", "kind"), name="conversation_once_per_booking"),
                    models.CheckConstraint(
                        condition=models.Q(("agent", models.F("human")), _negated=True),
                        name="conversation_of_two_people",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("number", models.PositiveIntegerField(default=1)),
                ("sender_type", models.CharField(choices=[("agent", "agent"), ("human", "human")], max_length=5)),
                ("content", models.TextField(max_length=5000)),
                (
                    "message_type",
                    models.CharField(
                        choices=[
                            ("text", "text"),
                            ("task_request", "task_request"),
                            ("payment_offer", "payment_offer"),
                        ],
                        default="text",
                        max_length=20,
                    ),
                ),
                ("metadata", models.JSONField(default=dict)),
                (
                    "read_at",
                    models.DateTimeField(help_text="When the other side first had it in an answer.", null=True),
                ),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="messages", to="humans.conversation"
                    ),
                ),
                (
                    "sender",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("message_type", "payment_offer")),
                        fields=["conversation", "-number"],
                        name="message_offer",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("conversation", "number"), name="message_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("message_type__in", ("text", "task_request", "payment_offer"))),
                        name="message_type_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MessageRule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "phrase",
                    models.CharField(
                        help_text="Whole words; upper and lower case are the same.", max_length=100, unique=True
                    ),
                ),
                ("reason", models.CharField(help_text="What the sender is told.", max_length=200)),
                ("is_active", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
            ],
        ),
        migrations.CreateModel(
            name="Proficiency",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(max_length=8)),
                ("cefr", models.CharField(max_length=2)),
                ("cefr_score", models.FloatField(help_text="1 is A1, 6 is C2.", null=True)),
                ("confidence", models.FloatField(help_text="0 to 1.", null=True)),
                ("fluency", models.FloatField(help_text="0 to 1.", null=True)),
                ("provider", models.CharField(max_length=40)),
                ("model", models.CharField(blank=True, max_length=80)),
                ("evaluated_at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proficiencies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "proficiencies",
                "constraints": [models.UniqueConstraint(fields=("account", "language"), name="proficiency_of_person")],
            },
        ),
        migrations.CreateModel(
            name="Profile",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="profile",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("headline", models.CharField(blank=True, max_length=120)),
                ("bio", models.TextField(blank=True, max_length=5000)),
                ("gender", models.CharField(blank=True, max_length=20, null=True)),
                (
                    "skills",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=60), default=list, size=None
                    ),
                ),
                (
                    "expertise",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=60), default=list, size=None
                    ),
                ),
                ("city", models.CharField(blank=True, max_length=100)),
                ("country", models.CharField(blank=True, max_length=2)),
                ("is_remote_available", models.BooleanField(default=True)),
                ("hourly_rate_cents", models.BigIntegerField(null=True)),
                ("availability", models.JSONField(default=dict)),
                ("timezone", models.CharField(blank=True, max_length=64)),
                ("is_available", models.BooleanField(default=True)),
                ("is_featured", models.BooleanField(default=False, help_text="Set by operators.")),
                (
                    "accepts_invitations",
                    models.BooleanField(default=True, help_text="May be mailed about bounties that fit."),
                ),
                (
                    "way_of_working",
                    models.CharField(
                        choices=[("digital", "digital"), ("in_person", "in_person"), ("both", "both")],
                        max_length=9,
                        null=True,
                    ),
                ),
                (
                    "work_domains",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=60), default=list, size=None
                    ),
                ),
                (
                    "photo_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(),
                        default=list,
                        help_text="Files, in the order they are shown.",
                        size=None,
                    ),
                ),
                (
                    "is_complete",
                    models.BooleanField(default=False, help_text="Written with every edit; search asks for it."),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now)),
                ("updated_at", models.DateTimeField(default=marketplace.core.clock.now)),
                ("total_bookings", models.PositiveIntegerField(default=0, help_text="Seats whose work was paid.")),
                ("review_count", models.PositiveIntegerField(default=0)),
                ("rating_total", models.PositiveIntegerField(default=0, help_text="Sum of all ratings.")),
                (
                    "is_findable",
                    models.BooleanField(default=False, help_text="Complete, available, mail-verified, account active."),
                ),
                ("is_verified", models.BooleanField(default=False, help_text="A government document was checked.")),
                ("last_active_at", models.DateTimeField(default=marketplace.core.clock.now)),
                ("name_words", models.TextField(default=" ")),
                ("city_words", models.TextField(blank=True)),
                (
                    "terms",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(),
                        default=list,
                        help_text="Skills and expertise, folded.",
                        size=None,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_findable", True)),
                        fields=["-last_active_at", "-account"],
                        name="human_recent",
                    ),
                    models.Index(
                        condition=models.Q(("is_findable", True)),
                        fields=["country", "-last_active_at", "-account"],
                        name="human_country",
                    ),
                    models.Index(
                        condition=models.Q(("is_findable", True)),
                        fields=["city_words", "-last_active_at", "-account"],
                        name="human_city",
                    ),
                    models.Index(
                        condition=models.Q(("is_findable", True)),
                        fields=["gender", "-last_active_at", "-account"],
                        name="human_gender",
                    ),
                    models.Index(
                        condition=models.Q(("is_findable", True), ("is_featured", True)),
                        fields=["-last_active_at", "-account"],
                        name="human_featured",
                    ),
                    models.Index(
                        condition=models.Q(("is_findable", True), ("is_verified", True)),
                        fields=["-last_active_at", "-account"],
                        name="human_verified",
                    ),
                    models.Index(fields=["hourly_rate_cents"], name="human_rate"),
                    django.contrib.postgres.indexes.GinIndex(fields=["terms"], name="human_terms"),
                    django.contrib.postgres.indexes.GinIndex(
                        fields=["name_words"], name="human_name", opclasses=["gin_trgm_ops"]
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Relation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("kind", models.CharField(choices=[("blocked", "blocked"), ("preferred", "preferred")], max_length=9)),
                ("note", models.CharField(blank=True, max_length=280)),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now)),
                (
                    "human",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="relations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["owner", "kind", "-created_at", "-id"], name="relation_of_owner")],
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "human"), name="relation_once"),
                    models.CheckConstraint(
                        condition=models.Q(("owner", models.F("human")), _negated=True), name="relation_to_another"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Review",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("bounty_id", models.UUIDField()),
                ("rating", models.PositiveSmallIntegerField()),
                ("comment", models.TextField(blank=True, max_length=2000)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reviews_written",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "human",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reviews_received",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["human", "-id"], name="review_of_human")],
                "constraints": [
                    models.UniqueConstraint(fields=("bounty_id", "human"), name="review_once_per_seat"),
                    models.CheckConstraint(condition=models.Q(("rating__range", (1, 5))), name="review_rating_1_to_5"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Service",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("title", models.CharField(max_length=200)),
                ("description", models.TextField(max_length=5000)),
                ("category", models.CharField(max_length=40)),
                (
                    "price_cents",
                    models.BigIntegerField(help_text="The worker's pay for one appointment; our fee comes on top."),
                ),
                ("duration_minutes", models.PositiveSmallIntegerField()),
                ("is_active", models.BooleanField(default=True, help_text="Switched by its owner.")),
                ("hidden_at", models.DateTimeField(help_text="Taken off the list by our staff.", null=True)),
                ("hidden_reason", models.CharField(blank=True, max_length=300)),
                ("deleted_at", models.DateTimeField(null=True)),
                (
                    "words",
                    models.TextField(default=" ", help_text="Title and category, folded: what a search looks through."),
                ),
                ("updated_at", models.DateTimeField(default=marketplace.core.clock.now)),
                (
                    "human",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="services",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("deleted_at", None)), fields=["human", "-id"], name="service_of_human"
                    ),
                    models.Index(
                        condition=models.Q(("deleted_at", None), ("hidden_at", None), ("is_active", True)),
                        fields=["-id"],
                        name="service_newest",
                    ),
                    models.Index(
                        condition=models.Q(("deleted_at", None), ("hidden_at", None), ("is_active", True)),
                        fields=["price_cents", "id"],
                        name="service_price",
                    ),
                    models.Index(
                        condition=models.Q(("deleted_at", None), ("hidden_at", None), ("is_active", True)),
                        fields=["category", "-id"],
                        name="service_category",
                    ),
                    django.contrib.postgres.indexes.GinIndex(
                        fields=["words"], name="service_words", opclasses=["gin_trgm_ops"]
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("price_cents__gt", 0)), name="service_price_positive")
                ],
            },
        ),
        migrations.CreateModel(
            name="SpeechAttempt",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                (
                    "bounty_id",
                    models.UUIDField(help_text="The bounty it was recorded for. The level counts for every bounty."),
                ),
                ("language", models.CharField(max_length=8)),
                (
                    "status",
                    models.CharField(
                        choices=[("pending", "pending"), ("scored", "scored"), ("retry", "retry"), ("error", "error")],
                        default="pending",
                        max_length=7,
                    ),
                ),
                ("reason", models.CharField(blank=True, help_text="Why a recording gave no level.", max_length=40)),
                ("error_code", models.CharField(blank=True, help_text="What went wrong on our side.", max_length=40)),
                ("seconds", models.FloatField(help_text="How long the recording was.")),
                ("recording_id", models.UUIDField()),
                (
                    "storage_key",
                    models.CharField(blank=True, help_text="Empty once the recording was given up.", max_length=200),
                ),
                (
                    "due_at",
                    models.DateTimeField(
                        help_text="When it is asked about next; while it is, when that must be over.", null=True
                    ),
                ),
                ("asked", models.PositiveSmallIntegerField(default=0, help_text="How often the scorer was asked.")),
                ("cefr", models.CharField(blank=True, max_length=2)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="speech_attempts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["account", "-id"], name="speech_of_person"),
                    models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="speech_due"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "pending")), fields=("account",), name="speech_one_at_a_time"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("due_at__isnull", False), ("status", "pending")),
                            models.Q(models.Q(("status", "pending"), _negated=True), ("due_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="speech_due_while_pending",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Subscription",
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
                            ("pending_approval", "pending_approval"),
                            ("active", "active"),
                            ("past_due", "past_due"),
                            ("canceled", "canceled"),
                        ],
                        default="pending_approval",
                        max_length=16,
                    ),
                ),
                ("title", models.CharField(max_length=200)),
                ("price_cents", models.BigIntegerField(help_text="The worker's pay of one cycle.")),
                ("fee_cents", models.BigIntegerField()),
                ("duration_minutes", models.PositiveSmallIntegerField()),
                (
                    "interval",
                    models.CharField(
                        choices=[("weekly", "weekly"), ("biweekly", "biweekly"), ("monthly", "monthly")], max_length=10
                    ),
                ),
                ("start_time", models.TimeField()),
                ("timezone", models.CharField(help_text="The provider's, as it was then.", max_length=64)),
                ("first_date", models.DateField()),
                ("next_date", models.DateField(null=True)),
                ("next_cycle_at", models.DateTimeField(null=True)),
                ("past_due_since", models.DateTimeField(null=True)),
                ("approved_at", models.DateTimeField(null=True)),
                (
                    "cancel_requested_at",
                    models.DateTimeField(help_text="It ends when its next cycle would start.", null=True),
                ),
                ("canceled_at", models.DateTimeField(null=True)),
                ("end_reason", models.CharField(blank=True, max_length=20)),
                (
                    "booker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="subscriptions_booked",
                        to=settings.AUTH_USER_MODEL,
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
                    "provider",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="subscriptions_served",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "service",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="subscriptions", to="humans.service"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["booker", "-id"], name="subscription_of_booker"),
                    models.Index(fields=["provider", "-id"], name="subscription_of_provider"),
                    models.Index(
                        condition=models.Q(("status__in", ("pending_approval", "active", "past_due"))),
                        fields=["provider"],
                        name="subscription_slots",
                    ),
                    models.Index(
                        condition=models.Q(("next_cycle_at__isnull", False)),
                        fields=["next_cycle_at"],
                        name="subscription_due",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("booker", models.F("provider")), _negated=True),
                        name="subscription_of_two_people",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("fee_cents__gte", 0), ("price_cents__gt", 0)), name="subscription_price"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("canceled_at__isnull", False), ("next_cycle_at", None), ("status", "canceled")),
                            models.Q(models.Q(("status", "canceled"), _negated=True), ("canceled_at", None)),
                            _connector="OR",
                        ),
                        name="subscription_end_has_its_moment",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status__in", ("active", "past_due")), _negated=True),
                            models.Q(("next_cycle_at__isnull", False), ("next_date__isnull", False)),
                            _connector="OR",
                        ),
                        name="subscription_runs_on",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Booking",
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
                            ("pending_payment", "pending_payment"),
                            ("pending_approval", "pending_approval"),
                            ("confirmed", "confirmed"),
                            ("declined", "declined"),
                            ("auto_declined", "auto_declined"),
                            ("completed", "completed"),
                            ("cancelled", "cancelled"),
                            ("expired", "expired"),
                        ],
                        max_length=16,
                    ),
                ),
                ("date", models.DateField(help_text="The provider's own.")),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(null=True)),
                ("end_reason", models.CharField(blank=True, max_length=20)),
                (
                    "booker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bookings_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "escrow",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="escrow.escrow"
                    ),
                ),
                (
                    "provider",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bookings_received",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "subscription",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="bookings", to="humans.subscription"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["booker", "-id"], name="booking_of_booker"),
                    models.Index(fields=["booker", "status", "-id"], name="booking_of_booker_status"),
                    models.Index(fields=["provider", "-id"], name="booking_of_provider"),
                    models.Index(fields=["provider", "starts_at"], name="booking_calendar"),
                    models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="booking_due"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("subscription", "date"), name="booking_once_per_cycle"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ("pending_payment", "expired", "cancelled")),
                            ("escrow__isnull", False),
                            _connector="OR",
                        ),
                        name="booking_paid_has_its_escrow",
                    ),
                ],
            },
        ),
    ]
