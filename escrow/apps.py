from django.apps import AppConfig


class EscrowApp(AppConfig):
    name = "escrow"
    verbose_name = "Escrow"

    def ready(self) -> None:
        from escrow import plugs

        plugs.plug()
