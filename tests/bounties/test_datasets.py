"""The dataset of a collection: every accepted upload, under safe names, sent in pieces."""

import hashlib
import io
import tracemalloc
import zipfile
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from PIL import Image

from bounties.models import Application, Bounty
from bounties.rules.datasets import path_of
from bounties.selectors import datasets
from bounties.services import applications
from bounties.services.evidence import Upload
from marketplace.core import clock
from marketplace.core.transactions import unit
from marketplace.models import File
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import acting, given_application, given_bounty, given_funded_agent, given_hired, untouched

pytestmark = pytest.mark.django_db
PHOTOS = {"maxImages": 4, "consentText": "c" * 20, "confirmationMessage": "m" * 20}


def picture(shade: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (40, 40), (shade, 90, 120)).save(out, "PNG")
    return out.getvalue()


def given_collection(agent: Api, people: int = 2, names: tuple[str, ...] = ("a.png", "a.png")) -> Bounty:
    """A photo collection where each of `people` was accepted with a file of each name."""
    bounty = given_bounty(agent, spots_available=people + 1, submission_mode="photo_upload", upload_settings=PHOTOS)
    for number in range(people + 1):
        worker = given_worker(name=f"Ada {number}")
        uploads = [SimpleUploadedFile(name, picture(number * 10 + n)) for n, name in enumerate(names)]
        files = [(Upload(upload), "upload") for upload in uploads]
        _, application = given_application(bounty, worker, cover_letter="", consent=True, files=files)
        if number < people:
            unit(lambda: applications.accept(acting(agent), bounty.public_id, application.public_id))  # noqa: B023
    return bounty


def url(bounty: Bounty, query: str = "") -> str:
    return f"/api/bounties/{bounty.public_id}/applications/dataset{query}"


def unpacked(body: bytes) -> zipfile.ZipFile:
    packed = zipfile.ZipFile(io.BytesIO(body))
    assert packed.testzip() is None
    return packed


def test_the_archive_holds_every_accepted_upload_and_says_whose_it_is() -> None:
    agent = given_funded_agent()
    bounty = given_collection(agent)

    answer = agent.get(url(bounty))

    assert answer.headers["Content-Type"] == "application/zip"
    assert bounty.public_id in answer.headers["Content-Disposition"]
    assert {"X-RateLimit-Limit", "X-Request-Id"} <= set(answer.headers)
    packed = unpacked(answer.body)
    manifest = orjson.loads(packed.read("manifest.json"))
    accepted = list(Application.objects.filter(status="accepted").order_by("pk"))
    assert [row["applicationId"] for row in manifest["applicants"]] == [row.public_id for row in accepted]
    assert (manifest["applicantCount"], manifest["fileCount"], manifest["submissionMode"]) == (2, 4, "photo_upload")
    files = [file for row in manifest["applicants"] for file in row["files"]]
    assert packed.namelist() == ["manifest.json", *[file["path"] for file in files]]
    assert len({file["path"] for file in files}) == 4
    for file in files:
        assert hashlib.sha256(packed.read(file["path"])).hexdigest() == file["sha256"]
        assert "url" not in file
    assert all(row["consentedAt"] and row["acceptedAt"] for row in manifest["applicants"])


def test_the_json_manifest_has_addresses_that_give_the_bytes(anonymous: Api) -> None:
    agent = given_funded_agent()
    bounty = given_collection(agent)

    found = agent.get(url(bounty, "?format=json"))["dataset"]

    in_zip = orjson.loads(unpacked(agent.get(url(bounty)).body).read("manifest.json"))
    file = found["applicants"][1]["files"][0]
    read = anonymous.get("/files/" + file.pop("url").partition("/files/")[2])
    assert hashlib.sha256(read.body).hexdigest() == file["sha256"]
    for row in found["applicants"]:
        for each in row["files"]:
            each.pop("url", None)
    assert found["applicants"] == in_zip["applicants"]


@pytest.mark.parametrize("name", ["../../etc/passwd.png", "C:\\a.png", "manifest.json.png", "Ada 0's flat.png"])
def test_a_path_in_the_archive_is_ours_and_names_nobody(name: str) -> None:
    agent = given_funded_agent()
    bounty = given_collection(agent, names=(name,), people=1)

    packed = unpacked(agent.get(url(bounty)).body)

    application = Application.objects.get(status="accepted")
    assert application.human_name == "Ada 0"
    assert packed.namelist() == ["manifest.json", f"{application.public_id}/01.png"]


def test_an_unknown_type_has_no_extension_of_its_own() -> None:
    assert path_of(application_id="app_1", number=12, content_type="text/html") == "app_1/12.bin"


def test_a_listing_that_collects_nothing_has_no_dataset() -> None:
    seat = given_hired()

    with untouched():
        for query in ("", "?format=json"):
            refused = seat.agent.get(url(seat.bounty, query))
            assert (refused.status, refused.code) == (409, "not_a_collection")


def test_a_collection_without_accepted_uploads_is_an_empty_archive() -> None:
    agent = given_funded_agent()
    bounty = given_collection(agent, people=0)

    packed = unpacked(agent.get(url(bounty)).body)

    assert packed.namelist() == ["manifest.json"]
    assert orjson.loads(packed.read("manifest.json"))["applicants"] == []


def test_it_is_its_owners_alone(other_agent: Api, operator: Api) -> None:
    agent = given_funded_agent()
    bounty = given_collection(agent, people=1)

    with untouched():
        for stranger in (other_agent, operator):
            assert stranger.get(url(bounty)).code == "not_owner"
        assert agent.get(url(bounty, "?format=tar")).code == "validation_error"


def test_more_people_cost_no_more_queries() -> None:
    agent = given_funded_agent()
    small, large = given_collection(agent, people=1), given_collection(agent, people=4)
    agent.get(url(small))  # the first use of a key is written down
    counts = []
    for bounty in (small, large):
        with CaptureQueriesContext(connection) as seen:
            agent.get(url(bounty))
        counts.append(len(seen))

    assert counts[0] == counts[1]


# ------------------------------------------------------------------ streaming

MIB = 1024 * 1024


@pytest.fixture
def big(db: None) -> list[datasets.Upload]:
    """Sixty files of 2 MiB each, 120 MiB in all."""
    made = []
    for number in range(60):
        key = default_storage.save(f"big/{number}", io.BytesIO(bytes([number]) * 2 * MIB))
        made.append(datasets.Upload(f"a/{number:02d}.bin", File(storage_key=key, size=2 * MIB)))
    return made


def test_memory_stays_small_whatever_is_packed_and_the_database_is_left_alone(
    big: list[datasets.Upload], django_assert_num_queries: Any
) -> None:
    sent = 0
    tracemalloc.start()
    try:
        with django_assert_num_queries(0):
            for piece in datasets.archive(b"{}", big, clock.now()):
                sent += len(piece)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert sent > 120 * MIB
    assert peak < 3 * MIB, f"{peak / MIB:.1f} MiB at once"


def test_who_stops_reading_stops_the_packing(big: list[datasets.Upload], monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Any] = []
    really = default_storage.open

    def spy(name: str, mode: str = "rb") -> Any:
        opened.append(really(name, mode))
        return opened[-1]

    monkeypatch.setattr(default_storage, "open", spy)
    pieces: Iterator[bytes] = datasets.archive(b"{}", big, clock.now())
    for _ in range(12):
        next(pieces)
    pieces.close()  # type: ignore[attr-defined]

    assert len(opened) == 2
    assert all(file.closed for file in opened)
