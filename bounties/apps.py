from django.apps import AppConfig


class BountiesApp(AppConfig):
    name = "bounties"
    verbose_name = "Work"

    def ready(self) -> None:
        from bounties import plugs

        plugs.plug()
