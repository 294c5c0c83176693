"""The product's settings without the product: what the two baselines run with (bench/baseline_urls.py says which)."""

from config.settings.dev import *  # noqa: F403

ROOT_URLCONF = "bench.baseline_urls"
MIDDLEWARE: list[str] = []
REST_FRAMEWORK: dict[str, object] = {}
# allauth refuses to start without its middleware.
INSTALLED_APPS = [app for app in INSTALLED_APPS if not app.startswith("allauth")]  # noqa: F405
