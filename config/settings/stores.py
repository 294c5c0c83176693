"""STORAGE_URL: where uploaded files are stored. If empty, in the folder DATA_DIR/files; `s3://` names a bucket.

s3://[key:secret@]bucket[/prefix][?endpoint=https://…&region=…&addressing=auto|path|virtual&timeout=10
    &downloads=through|direct]
"""

import re
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from config.settings import reading

FOLDER = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
EXAMPLE = "s3://my-bucket/files?region=eu-central-1"
# As Amazon allows them, which compatible stores follow.
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
_PREFIX = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*")
_REGION = re.compile(r"[a-z0-9-]{1,40}")
_OPTIONS = ("endpoint", "region", "addressing", "timeout", "downloads")
_SECONDS = range(1, 61)


def default(name: str) -> dict[str, Any]:
    """The entry of Django's STORAGES for this variable. Raises BadSetting, whose message never has a secret."""
    url = reading.text(name)
    if not url:
        return dict(FOLDER)
    try:
        options = _read(url)
    except ValueError as error:
        raise reading.BadSetting(
            f"{name}={reading.shown(url)} cannot be used: {error}; give an address like {EXAMPLE}"
        ) from None
    return {"BACKEND": "marketplace.providers.objects.ObjectStore", "OPTIONS": options}


def _read(url: str) -> dict[str, Any]:
    """Raises ValueError with the reason."""
    parts = _split(url)
    if parts.scheme != "s3":
        raise ValueError("it does not begin with s3://")
    bucket = parts.netloc.rpartition("@")[2]
    if not _BUCKET.fullmatch(bucket):
        raise ValueError("it names no bucket (small letters, digits, - and .; in a secret, / is written as %2F)")
    prefix = unquote(parts.path).strip("/")
    if prefix and not _PREFIX.fullmatch(prefix):
        raise ValueError("the prefix behind the bucket may have letters, digits, - _ . and /")
    return {"bucket_name": bucket, "location": prefix} | _credentials(parts) | _query_options(parts.query)


def _credentials(parts: SplitResult) -> dict[str, str]:
    if "@" not in parts.netloc:
        return {}  # AWS defaults: environment, files, the machine's role
    if not parts.username or not parts.password:
        raise ValueError("give both the key and its secret before the @, or neither")
    return {"access_key": unquote(parts.username), "secret_key": unquote(parts.password)}


def _query_options(query: str) -> dict[str, Any]:
    given = parse_qs(query, keep_blank_values=True)
    if unknown := sorted(set(given) - set(_OPTIONS)):
        raise ValueError(f"{unknown[0][:20]!r} is no option of it ({', '.join(_OPTIONS)} are)")
    if any(len(values) > 1 for values in given.values()):
        raise ValueError("an option stands there twice")
    found: dict[str, Any] = {}
    for option, (value,) in given.items():
        if option == "endpoint":
            found["endpoint_url"] = _endpoint(value)
        elif option == "region":
            if not _REGION.fullmatch(value):
                raise ValueError("the region is no name like eu-central-1")
            found["region_name"] = value
        elif option == "addressing":
            if value not in ("auto", "path", "virtual"):
                raise ValueError("addressing is auto, path or virtual")
            found["addressing_style"] = value
        elif option == "downloads":
            if value not in ("through", "direct"):
                raise ValueError("downloads are through (this service) or direct (from the store)")
            found["lends"] = value == "direct"
        elif value.isdecimal() and value.isascii() and len(value) < 4 and int(value) in _SECONDS:
            found["timeout"] = int(value)
        else:
            raise ValueError(f"timeout is a number of seconds from {_SECONDS[0]} to {_SECONDS[-1]}")
    return found


def _endpoint(value: str) -> str:
    """The URL of a compatible store, without a path: the bucket is added before or after it."""
    parts = _split(value)
    bare = not (parts.query or parts.fragment or parts.username or parts.path.strip("/")) and not re.search(
        r"\s", value
    )
    if parts.scheme not in ("http", "https") or not parts.hostname or not bare:
        raise ValueError("the endpoint is no bare address such as https://objects.example.org")
    return value.rstrip("/")


def _split(value: str) -> SplitResult:
    try:
        parts = urlsplit(value)
        _ = parts.port  # parsed on access
    except ValueError:  # its message may quote a secret
        raise ValueError("it is malformed (in a secret, / is written as %2F)") from None
    return parts
