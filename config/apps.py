from django.apps import AppConfig
from django.contrib.admin import apps as admin  # by its module: a second default AppConfig must not be named here


class ConfigApp(AppConfig):
    name = "config"
    default = True
    verbose_name = "Wiring"


class OfficeConfig(admin.AdminConfig):
    """Django's admin, with our site instead of its own."""

    default = False
    default_site = "config.office.Office"
    verbose_name = "Back office"
