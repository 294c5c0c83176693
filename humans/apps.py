import importlib.util
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register


class HumansApp(AppConfig):
    name = "humans"
    verbose_name = "People"

    def ready(self) -> None:
        from humans import plugs

        plugs.plug()


@register
def language_scorer_fits(**_: Any) -> list[CheckMessage]:
    """LANGUAGE_SCORER=sandbox only in a sandbox, and LANGUAGE_SCORER=local only with its packages."""
    name = settings.LANGUAGE_SCORER
    if name == "sandbox" and not settings.SANDBOX:
        return [Error("LANGUAGE_SCORER=sandbox outside a sandbox: anybody would have any level.", id="humans.E001")]
    missing = [needed for needed in ("pocketsphinx", "cefrpy") if importlib.util.find_spec(needed) is None]
    if name == "local" and missing:
        hint = "pip install 'agent-hiring-marketplace[speech]', or set http or none."
        return [Error(f"LANGUAGE_SCORER=local without {' and '.join(missing)}.", hint=hint, id="humans.E002")]
    return []
