"""A checkout names the operation its key belongs to, and where its page leads back; its states hold together."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0002_checkouts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="checkout", name="checkout_key_once"),
        migrations.AddField("checkout", "operation", models.CharField(blank=True, max_length=60)),
        migrations.AddField(
            "checkout",
            "return_url",
            models.CharField(blank=True, help_text="Where the page's link back leads.", max_length=2000),
        ),
        migrations.AlterField(
            "checkout",
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
        migrations.AlterField(
            "checkout",
            "subject_id",
            models.UUIDField(help_text="What the money is for; empty for a plain deposit.", null=True),
        ),
        # Until now deposits were the only checkouts with a key.
        migrations.RunSQL(
            "update wallet_checkout set operation = 'wallet.deposit' where idempotency_key is not null",
            migrations.RunSQL.noop,
        ),
        migrations.AddConstraint(
            "checkout",
            models.CheckConstraint(
                condition=Q(status="paid", paid_at__isnull=False) | (~Q(status="paid") & Q(paid_at__isnull=True)),
                name="checkout_paid_has_its_moment",
            ),
        ),
        migrations.AddConstraint(
            "checkout",
            models.CheckConstraint(
                condition=Q(purpose="deposit", subject_id__isnull=True)
                | (~Q(purpose="deposit") & Q(subject_id__isnull=False)),
                name="checkout_purpose_has_its_subject",
            ),
        ),
        migrations.AddConstraint(
            "checkout",
            models.UniqueConstraint(
                condition=Q(idempotency_key__isnull=False),
                fields=("account", "operation", "idempotency_key"),
                name="checkout_once_per_key",
            ),
        ),
    ]
