"""The baselines' WSGI application; the environment names the product's settings, so this names its own."""

import os

from django.core.wsgi import get_wsgi_application

os.environ["DJANGO_SETTINGS_MODULE"] = "bench.baseline_settings"
application = get_wsgi_application()
