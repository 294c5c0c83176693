"""One machine: the embedded servers of DATA_DIR unless DATABASE_URL and REDIS_URL are set."""

from config.devstack import locations
from config.settings import reading
from config.settings.base import *  # noqa: F403
from config.settings.base import broker, databases, env, named_database, named_redis

DATA_DIR = locations.data_dir()
SECRET_KEY = reading.text("SECRET_KEY") or locations.secret_key(DATA_DIR)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
VAPID_PRIVATE_KEYS = reading.p256_keys("VAPID_PRIVATE_KEY") or [locations.push_key(DATA_DIR)]
DATABASES = databases(named_database() or locations.database_url(DATA_DIR))
REDIS_URL = named_redis() or locations.redis_url(DATA_DIR)
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = broker(REDIS_URL)
MEDIA_ROOT = DATA_DIR / "files"
