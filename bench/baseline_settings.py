"""What both baselines run with: the product's settings (database, DRF's authentication aside) without its middleware.

`MIDDLEWARE` is empty, `REST_FRAMEWORK` is empty so that DRF is as it comes, and the urls are bench/baseline_urls.py. What
stays is what costs a request time in any Django service: persistent connections that are checked before use.
"""

from config.settings.dev import *  # noqa: F403

ROOT_URLCONF = "bench.baseline_urls"
MIDDLEWARE: list[str] = []
REST_FRAMEWORK: dict[str, object] = {}
# allauth refuses to start without its middleware.
INSTALLED_APPS = [app for app in INSTALLED_APPS if not app.startswith(("allauth", "django.contrib.admin"))]  # noqa: F405
