"""The baselines' WSGI application; the environment names the product's settings, so this names its own."""

import os

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

os.environ["DJANGO_SETTINGS_MODULE"] = "bench.baseline_settings"
django.setup(set_prefix=False)
settings.MIDDLEWARE = []
application = WSGIHandler()
