"""Settings of how an instance is watched: log lines of requests and tasks, what counts as slow, and `/metrics`."""

from config.settings import reading

__all__ = ("ACCESS_LOG", "METRICS_TOKEN", "OTLP_ENDPOINT", "SENTRY_DSN", "SLOW_REQUEST_MS", "SLOW_STATEMENT_MS")

ACCESS_LOG = reading.flag("ACCESS_LOG", default=True)  # one line per request and per task
# Milliseconds from which a request, a task or a statement is logged as a warning, with its route; 0: never.
SLOW_REQUEST_MS = reading.whole_number("SLOW_REQUEST_MS", 2000, lowest=0, highest=600_000)
SLOW_STATEMENT_MS = reading.whole_number("SLOW_STATEMENT_MS", 500, lowest=0, highest=600_000)
METRICS_TOKEN = reading.text("METRICS_TOKEN")  # who scrapes /metrics sends it; without it there is no such address
if METRICS_TOKEN and len(METRICS_TOKEN) < 16:
    raise reading.BadSetting("METRICS_TOKEN is too short: give at least 16 letters and digits that nobody can guess")
# Where spans and reports of errors go; each needs its extra (`traces`, `sentry`), which is imported only then.
OTLP_ENDPOINT = reading.web_address("OTLP_ENDPOINT", example="http://127.0.0.1:4318/v1/traces")
SENTRY_DSN = reading.server_address("SENTRY_DSN", schemes=["https", "http"], example="https://key@sentry.example.org/1")
