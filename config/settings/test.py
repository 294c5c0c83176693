"""pytest: the throw-away servers that config.devstack.pytest_plugin started, or the real ones named by the environment."""

import atexit
import os
import re
import shutil

from config.devstack import gates, leftovers

# What a test asserts must not depend on the machine it runs on; only the servers may be chosen.
for name in {*gates.configuration_names()} - {"DATABASE_URL", "REDIS_URL", "POSTGRES_BINDIR", "REDIS_SERVER"}:
    os.environ.pop(name, None)
os.environ["SANDBOX"] = "1"
os.environ.setdefault("DATABASE_URL", "postgresql://postgres@/postgres")
os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")

from config.settings.base import *  # noqa: E402, F403
from config.settings.base import broker, database, env  # noqa: E402

DATA_DIR = leftovers.make_throwaway_folder("tests").data_dir
atexit.register(shutil.rmtree, DATA_DIR, ignore_errors=True)
SECRET_KEY = "only-for-tests-" + "0123456789" * 5
DATABASES = {"default": database(env.str("DATABASE_URL"))}
# Each xdist worker counts in a Redis database of its own.
_worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
REDIS_URL = re.sub(r"(db=|/)\d+$", rf"\g<1>{int(_worker) + 1}", env.str("REDIS_URL"))
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = broker(REDIS_URL)
MEDIA_ROOT = DATA_DIR / "files"
WHITENOISE_AUTOREFRESH = True  # no scan of every static file for each test client
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# The library's 22 migrations make a third of the time that a test database takes. In one they make the same tables, which
# tests/house/test_migrations.py proves; the gate that prepares a demo instance runs the library's own.
MIGRATION_MODULES = {"oauth2_provider": "tests.oauth2_provider.migrations"}
