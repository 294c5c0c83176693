"""Files in an object store (S3 and what speaks its protocol), behind Django's storage interface.

Objects are private, written whole in one request and read in pieces. Every call has time limits and is tried twice at
most; a store that doesn't answer is StorageUnavailable (503). Never call it inside a transaction.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import File
from storages.backends.s3 import S3Storage

from marketplace.errors import StorageUnavailable

log = logging.getLogger(__name__)
CONNECT_SECONDS = 3
TRIES = 2
CONNECTIONS = 32  # as many as a web process has threads
# What a browser would be told that got hold of an object: never shown as a page, never kept. The type is what we sniffed.
_ON_EVERY_OBJECT = {"ContentDisposition": "attachment", "CacheControl": "private, no-store"}


class ObjectStore(S3Storage):
    """`timeout` is how many seconds the store may be silent, connecting apart."""

    def __init__(self, *, timeout: int = 10, **options: Any) -> None:
        config = Config(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=timeout,
            retries={"mode": "standard", "total_max_attempts": TRIES},
            max_pool_connections=CONNECTIONS,
            signature_version="s3v4",
            s3={"addressing_style": options.pop("addressing_style", "auto")},
            # Newer checksums in trailers are unknown to many stores that are not Amazon's.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        )
        # None leaves these to the usual places of AWS: environment, files, the machine's role.
        names = ("access_key", "secret_key", "security_token", "session_profile", "region_name", "endpoint_url")
        super().__init__(**(dict.fromkeys(names) | options), client_config=config)
        self._shared: Any = None
        self._making = threading.Lock()

    @property
    def connection(self) -> Any:
        """One for all threads, which its clients allow: each costs half a second and megabytes."""
        with self._making:
            if self._shared is None:
                self._shared = super().connection
            return self._shared

    def url(self, name: str, *_: Any, **__: Any) -> str:
        raise NotImplementedError("files are read by our own signed addresses only")

    def listdir(self, name: str) -> tuple[list[str], list[str]]:
        with _asking("list", name):
            found: tuple[list[str], list[str]] = super().listdir(name)
            return found

    def exists(self, name: str) -> bool:
        with _asking("look for", name):
            return bool(super().exists(name))

    def size(self, name: str) -> int:
        with _asking("look at", name):
            return int(super().size(name))

    def delete(self, name: str) -> None:
        with _asking("delete", name):
            super().delete(name)

    def _save(self, name: str, content: Any) -> str:
        """One request, whatever the size: nothing half written can stay behind, as parts of an upload would."""
        kind = getattr(content, "content_type", None) or self.default_content_type
        content.seek(0)
        with _asking("write", name):
            self.connection.meta.client.put_object(
                Bucket=self.bucket_name,
                Key=self._normalize_name(name),
                Body=content,
                ContentType=kind,
                **_ON_EVERY_OBJECT,
            )
        return name

    def _open(self, name: str, mode: str = "rb") -> "Incoming":
        if mode != "rb":
            raise ValueError("objects are opened for reading only; save() writes them")
        with _asking("read", name):
            key = self._normalize_name(name)
            answer = self.connection.meta.client.get_object(Bucket=self.bucket_name, Key=key)
        return Incoming(answer, name)


class Incoming(File):
    """An object while it arrives: read once, from start to end, as much at a time as is asked for."""

    def __init__(self, answer: dict[str, Any], name: str) -> None:
        super().__init__(answer["Body"], name)
        self._body: Any = answer["Body"]
        self.size: int = answer["ContentLength"]
        self._over = False

    def read(self, size: int | None = None) -> bytes:
        """Raises StorageUnavailable when it breaks off: what came is not all of it."""
        with _asking("read on", self.name or ""):
            data: bytes = self._body.read(size)
            return data

    def seekable(self) -> bool:
        return False

    @property
    def closed(self) -> bool:
        return self._over

    def close(self) -> None:
        self._over = True
        self._body.close()


@contextmanager
def _asking(what: str, name: str) -> Iterator[None]:
    """Raises FileNotFoundError for an object that isn't there, StorageUnavailable for everything else that goes wrong."""
    try:
        yield
    except ClientError as error:
        said = error.response.get("Error", {}).get("Code")
        if said in ("NoSuchKey", "404"):
            raise FileNotFoundError(name) from error
        raise _unavailable(what, name, error) from error
    except (BotoCoreError, OSError) as error:
        raise _unavailable(what, name, error) from error


def _unavailable(what: str, name: str, error: Exception) -> StorageUnavailable:
    log.error("the store of files can't be used", extra={"attempt": what, "key": name, "cause": str(error)[:300]})
    return StorageUnavailable()
