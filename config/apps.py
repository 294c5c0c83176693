from django.apps import AppConfig

# imported as a module: another default AppConfig in this namespace would be ambiguous
from django.contrib.admin import apps as admin
from oauth2_provider import apps as oauth


class ConfigApp(AppConfig):
    name = "config"
    default = True
    verbose_name = "Wiring"

    def ready(self) -> None:
        from marketplace.core import tracing

        tracing.start_reports()


class OfficeConfig(admin.AdminConfig):
    """Django's admin with our own site."""

    default = False
    default_site = "config.office.Office"
    verbose_name = "Back office"


class ProgramsConfig(oauth.DOTConfig):
    """django-oauth-toolkit with model names that can't be confused with applications to bounties."""

    default = False
    verbose_name = "OAuth"

    def ready(self) -> None:
        super().ready()
        names = self.get_model("Application")._meta
        names.verbose_name, names.verbose_name_plural = "program", "programs"
