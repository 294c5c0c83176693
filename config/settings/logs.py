"""Logging: one JSON object per line to stderr, with the request id."""

from typing import Any

import orjson


def to_stderr(level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request": {"()": "marketplace.core.context.RequestFilter"}},
        "formatters": {
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s %(requestId)s",
                "rename_fields": {"asctime": "at", "levelname": "level", "name": "logger"},
                "json_serializer": lambda data, **_: orjson.dumps(data, default=str).decode(),
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json", "filters": ["request"]}},
        "root": {
            "handlers": ["stderr"],
            "level": level,
        },
        "loggers": {
            "django.server": {"level": "WARNING"},
            "django.request": {"level": "ERROR"},
            "stripe": {"level": "WARNING"},
            "fontTools": {"level": "WARNING"},  # of each PDF it tells every table of the font
            "botocore": {"level": "WARNING"},  # at DEBUG it logs what it signs
            "celery.beat": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
        },
    }
