from django.apps import AppConfig


class QaApp(AppConfig):
    name = "qa"
    verbose_name = "Managed runs"

    def ready(self) -> None:
        from qa import plugs

        plugs.plug()
