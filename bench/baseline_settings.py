"""Settings of both baselines: the product's settings (database, applications) without its middleware.

`REST_FRAMEWORK` is empty for DRF's defaults, and the URLs are bench/baseline_urls.py. What remains costs time in any Django
service: persistent connections that are checked before use.
"""

from config.settings.dev import *  # noqa: F403

ROOT_URLCONF = "bench.baseline_urls"
REST_FRAMEWORK: dict[str, object] = {}
# allauth requires its middleware at startup; bench/baseline_wsgi.py removes it afterwards.
MIDDLEWARE = ["allauth.account.middleware.AccountMiddleware"]
