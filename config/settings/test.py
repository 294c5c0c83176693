"""pytest: the temporary servers of config.devstack.pytest_plugin, or those that the environment configures."""

import atexit
import os
import re
import shutil

from config.devstack import gates, leftovers

# Tests must not depend on the machine's configuration; only the servers may be chosen.
for name in {*gates.configuration_names()} - {"DATABASE_URL", "REDIS_URL", "POSTGRES_BINDIR", "REDIS_SERVER"}:
    os.environ.pop(name, None)
os.environ["SANDBOX"] = "1"
os.environ["X402_CHAIN"] = "node"  # tests bring a chain of their own, or none
os.environ.setdefault("DATABASE_URL", "postgresql://postgres@/postgres")
os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")

from config.settings.base import *  # noqa: E402, F403
from config.settings.base import broker, database, env  # noqa: E402

DATA_DIR = leftovers.make_throwaway_folder("tests").data_dir
atexit.register(shutil.rmtree, DATA_DIR, ignore_errors=True)
SECRET_KEY = "only-for-tests-" + "0123456789" * 5
VAPID_PRIVATE_KEYS = ["q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"]  # the example of RFC 8291, appendix A
DATABASES = {"default": database(env.str("DATABASE_URL"))}
DATABASES["default"]["TEST"] = {"TEMPLATE": os.environ.get("TEST_DATABASE_TEMPLATE")}  # migrated already, by a gate
# Each xdist worker has a Redis database of its own.
_worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
REDIS_URL = re.sub(r"(db=|/)\d+$", rf"\g<1>{int(_worker) + 1}", env.str("REDIS_URL"))
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = broker(REDIS_URL)
MEDIA_ROOT = DATA_DIR / "files"
ACCESS_LOG = False  # tests that read these lines switch it on
WHITENOISE_AUTOREFRESH = True  # no scan of all static files for each test client
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
