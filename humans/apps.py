from django.apps import AppConfig


class HumansApp(AppConfig):
    name = "humans"
    verbose_name = "People"
