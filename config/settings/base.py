"""Settings shared by every environment. Each variable is explained in `.env.example` and docs/operations.md."""

from pathlib import Path
from typing import Any

import django_countries
import environ

from config.devstack import locations
from config.settings import logs, oauth, openapi, reading, redis_servers, stores, theme
from config.settings.databases import database as database
from config.settings.databases import databases as databases
from config.settings.watching import *  # noqa: F403

ROOT = locations.ROOT
SHIPPED = locations.SHIPPED  # docs/, templates/ and CHANGELOG.md are in it
env = environ.Env()

# ------------------------------------------------------------------ addresses and names
HOST = reading.text("HOST", "127.0.0.1")
PORT = reading.whole_number("PORT", 8000, lowest=1, highest=65535)
WAITING_PORT = reading.whole_number(
    "WAITING_PORT", 0, lowest=0, highest=65535
)  # of `config/waiting`; 0: `serve` takes any
BASE_URL = reading.web_address(
    "BASE_URL", locations.service_address(HOST, PORT), example="https://market.example.org"
).rstrip("/")
SERVICE_NAME = reading.text("SERVICE_NAME", "Agent Hiring Marketplace")
SUPPORT_EMAIL = reading.text("SUPPORT_EMAIL", "support@localhost.localdomain")
OPERATOR_ADDRESS = reading.text("OPERATOR_ADDRESS")  # one line, on the monthly statements of owners
SECURITY_CONTACT = reading.contact("SECURITY_CONTACT", SUPPORT_EMAIL)
API_KEY_PREFIX = reading.word("API_KEY_PREFIX", "ahm")
ALLOWED_HOSTS = ["*"]  # absolute URLs are built from BASE_URL, never from the Host header
DEBUG = False

# Play money, a movable clock, a readable mailbox. By default only while no DATABASE_URL is set.
SANDBOX = reading.flag("SANDBOX", default=not reading.text("DATABASE_URL"))
SANDBOX_OPEN = reading.flag("SANDBOX_OPEN", default=False)
STAFF_SECOND_FACTOR = reading.flag("STAFF_SECOND_FACTOR", default=False)
STRIPE_API_KEY = reading.text("STRIPE_API_KEY")
STRIPE_WEBHOOK_SECRET = reading.text("STRIPE_WEBHOOK_SECRET")
STRIPE_API_BASE = reading.web_address("STRIPE_API_BASE", example="http://127.0.0.1:12111")  # a sandbox's mock server

# Networks whose X-Forwarded-For is trusted, and private networks that webhooks may reach.
LOOPBACK = ["127.0.0.0/8", "::1/128"]  # `localhost` is often both
TRUSTED_PROXIES = env.list("TRUSTED_PROXIES", default=LOOPBACK if SANDBOX else [])
WEBHOOK_SENDERS = env.int("WEBHOOK_SENDERS", default=1)
WEBHOOK_ALLOW_NETWORKS = env.list("WEBHOOK_ALLOW_NETWORKS", default=LOOPBACK if SANDBOX else [])

# ------------------------------------------------------------------ money
TIP_CAP_PERCENT = 100  # of the seat's price: the maximum of all tips to one worker for one bounty
PICTURE_PLACE = reading.text("PICTURE_PLACE", "San Francisco, CA, US")  # city, state or nothing, ISO code
CARD_CLEARING_DAYS = reading.whole_number("CARD_CLEARING_DAYS", 0, lowest=0, highest=365)
CARD_PROVIDER = reading.text("CARD_PROVIDER", "stripe" if STRIPE_API_KEY else "sandbox" if SANDBOX else "none")

# Stablecoin payments (x402), disabled without X402_PAY_TO. `wallet/apps.py` checks that these settings are consistent.
X402_PAY_TO = reading.text("X402_PAY_TO")
# A sandbox that names no chain has its own, with a faucet: an address that nobody has a key for is paid there.
X402_CHAIN = reading.choice(
    "X402_CHAIN",
    "sandbox" if SANDBOX and not X402_PAY_TO else "node",
    ["node", "sandbox"] if SANDBOX else ["node"],
)
if X402_CHAIN == "sandbox":
    X402_PAY_TO = X402_PAY_TO or "0x5a4db0c500000000000000000000000000c0ffee"
X402_NETWORK = reading.text("X402_NETWORK", "eip155:84532" if SANDBOX else "eip155:8453")
X402_ASSET = reading.text("X402_ASSET")
X402_ASSET_NAME = reading.text("X402_ASSET_NAME")
X402_ASSET_VERSION = reading.text("X402_ASSET_VERSION")
X402_SIGNUP_CENTS = reading.whole_number("X402_SIGNUP_CENTS", 1000, lowest=100, highest=1_000_000)
X402_FACILITATOR_URL = reading.server_address(
    "X402_FACILITATOR_URL", schemes=["http", "https"], example="https://facilitator.example.org"
).rstrip("/")
X402_FACILITATOR_TOKEN = reading.text("X402_FACILITATOR_TOKEN")
X402_FACILITATOR_KEY = reading.text("X402_FACILITATOR_KEY")
X402_FACILITATOR_SECONDS = reading.whole_number("X402_FACILITATOR_SECONDS", 20, lowest=1, highest=120)
X402_RPC_URL = reading.server_address("X402_RPC_URL", schemes=["http", "https"], example="https://rpc.example.org")

# Card payments by agents (MPP): enabled in a sandbox, and with Stripe once the network id of the payee is set.
MPP_NETWORK_ID = reading.text("MPP_NETWORK_ID")
MPP_STRIPE_VERSION = reading.text("MPP_STRIPE_VERSION", "2026-07-29.preview")

# ------------------------------------------------------------------ applications
APPLICATION_REVIEWER = reading.choice("APPLICATION_REVIEWER", "rules", ["rules", "http", "none"])
APPLICATION_REVIEWER_URL = reading.web_address(
    "APPLICATION_REVIEWER_URL",
    schemes=["https", "http"] if SANDBOX else ["https"],  # as for webhooks: plain http in a sandbox only
    example="https://reviewer.example.org/review",
)
if APPLICATION_REVIEWER == "http" and not APPLICATION_REVIEWER_URL:
    raise reading.BadSetting(
        "APPLICATION_REVIEWER=http has nobody to ask: give its address as APPLICATION_REVIEWER_URL"
    )

# ------------------------------------------------------------------ spoken language
LANGUAGE_SCORER = reading.choice(
    "LANGUAGE_SCORER", "sandbox" if SANDBOX else "none", ["http", "local", "sandbox", "none"]
)
LANGUAGE_SCORER_URL = reading.web_address(
    "LANGUAGE_SCORER_URL", schemes=["https", "http"], example="https://speech.example.org/score"
)
LANGUAGE_SCORER_TOKEN = reading.text("LANGUAGE_SCORER_TOKEN")
if LANGUAGE_SCORER == "http" and not LANGUAGE_SCORER_URL:
    raise reading.BadSetting("LANGUAGE_SCORER=http has nobody to ask: give its address as LANGUAGE_SCORER_URL")

# ------------------------------------------------------------------ humanizations
DETECTOR = reading.choice(
    "DETECTOR", "sandbox" if SANDBOX else "none", ["http", "sandbox", "none"] if SANDBOX else ["http", "none"]
)
DETECTOR_URL = reading.web_address(
    "DETECTOR_URL", schemes=["https", "http"] if SANDBOX else ["https"], example="https://detector.example.org/score"
)
DETECTOR_TOKEN = reading.text("DETECTOR_TOKEN")
DETECTOR_SECONDS = 20.0
if DETECTOR == "http" and not DETECTOR_URL:
    raise reading.BadSetting("DETECTOR=http has nobody to ask: give its address as DETECTOR_URL")

# ------------------------------------------------------------------ limits
RATE_LIMIT_SCALE = reading.factor("RATE_LIMIT_SCALE", 1.0)
JSON_BODY_LIMIT = 1024 * 1024  # where the bounds of a body's fields don't allow more
FILE_LIMIT = 100 * 1024 * 1024
FILES_PER_SUBMISSION = 20
TERMS_VERSION = "2026-11-01"
PRIVACY_VERSION = "2026-11-01"

# ------------------------------------------------------------------ Django
INSTALLED_APPS = [
    "unfold.apps.BasicAppConfig",  # before the admin, whose templates it overrides
    "config.apps.OfficeConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "allauth.headless",
    "allauth.mfa",
    "allauth.usersessions",
    "config.apps.ProgramsConfig",
    "rest_framework",
    "django_filters",
    "config",  # before the library whose command `spectacular` it overrides
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",  # its copy of the script that makes pages quicker
    "heroicons",
    "marketplace",
    "webhooks",
    "wallet",
    "escrow",
    "humans",
    "bounties",
    "qa",
]
MIDDLEWARE = [
    "marketplace.api.middleware.GatewayMiddleware",  # before SecurityMiddleware, whose work it does for responses of its own
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "marketplace.api.session_kinds.BrowserSessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "marketplace.api.session_kinds.BrowserAccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "marketplace.web.readers_sign.ReadersSignMiddleware",
    "marketplace.web.sides.SideMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
APPEND_SLASH = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
# Pages are written in the reader's language, where there is a catalogue; everything else in English.
USE_I18N = True
LANGUAGE_CODE = "en-us"
LANGUAGES = [("en-gb", "English"), ("en-us", "English (US)"), ("es", "Español")]
# Before the libraries' own, so that our words count; and names of countries, by a library that is no Django app here.
LOCALE_PATHS = [ROOT / "marketplace" / "locale", Path(django_countries.__file__).parent / "locale"]
LANGUAGE_COOKIE_NAME = "lang"  # what a reader chose in the footer
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [SHIPPED / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "marketplace.web.shell.shell",
            ],
            "builtins": ["marketplace.web.tags"],
            "libraries": {
                "i18n": "marketplace.web.i18n",
                "heroicons": "marketplace.web.icons",
                "desk": "escrow.admin.case_screen.tags",
                "office": "marketplace.api.backoffice.tags",
            },
        },
    }
]
# Uploaded files: in the folder MEDIA_ROOT, or in the object store of STORAGE_URL.
STORAGES = {
    "default": stores.default("STORAGE_URL"),
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_URL = "/static/"
STATIC_ROOT: Path | None = None  # development serves files from the apps; production collects them
WHITENOISE_USE_FINDERS = True
FILE_UPLOAD_HANDLERS = ["marketplace.api.uploads.BoundedUploadHandler"]
# Form fields of a multipart body, or a whole body without files: as long as what the bounds of the fields of any route allow. The
# middleware has a limit for each route, and the upload handler one for files.
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = FILES_PER_SUBMISSION
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "marketplace.web.too_old.answer"
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"


def named_database() -> str:
    """DATABASE_URL; empty when it is not set."""
    schemes, example = ["postgresql", "postgres"], "postgresql://user:password@db.example.org:5432/ahm"
    return reading.server_address("DATABASE_URL", schemes=schemes, example=example)


def named_redis() -> str:
    """REDIS_URL; empty when it is not set."""
    return redis_servers.of_queue("REDIS_URL")


LIMITS_REDIS_URL = redis_servers.of_limits("LIMITS_REDIS_URL")  # empty: that of the queue


# ------------------------------------------------------------------ accounts and sessions
AUTH_USER_MODEL = "marketplace.Account"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_ADAPTER = "marketplace.services.sessions.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
# At most twice; wrong attempts keep counting, and the lifetime isn't extended.
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
# The same for every mailed code; the library's three minutes can be over before a mail arrives.
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_PREVENT_ENUMERATION = True
# Ours apply (marketplace/rules.py): the library's count in the cache, and per account. The remaining one limits guessing the
# second factor from many addresses with a known password; wrong passwords don't count towards it.
ACCOUNT_RATE_LIMITS = dict.fromkeys(
    [
        *("change_password", "change_phone", "manage_email", "reset_password", "reauthenticate", "confirm_email"),
        *("reset_password_from_key", "signup", "login", "request_login_code", "verify_phone"),
    ]
) | {"login_failed": "10/15m/key"}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/account/login"
LOGIN_URL = "/account/login"
LOGIN_REDIRECT_URL = "/today"
HEADLESS_ADAPTER = "marketplace.services.sessions.HeadlessAdapter"
HEADLESS_CLIENTS = ("app",)
HEADLESS_TOKEN_STRATEGY = "marketplace.api.session_kinds.TokenSessions"  # noqa: S105
HEADLESS_FRONTEND_URLS = {
    "account_confirm_email": BASE_URL + "/account/verify",
    "account_reset_password": BASE_URL + "/account/password/reset",
    "account_reset_password_from_key": BASE_URL + "/account/password/reset/confirm",
    "account_signup": BASE_URL + "/join",
}
USERSESSIONS_ADAPTER = "marketplace.services.devices.SessionsAdapter"
MFA_ADAPTER = "marketplace.services.sessions.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = SERVICE_NAME
MFA_TOTP_TOLERANCE = (
    1  # period of 30 s before and after: typed as the next one appears, a phone's clock a little off (RFC 6238, 5.2)
)
# In the database, so that sign-in works without Redis. It is used rarely: to accept a code of an authenticator app only once,
# and for the second factor's limit above.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "cache_entry",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

# ------------------------------------------------------------------ OAuth 2.1 for MCP clients (docs/oauth.md)
MCP_URL = BASE_URL + "/api/mcp"  # the only resource that tokens are valid for
OAUTH_NATIVE_SCHEMES = env.list("OAUTH_NATIVE_SCHEMES", default=["cursor", "vscode", "vscode-insiders", "windsurf"])
# The library's own model, named here because a model of ours refers to it.
OAUTH2_PROVIDER_APPLICATION_MODEL = "oauth2_provider.Application"
OAUTH2_PROVIDER = oauth.provider(BASE_URL, MCP_URL, SERVICE_NAME, OAUTH_NATIVE_SCHEMES)
# Plain http callbacks: `marketplace.rules.redirect_fault` accepts loopback only.
# templates.W003: `i18n` and `heroicons` are also names of tag libraries of installed apps, which ours are made of.
SILENCED_SYSTEM_CHECKS = ["oauth2_provider.W008", "templates.W003"]

UNFOLD = theme.of(SERVICE_NAME)  # of the admin site

# ------------------------------------------------------------------ mail
EMAIL_URL = reading.server_address(
    "EMAIL_URL", schemes=list(environ.Env.EMAIL_SCHEMES), example="smtp+tls://user:password@mail.example.org:587"
)
DEFAULT_FROM_EMAIL = reading.text("DEFAULT_FROM_EMAIL", f"{SERVICE_NAME} <no-reply@localhost.localdomain>")
if EMAIL_URL:
    vars().update(environ.Env.email_url_config(EMAIL_URL))
EMAIL_TIMEOUT = 10

# ------------------------------------------------------------------ pushes to browsers; without a key they are not offered
VAPID_PRIVATE_KEYS = reading.p256_keys("VAPID_PRIVATE_KEY")

# ------------------------------------------------------------------ API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["marketplace.api.authentication.ActorAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["marketplace.api.permissions.KeyOrSession"],
    "DEFAULT_RENDERER_CLASSES": ["marketplace.api.wire.JsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["marketplace.api.wire.JsonParser"],
    "DEFAULT_SCHEMA_CLASS": "marketplace.api.document.OperationSchema",
    "EXCEPTION_HANDLER": "marketplace.api.handler.handle",
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "marketplace.api.wire.AlwaysJson",
    "DEFAULT_PAGINATION_CLASS": None,
    "DEFAULT_METADATA_CLASS": None,  # OPTIONS is 405: the OpenAPI document describes the routes
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
}
SPECTACULAR_SETTINGS = openapi.of(
    SERVICE_NAME,
    (ROOT / "marketplace" / "api" / "introduction.md").read_text(),
    base_url=BASE_URL,
    support=SUPPORT_EMAIL,
)

# ------------------------------------------------------------------ Celery
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
# An unreachable Redis must never delay a request: publishing fails at once, and the sweeps find the work later.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": 5,
    "socket_connect_timeout": 0.5,
    "visibility_timeout": 900,
    "polling_interval": 3,  # seconds that a worker waits for one answer; a message ends the wait at once
    "max_retries": 0,
}


def broker(url: str) -> tuple[str, dict[str, Any]]:
    """The address as Celery's transport takes it, and its options."""
    address, options = redis_servers.of_broker(url)
    return address, CELERY_BROKER_TRANSPORT_OPTIONS | options


# ------------------------------------------------------------------ logs: one JSON object a line, with the request id
LOGGING = logs.to_stderr(reading.choice("LOG_LEVEL", "INFO", ["DEBUG", "INFO", "WARNING", "ERROR"]))
