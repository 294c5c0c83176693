"""String foreign keys are invisible to import-linter: they, too, point down the stairs."""

from django.apps import apps

STAIRS = ["marketplace", "webhooks", "wallet", "escrow", "humans", "bounties", "qa"]  # bottom to top


def test_foreign_keys_point_down_the_stairs() -> None:
    upward = []
    for model in apps.get_models():
        if model._meta.app_label not in STAIRS:
            continue
        for field in model._meta.get_fields(include_hidden=False):
            target = getattr(field, "remote_field", None) and field.concrete and field.related_model
            if not target or target._meta.app_label not in STAIRS:
                continue
            if STAIRS.index(target._meta.app_label) > STAIRS.index(model._meta.app_label):
                upward.append(f"{model._meta.label}.{field.name} -> {target._meta.label}")
    assert upward == []
