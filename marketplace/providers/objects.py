"""Files in an object store (S3 and compatible ones), behind Django's storage interface.

Objects are private, written in one request and read in chunks. Each call has a timeout and at most two attempts; a store that
doesn't answer raises StorageUnavailable (503). Never call it inside a transaction.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import File
from django.utils.http import content_disposition_header
from storages.backends.s3 import S3Storage

from marketplace.errors import StorageUnavailable

log = logging.getLogger(__name__)
CONNECT_SECONDS = 3
ATTEMPTS = 2
LENT_SECONDS = 60  # enough to begin a download, which then goes on
CONNECTIONS = 32  # one per thread of a web process
# For a browser that gets access to an object: never rendered, never cached. The type is the detected one.
_OBJECT_HEADERS = {"ContentDisposition": "attachment", "CacheControl": "private, no-store"}


class ObjectStore(S3Storage):
    """`timeout`: seconds of silence after which a read fails; connecting has its own limit. `lends`: whoever may read a file is
    sent to the store for it (`lend`).
    """

    def __init__(self, *, timeout: int = 10, lends: bool = False, **options: Any) -> None:
        self.lends = lends
        config = Config(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=timeout,
            retries={"mode": "standard", "total_max_attempts": ATTEMPTS},
            max_pool_connections=CONNECTIONS,
            signature_version="s3v4",
            s3={"addressing_style": options.pop("addressing_style", "auto")},
            # Many compatible stores don't support the newer checksums in trailers.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        )
        # None: boto looks in the usual places (environment, files, the machine's role).
        names = ("access_key", "secret_key", "security_token", "session_profile", "region_name", "endpoint_url")
        super().__init__(**(dict.fromkeys(names) | options), client_config=config)
        self._shared: Any = None
        self._making = threading.Lock()

    @property
    def connection(self) -> Any:
        """One client for all threads, which boto allows: each costs half a second and megabytes."""
        with self._making:
            if self._shared is None:
                self._shared = super().connection
            return self._shared

    def url(self, name: str, *_: Any, **__: Any) -> str:
        raise NotImplementedError("files are read by our own signed addresses only")

    def lend(self, name: str, *, filename: str, content_type: str) -> str:
        """An address of the store that gives this object to whoever has it, for `LENT_SECONDS`, with the headers that we would
        send. Made here, without a call. Raises StorageUnavailable (503) when there are no credentials.
        """
        answer = {
            "ResponseContentType": content_type,
            "ResponseContentDisposition": content_disposition_header(as_attachment=True, filename=filename),
            "ResponseCacheControl": _OBJECT_HEADERS["CacheControl"],
        }
        with _store_call("lend", name):
            address: str = self.connection.meta.client.generate_presigned_url(
                "get_object",
                Params={"Bucket": self.bucket_name, "Key": self._normalize_name(name)} | answer,
                ExpiresIn=LENT_SECONDS,
            )
        return address

    def listdir(self, name: str) -> tuple[list[str], list[str]]:
        with _store_call("list", name):
            found: tuple[list[str], list[str]] = super().listdir(name)
            return found

    def exists(self, name: str) -> bool:
        with _store_call("look for", name):
            return bool(super().exists(name))

    def size(self, name: str) -> int:
        with _store_call("look at", name):
            return int(super().size(name))

    def delete(self, name: str) -> None:
        with _store_call("delete", name):
            super().delete(name)

    def _save(self, name: str, content: Any) -> str:
        """A single request, whatever the size: an aborted multipart upload would leave parts behind."""
        kind = getattr(content, "content_type", None) or self.default_content_type
        content.seek(0)
        with _store_call("write", name):
            self.connection.meta.client.put_object(
                Bucket=self.bucket_name,
                Key=self._normalize_name(name),
                Body=content,
                ContentType=kind,
                **_OBJECT_HEADERS,
            )
        return name

    def _open(self, name: str, mode: str = "rb") -> "ObjectDownload":
        if mode != "rb":
            raise ValueError("objects are opened for reading only; save() writes them")
        with _store_call("read", name):
            key = self._normalize_name(name)
            answer = self.connection.meta.client.get_object(Bucket=self.bucket_name, Key=key)
        return ObjectDownload(answer, name)


class ObjectDownload(File):
    """An object being downloaded: can be read once, from start to end."""

    def __init__(self, answer: dict[str, Any], name: str) -> None:
        super().__init__(answer["Body"], name)
        self._body: Any = answer["Body"]
        self.size: int = answer["ContentLength"]
        self._is_closed = False

    def read(self, size: int | None = None) -> bytes:
        """The next bytes. Raises StorageUnavailable (503) when the connection breaks: the content is incomplete then."""
        with _store_call("read on", self.name or ""):
            data: bytes = self._body.read(size)
            return data

    def seekable(self) -> bool:
        return False

    @property
    def closed(self) -> bool:
        return self._is_closed

    def close(self) -> None:
        self._is_closed = True
        self._body.close()


@contextmanager
def _store_call(what: str, name: str) -> Iterator[None]:
    """Raises FileNotFoundError for an object that doesn't exist, StorageUnavailable (503) for any other error."""
    try:
        yield
    except ClientError as error:
        code = error.response.get("Error", {}).get("Code")
        if code in ("NoSuchKey", "404"):
            raise FileNotFoundError(name) from error
        raise _unavailable(what, name, error) from error
    except (BotoCoreError, OSError) as error:
        raise _unavailable(what, name, error) from error


def _unavailable(what: str, name: str, error: Exception) -> StorageUnavailable:
    log.error("the object store can't be used", extra={"attempt": what, "key": name, "cause": str(error)[:300]})
    return StorageUnavailable()
