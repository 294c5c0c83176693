"""Files in an object store: private there, streamed through us, and a clear answer when the store is away."""

import secrets
import threading
import tracemalloc
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile, TemporaryUploadedFile

from marketplace.core import clock
from marketplace.errors import StorageUnavailable
from marketplace.models import File, OrphanedFile
from marketplace.services import files, orphaned_files
from tests.api import Answer, Api
from tests.contract.scenario import check_failure
from tests.factories import stores
from tests.factories.accounts import AccountFactory
from tests.factories.files import given_file, picture
from tests.factories.market import untouched

pytestmark = pytest.mark.django_db
PHOTOS = "/api/humans/me/photos"
MIB = 1024 * 1024
Broken = Callable[[], AbstractContextManager[str]]
every_fault = pytest.mark.parametrize("broken", [stores.refusing, stores.silent, stores.failing])


def text(content: bytes = b"hello") -> SimpleUploadedFile:
    return SimpleUploadedFile("a.txt", content)


def link(file: File) -> str:
    return files.signed_url(file).removeprefix("http://127.0.0.1:8000")


def at(address: str, bucket: str = "bucket") -> AbstractContextManager[None]:
    return stores.stored_at(stores.store_url(address, bucket, timeout="1"))


def check_unavailable(answer: Answer) -> None:
    check_failure(answer, 503, "storage_unavailable")
    assert answer.headers["Retry-After"] == "5"


def in_hours(monkeypatch: pytest.MonkeyPatch, hours: float) -> None:
    moment = clock.wall() + timedelta(hours=hours)
    monkeypatch.setattr(clock, "wall", lambda: moment)


# ------------------------------------------------------------------ what lies there


def test_an_object_is_private_below_our_prefix_and_no_page(objects: str, object_server: str) -> None:
    kept = given_file(AccountFactory(), SimpleUploadedFile("x.html", b"hello", content_type="text/html"))

    key = f"some/prefix/{kept.storage_key}"
    seen = stores.client().get_object(Bucket=objects, Key=key)
    assert seen["Body"].read() == b"hello"
    assert (seen["ContentType"], seen["ContentDisposition"], seen["CacheControl"]) == (
        "text/plain", "attachment", "private, no-store",
    )  # fmt: skip
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(f"{object_server}/{objects}/{key}")
    grants = stores.client().get_object_acl(Bucket=objects, Key=key)["Grants"]
    assert [grant["Grantee"]["Type"] for grant in grants] == ["CanonicalUser"]


def test_no_address_of_the_store_is_ever_handed_out(objects: str, object_server: str) -> None:
    kept = given_file(AccountFactory(), text())

    answer = Api().get(link(kept))

    assert answer.status == 200 and "Location" not in answer.headers
    assert object_server.rpartition(":")[2] not in str(answer.headers)
    with pytest.raises(NotImplementedError):
        default_storage.url(kept.storage_key)


@pytest.fixture
def lending(object_server: str) -> Iterator[str]:
    """A store that gives files itself; the address of its bucket."""
    bucket = f"lending-{secrets.token_hex(4)}"
    with stores.stored_at(stores.store_url(object_server, bucket, downloads="direct")):
        stores.make_bucket(bucket)
        yield f"{object_server}/{bucket}"


def test_a_store_that_lends_gives_a_file_itself_for_a_minute_with_our_headers(lending: str) -> None:
    kept = given_file(AccountFactory(), SimpleUploadedFile("Größe.html", b"hello", content_type="text/html"))

    answer = Api().get(link(kept))

    assert (answer.status, answer.headers["Cache-Control"]) == (302, "private, no-store")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    address = answer.headers["Location"]
    assert address.startswith(f"{lending}/some/prefix/{kept.storage_key}?") and "X-Amz-Expires=60" in address
    with urllib.request.urlopen(address) as lent:
        assert lent.read() == b"hello"
        assert lent.headers["Content-Type"].startswith("text/plain")
        assert lent.headers["Content-Disposition"] == "attachment; filename*=utf-8''Gr%C3%B6%C3%9Fe.html"
        assert lent.headers["Cache-Control"] == "private, no-store"


def test_a_store_that_lends_gives_nothing_for_an_address_that_we_did_not_sign(lending: str) -> None:
    kept = given_file(AccountFactory(), text())

    for changed in (link(kept).replace("sig=", "sig=x"), link(kept).replace("expires=", "expires=1")):
        answer = Api().get(changed)
        check_failure(answer, 404, "not_found")
        assert "Location" not in answer.headers


def test_what_is_read_here_is_read_through_us_from_a_store_that_lends(lending: str) -> None:
    kept = given_file(AccountFactory(), text())

    with files.by_id(kept.public_id) as content:
        assert content.read() == b"hello"


def test_one_connection_serves_all_threads(objects: str) -> None:
    given_file(AccountFactory(), text())
    seen: list[Any] = [stores.client()]

    threads = [threading.Thread(target=lambda: seen.append(stores.client())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(seen) == 4 and all(client is seen[0] for client in seen)


# ------------------------------------------------------------------ large files


@pytest.fixture
def vast() -> Iterator[str]:
    """A store that forgets what it is sent, and sends 40 MiB for everything."""

    def say(request: stores.Request) -> None:
        if request.command == "GET":
            request.answer(200, b"", length=40 * MIB)
            for _ in range(40 * 16):
                request.wfile.write(b"x" * (MIB // 16))
        else:
            request.answer(200)

    with stores.serving(say) as address, at(address):
        stores.client()  # loads megabytes of its own, once
        yield address


def test_a_large_upload_goes_through_in_pieces(vast: str) -> None:
    owner = AccountFactory()
    with TemporaryUploadedFile("a.mp4", "video/mp4", 40 * MIB, None) as video:
        video.write(b"\0\0\0\x18ftypmp42" + b"\0" * 12 + (40 * MIB - 24).to_bytes(4, "big") + b"mdat")
        video.truncate(40 * MIB)
        video.seek(0)
        tracemalloc.start()
        [kept] = files.store(owner, [video], purpose="test")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()

    assert kept.size == 40 * MIB
    assert peak < 8 * MIB, f"{peak / MIB:.1f} MiB at once"


def test_a_large_download_goes_through_in_pieces(vast: str) -> None:
    kept = given_file(AccountFactory(), text())

    tracemalloc.start()
    _, stream = files.open_signed(kept.public_id, **_parts(kept))
    with stream:
        size = sum(len(piece) for piece in iter(lambda: stream.read(65536), b""))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert (size, stream.size) == (40 * MIB, 40 * MIB)
    assert peak < 8 * MIB, f"{peak / MIB:.1f} MiB at once"


def test_a_download_that_breaks_off_is_never_taken_for_the_whole() -> None:
    def say(request: stores.Request) -> None:
        half = {"body": b"half", "length": 8} if request.command == "GET" else {}
        request.answer(200, **half)  # type: ignore[arg-type]

    with stores.serving(say) as address, at(address):
        kept = given_file(AccountFactory(), text())
        _, stream = files.open_signed(kept.public_id, **_parts(kept))
        with stream, pytest.raises(StorageUnavailable):
            list(iter(lambda: stream.read(3), b""))

    assert stream.size == 8, "the header says so, too, so that every client notices"


def _parts(file: File) -> dict[str, str]:
    expires, _, tag = files.signed_url(file).partition("expires=")[2].partition("&sig=")
    return {"expires": expires, "tag": tag}


# ------------------------------------------------------------------ the store is away


@every_fault
def test_an_upload_is_refused_clearly_and_nothing_changes(worker: Api, broken: Broken) -> None:
    worker.get("/api/humans/me")  # the profile is made on first need
    with broken() as address, at(address), untouched():
        check_unavailable(worker.upload(PHOTOS, {"photos": picture()}, **{"Idempotency-Key": "k"}))

    answer = worker.upload(PHOTOS, {"photos": picture()}, **{"Idempotency-Key": "k"})
    assert answer.status == 200, "the key is free, and the folder is there"


@every_fault
def test_a_download_is_refused_clearly_and_the_rest_of_the_api_goes_on(worker: Api, broken: Broken) -> None:
    kept = given_file(AccountFactory(), text())

    with broken() as address, at(address):
        check_unavailable(Api().get(link(kept)))
        assert worker.get("/api/humans/me").status == 200


def test_a_wrong_bucket_or_credential_is_the_store_s_fault_and_no_404(object_server: str, objects: str) -> None:
    kept = given_file(AccountFactory(), text())

    with at(object_server, "no-such-bucket"):
        check_unavailable(Api().get(link(kept)))
        with pytest.raises(StorageUnavailable):
            files.store(AccountFactory(), [text()], purpose="test")
    denied = b"<Error><Code>AccessDenied</Code></Error>"
    with stores.serving(lambda request: request.answer(403, denied)) as address, at(address):
        check_unavailable(Api().get(link(kept)))


@every_fault
def test_what_can_not_be_deleted_now_is_deleted_later(
    worker: Api, broken: Broken, object_server: str, objects: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = worker.upload(PHOTOS, {"photos": [picture(), picture("PNG")]})["photos"]
    here = stores.stored_at(stores.store_url(object_server, objects))

    with broken() as address, at(address):
        assert worker.delete(f"{PHOTOS}/{shown[0]['id']}").status == 200, "removing waits for nobody"
        assert orphaned_files.delete_due() == 0
    assert orphaned_files.delete_due() == 0 and OrphanedFile.objects.count() == 1, "not at once again"
    in_hours(monkeypatch, 0.2)
    with here:
        assert len(stores.lying()) == 2
        assert orphaned_files.delete_due() == 1
        assert stores.lying() == {File.objects.get().storage_key}


def test_the_key_and_its_secret_stand_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    with stores.refusing() as address, at(address), pytest.raises(StorageUnavailable) as refused:
        files.store(AccountFactory(), [text()], purpose="test")

    assert caplog.records
    for said in (caplog.text, str([vars(record) for record in caplog.records]), refused.value.message):
        assert stores.SECRET not in said and stores.KEY not in said
