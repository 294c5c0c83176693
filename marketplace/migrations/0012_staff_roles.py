"""Roles of our staff as groups: whoever had the flags gets the group that they meant."""

from typing import Any

from django.db import migrations, models


def _give_groups(apps: Any, schema_editor: Any) -> None:
    Group, Account = apps.get_model("auth", "Group"), apps.get_model("marketplace", "Account")
    operator, support, _ = (Group.objects.get_or_create(name=name)[0] for name in ("operator", "support", "auditor"))
    staff = Account.objects.filter(is_staff=True)
    operator.user_set.add(*staff.filter(is_superuser=True))
    support.user_set.add(*staff.filter(is_superuser=False))


def _take_groups(apps: Any, schema_editor: Any) -> None:
    """Flags alone know no auditors and no operators but superusers: the former would become support, so they go out."""
    Group, Account = apps.get_model("auth", "Group"), apps.get_model("marketplace", "Account")
    reading = Account.objects.filter(is_superuser=False, groups__name="auditor").exclude(
        groups__name__in=["operator", "support"]
    )
    Account.objects.filter(pk__in=list(reading.values_list("pk", flat=True))).update(is_staff=False)
    Group.objects.filter(name__in=["operator", "support", "auditor"]).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("marketplace", "0011_cache_entries"),
    ]

    operations = [
        migrations.RunPython(_give_groups, _take_groups),
        migrations.AlterField(
            model_name="account",
            name="is_staff",
            field=models.BooleanField(default=False, help_text="May sign in to the admin; the group says as what."),
        ),
    ]
