import django.db.models.deletion
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


# What was handed out as an invoice is what its reader has: nothing changes or deletes it.
FROZEN = """
create function escrow_invoice_frozen() returns trigger language plpgsql as $$
begin
    raise exception 'invoices are never changed or deleted';
end $$;

create trigger invoice_frozen before update or delete on escrow_invoice
    for each row execute function escrow_invoice_frozen();
"""
THAWED = """
drop trigger invoice_frozen on escrow_invoice;
drop function escrow_invoice_frozen();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("escrow", "0019_indexes_that_others_cover"),
        ("marketplace", "0018_request_ids"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="BillingDetails",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("text", models.TextField(blank=True, max_length=500)),
                ("updated_at", models.DateTimeField(default=marketplace.core.clock.now)),
            ],
        ),
        migrations.CreateModel(
            name="InvoiceSeries",
            fields=[
                ("year", models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ("last", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="InvoiceRun",
            fields=[
                ("month", models.DateField(primary_key=True, serialize=False)),
                ("due_at", models.DateTimeField()),
                ("last_account", models.UUIDField(help_text="Up to here the owners have theirs.", null=True)),
                ("done_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("done_at", None)), fields=["due_at"], name="invoice_run_due")
                ],
            },
        ),
        migrations.CreateModel(
            name="Invoice",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("year", models.PositiveSmallIntegerField()),
                ("number", models.PositiveIntegerField(help_text="Of the year's series: 1, 2, 3, without gaps.")),
                ("month", models.DateField(help_text="The first day of the month.")),
                ("fee_cents", models.BigIntegerField(help_text="Below zero: a credit note.")),
                (
                    "lines",
                    models.JSONField(
                        help_text="[{ bps, jobs, payCents, feeCents }]; bps is null for what appeals changed."
                    ),
                ),
                ("seller", models.TextField(help_text="As it was when the invoice was issued.")),
                ("buyer", models.TextField(help_text="As it was when the invoice was issued.")),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("year", "number"), name="invoice_number_once"),
                    models.UniqueConstraint(fields=("account", "month"), name="invoice_once_a_month"),
                    models.CheckConstraint(condition=models.Q(("number__gt", 0)), name="invoice_numbers_begin_at_one"),
                ],
            },
        ),
        migrations.RunSQL(FROZEN, THAWED),
    ]
