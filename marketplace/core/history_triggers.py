"""For migrations: the trigger that writes the history of a table of settings."""

from django.db.migrations.operations import RunSQL


def keep_history(app: str, model: str, *, key: str = "id") -> RunSQL:
    """From now on each row that is added, changed or deleted in this model's table leaves a SettingChange
    (marketplace/migrations/sql/setting_history.sql). `key`: the column of its primary key. The migration depends on marketplace's
    `staff_accountability`.
    """
    table = f"{app}_{model}"
    return RunSQL(
        f"create trigger setting_history after insert or update or delete on {table} "
        f"for each row execute function setting_changed('{app}.{model}', '{key}')",
        f"drop trigger setting_history on {table}",
    )
