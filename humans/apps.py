from django.apps import AppConfig


class HumansApp(AppConfig):
    name = "humans"
    verbose_name = "People"

    def ready(self) -> None:
        from humans import plugs

        plugs.plug()
