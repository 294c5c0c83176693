"""What both baselines run with: the product's settings (database, applications) without its middleware.

`REST_FRAMEWORK` is empty so that DRF is as it comes, and the urls are bench/baseline_urls.py. What stays is what costs a
request time in any Django service: persistent connections that are checked before use.
"""

from config.settings.dev import *  # noqa: F403

ROOT_URLCONF = "bench.baseline_urls"
REST_FRAMEWORK: dict[str, object] = {}
# allauth refuses to start without its own; bench/baseline_wsgi.py leaves that out, too, once it has started.
MIDDLEWARE = ["allauth.account.middleware.AccountMiddleware"]
