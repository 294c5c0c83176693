"""For migrations: the trigger that writes the history of a table of settings."""

from django.db.migrations.operations import RunSQL


def keep_history(app: str, model: str, *, key: str = "id") -> RunSQL:
    """From now on each row that is added, changed or deleted in this model's table leaves a SettingChange
    (marketplace/migrations/sql/setting_history.sql). `key`: the column of its primary key. The migration depends on marketplace's
    `staff_accountability`.
    """
    return RunSQL(_created(app, model, key), _dropped(app, model))


def keep_history_without(app: str, model: str, columns: str, *, key: str = "id") -> RunSQL:
    """From now on the history of a table that has one says that these columns changed, and never what they held: nobody could
    erase it there. `columns`: separated by blanks. The migration depends on marketplace's `erasure_history_of_settings`.
    """
    return RunSQL(
        f"{_dropped(app, model)}; {_created(app, model, key, columns)}",
        f"{_dropped(app, model)}; {_created(app, model, key)}",
    )


def _created(app: str, model: str, *arguments: str) -> str:
    words = ", ".join(f"'{word}'" for word in (f"{app}.{model}", *arguments))
    return (
        f"create trigger setting_history after insert or update or delete on {app}_{model} "
        f"for each row execute function setting_changed({words})"
    )


def _dropped(app: str, model: str) -> str:
    return f"drop trigger setting_history on {app}_{model}"
