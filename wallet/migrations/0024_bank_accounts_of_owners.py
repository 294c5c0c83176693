"""Which bank account payouts go to: its last digits, when it was given, who had asked for the page. Of old ones nothing is known."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0023_audit_indexes"),
    ]

    operations = [
        migrations.AddField(
            model_name="provideraccount",
            name="bank_asked_by",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="Name of the key or program then; of a person, their usr_ id.",
                max_length=100,
            ),
        ),
        migrations.AddField(
            model_name="provideraccount",
            name="bank_asked_via",
            field=models.CharField(blank=True, db_default="", help_text="key, oauth or session", max_length=10),
        ),
        migrations.AddField(
            model_name="provideraccount",
            name="bank_given_at",
            field=models.DateTimeField(
                help_text="When we learned of it; null for one that was given before this was kept.", null=True
            ),
        ),
        migrations.AddField(
            model_name="provideraccount",
            name="bank_given_by",
            field=models.CharField(blank=True, db_default="", max_length=100),
        ),
        migrations.AddField(
            model_name="provideraccount",
            name="bank_given_via",
            field=models.CharField(blank=True, db_default="", help_text="As bank_asked_via, by then.", max_length=10),
        ),
        migrations.AddField(
            model_name="provideraccount",
            name="bank_last4",
            field=models.CharField(
                blank=True, db_default="", help_text="As far as the provider says them.", max_length=4
            ),
        ),
        migrations.AddField(
            model_name="provideraccount",
            name="bank_ref",
            field=models.CharField(blank=True, db_default="", help_text="The provider's id of it.", max_length=200),
        ),
        migrations.AddField(
            model_name="provideraccount",
            name="bank_looked_at",
            field=models.DateTimeField(
                help_text="When the provider first said which one it is; null: not since this is kept.", null=True
            ),
        ),
    ]
