import os

from django.core.wsgi import get_wsgi_application

from marketplace.api.slow_bodies import SlowBodies
from marketplace.core import processes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
# Threads of a web server come and go, and a connection that belongs to one is not always closed with it.
os.environ.setdefault("DATABASE_POOL", "16")

processes.name("web")
application = SlowBodies(get_wsgi_application())
