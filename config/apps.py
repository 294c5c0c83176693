from django.apps import AppConfig


class ConfigApp(AppConfig):
    name = "config"
    verbose_name = "Wiring"
