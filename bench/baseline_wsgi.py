"""The baselines' WSGI application. It sets its own settings module, because the environment names the product's."""

import os

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

os.environ["DJANGO_SETTINGS_MODULE"] = "bench.baseline_settings"
django.setup(set_prefix=False)
settings.MIDDLEWARE = []
application = WSGIHandler()
