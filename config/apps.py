from django.apps import AppConfig
from django.contrib.admin import apps as admin  # by its module: a second default AppConfig must not be named here
from oauth2_provider import apps as oauth


class ConfigApp(AppConfig):
    name = "config"
    default = True
    verbose_name = "Wiring"


class OfficeConfig(admin.AdminConfig):
    """Django's admin, with our site instead of its own."""

    default = False
    default_site = "config.office.Office"
    verbose_name = "Back office"


class ProgramsConfig(oauth.DOTConfig):
    """django-oauth-toolkit, in words that nobody takes for applications to bounties."""

    default = False
    verbose_name = "OAuth"

    def ready(self) -> None:
        super().ready()
        names = self.get_model("Application")._meta
        names.verbose_name, names.verbose_name_plural = "program", "programs"
