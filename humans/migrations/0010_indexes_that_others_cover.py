import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# Each is the beginning of another index (tests/house/test_indexes.py). None is waited for, and nobody waits for it.
_COVERED = [
    ("humans_booking_booker_id_4506d4db", "humans_booking", "booker_id"),
    ("humans_booking_provider_id_0e96812e", "humans_booking", "provider_id"),
    ("humans_booking_subscription_id_cad65f6e", "humans_booking", "subscription_id"),
    ("humans_conversation_agent_id_150cb02f", "humans_conversation", "agent_id"),
    ("humans_conversation_human_id_c5a820dc", "humans_conversation", "human_id"),
    ("humans_message_conversation_id_6d64abff", "humans_message", "conversation_id"),
    ("humans_relation_owner_id_f2487d6a", "humans_relation", "owner_id"),
    ("humans_review_human_id_3d1acf74", "humans_review", "human_id"),
    ("humans_subscription_booker_id_7e9a3618", "humans_subscription", "booker_id"),
    ("humans_subscription_provider_id_5944b675", "humans_subscription", "provider_id"),
]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("humans", "0009_request_ids"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f'drop index concurrently if exists "{index}"',
                    f'create index concurrently if not exists "{index}" on "{table}" ("{column}")',
                )
                for index, table, column in _COVERED
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="booking",
                    name="booker",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bookings_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="booking",
                    name="provider",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bookings_received",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="booking",
                    name="subscription",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bookings",
                        to="humans.subscription",
                    ),
                ),
                migrations.AlterField(
                    model_name="conversation",
                    name="agent",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="conversations_led",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="conversation",
                    name="human",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="conversations_joined",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="message",
                    name="conversation",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="messages",
                        to="humans.conversation",
                    ),
                ),
                migrations.AlterField(
                    model_name="relation",
                    name="owner",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="relations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="review",
                    name="human",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reviews_received",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="subscription",
                    name="booker",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="subscriptions_booked",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="subscription",
                    name="provider",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="subscriptions_served",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
