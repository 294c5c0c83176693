"""Production: everything that matters is required from the environment, without defaults."""

from pathlib import Path
from urllib.parse import urlsplit

from config.settings import reading
from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_URL, STORAGES, broker, databases, env, named_database, named_redis

SECRET_KEY = reading.required("SECRET_KEY", "give a long random text and keep it")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
reading.required("DATABASE_URL", "name the PostgreSQL to use")
reading.required("REDIS_URL", "name the Redis to use")
DATABASES = databases(named_database())
REDIS_URL = named_redis()
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = broker(REDIS_URL)
DATA_DIR = Path(reading.text("DATA_DIR", "/var/lib/ahm"))
MEDIA_ROOT = DATA_DIR / "files"
STATIC_ROOT = Path(reading.text("STATIC_ROOT", "/srv/ahm/static"))
WHITENOISE_USE_FINDERS = False
# Names with a hash of the content, which browsers keep for good, and compressed variants beside each file.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = BASE_URL.startswith("https://")
SECURE_SSL_HOST = urlsplit(BASE_URL).netloc  # and not whatever host the request names
# Asked by probes and by Prometheus inside of a network, over plain http.
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$", r"^startupz$", r"^healthz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
CSRF_TRUSTED_ORIGINS = [BASE_URL]
