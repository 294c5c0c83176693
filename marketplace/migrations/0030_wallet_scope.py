"""The scope `wallet` was a part of `pay`: whatever had that has both, and may do what it could."""

from django.db import migrations

_OF_CREDENTIALS = ("apikey", "connector")


def add(apps, schema_editor):
    for name in _OF_CREDENTIALS:
        for row in apps.get_model("marketplace", name).objects.filter(scopes__contains=["pay"]):
            if "wallet" not in row.scopes:
                row.scopes.append("wallet")
                row.save(update_fields=["scopes"])


def remove(apps, schema_editor):
    for name in _OF_CREDENTIALS:
        for row in apps.get_model("marketplace", name).objects.filter(scopes__contains=["wallet"]):
            row.scopes = [scope for scope in row.scopes if scope != "wallet"]
            row.save(update_fields=["scopes"])


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0029_push_key_of_a_device")]

    operations = [migrations.RunPython(add, remove)]
