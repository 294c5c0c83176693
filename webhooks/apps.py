from django.apps import AppConfig


class WebhooksApp(AppConfig):
    name = "webhooks"
    verbose_name = "Events and webhooks"

    def ready(self) -> None:
        from webhooks import plugs

        plugs.plug()
