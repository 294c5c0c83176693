"""Every route that takes files, wherever they lie: stored before anything is locked, once per key, and readable by those
who may; a refusal leaves no row, and nothing for ever."""

import hashlib
import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.storage import storages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from bounties.models import Submission
from marketplace.api import viewsets
from marketplace.core import clock
from marketplace.models import File
from marketplace.services import files, orphaned_files
from tests.api import Answer, Api
from tests.factories import stores
from tests.factories.accounts import given_worker
from tests.factories.files import picture
from tests.factories.market import given_bounty, given_confirmed, given_delivered, given_funded_agent, untouched

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "the same key"}
PHOTOS = {"maxImages": 4, "consentText": "c" * 20, "confirmationMessage": "m" * 20}


@dataclass(frozen=True)
class Route:
    """Who sends files where; `ends` makes the same call a refusal."""

    who: Api
    path: str
    fields: dict[str, Any]
    ends: Callable[[], Any]
    name: str = "files"

    def send(self, *uploads: SimpleUploadedFile, **headers: str) -> Answer:
        return self.who.upload(self.path, self.fields | {self.name: list(uploads)}, **headers)


def evidence() -> Route:
    seat = given_confirmed()
    path = f"/api/bounties/{seat.bounty.public_id}"
    withdraw = {"action": "withdraw"}
    application = f"{path}/applications/{seat.application.public_id}"
    return Route(
        seat.worker, f"{path}/submissions", {"textEvidence": "Done."}, lambda: seat.worker.patch(application, withdraw)
    )


def application() -> Route:
    agent = given_funded_agent()
    bounty = given_bounty(agent, submission_mode="photo_upload", upload_settings=PHOTOS)
    path = f"/api/bounties/{bounty.public_id}"
    fields = {"consent": "true", "kinds": ["upload"]}
    return Route(given_worker(), f"{path}/applications", fields, lambda: agent.patch(path, {"status": "paused"}))


def dispute() -> Route:
    seat = given_delivered()
    body = {"category": "poor_quality", "description": "It is blurred."}
    made = seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", body)["dispute"]["id"]
    path = f"/api/disputes/{made}"
    return Route(seat.worker, f"{path}/evidence", {"text": "Look."}, lambda: seat.agent.post(f"{path}/withdraw"))


def photo() -> Route:
    worker = given_worker()
    path = "/api/humans/me/photos"
    return Route(worker, path, {}, lambda: worker.upload(path, {"photos": [picture() for _ in range(6)]}), "photos")


every_route = pytest.mark.parametrize("given", [evidence, application, dispute, photo])


@dataclass
class Spy:
    """What the storage was asked, and whether a transaction was open meanwhile."""

    calls: list[str] = field(default_factory=list)
    in_transaction: list[str] = field(default_factory=list)

    def watch(self, name: str, really: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*args: Any, **kwargs: Any) -> Any:
            self.calls.append(name)
            if not all(block._from_testcase for block in connection.atomic_blocks):
                self.in_transaction.append(name)
            return really(*args, **kwargs)

        return asked


@pytest.fixture
def spy(anywhere: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spy]:
    spy, storage = Spy(), storages["default"]
    for name in ("save", "open", "delete", "exists", "listdir", "size"):
        monkeypatch.setattr(storage, name, spy.watch(name, getattr(storage, name)))
    yield spy
    assert spy.in_transaction == []


@every_route
def test_files_are_stored_once_per_key_and_while_nothing_is_locked(spy: Spy, given: Callable[[], Route]) -> None:
    route = given()
    content = picture().read()

    first, again = (route.send(SimpleUploadedFile("a.jpg", content), **KEY) for _ in range(2))

    assert (first.status, again.body) == (200, first.body), first.body
    assert again.headers["Idempotency-Replayed"] == "true"
    assert spy.calls.count("save") == 1
    assert stores.lying() == {File.objects.get().storage_key}


@every_route
def test_a_repetition_that_overlaps_the_first_call_gets_its_answer(
    spy: Spy, given: Callable[[], Route], monkeypatch: pytest.MonkeyPatch
) -> None:
    route = given()
    content = picture().read()
    first = route.send(SimpleUploadedFile("a.jpg", content), **KEY)
    looks = iter([False, True])  # at the first look, that call had not committed yet
    monkeypatch.setattr(viewsets, "is_used", lambda *_: next(looks))

    again = route.send(SimpleUploadedFile("a.jpg", content), **KEY)

    assert (again.status, again.body) == (200, first.body)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert File.objects.count() == 1


@every_route
def test_another_input_under_the_key_stores_nothing(spy: Spy, given: Callable[[], Route]) -> None:
    route = given()
    assert route.send(picture(), **KEY).status == 200

    with untouched():
        assert route.send(picture("PNG"), **KEY).code == "idempotency_key_reused"

    assert spy.calls.count("save") == 1


@every_route
def test_a_refusal_that_can_be_seen_before_stores_nothing(spy: Spy, given: Callable[[], Route]) -> None:
    route = given()
    route.ends()
    before = stores.lying()

    with untouched():
        refused = route.send(picture(), **KEY)

    assert refused.status == 409, refused.body
    assert stores.lying() == before


@every_route
def test_a_refusal_that_comes_after_the_files_leaves_orphaned_files_that_go(
    spy: Spy, given: Callable[[], Route], monkeypatch: pytest.MonkeyPatch
) -> None:
    route = given()
    keep, before = files.store, stores.lying()

    def kept_and_then(*args: Any, **kwargs: Any) -> list[File]:
        kept = keep(*args, **kwargs)
        monkeypatch.setattr(files, "store", keep)
        route.ends()  # somebody else was faster
        return kept

    monkeypatch.setattr(files, "store", kept_and_then)
    refused = route.send(picture(name="mine.jpg"), **KEY)

    assert refused.status == 409, refused.body
    assert stores.lying() > before and orphaned_files.delete_due() == 0
    moment = clock.wall() + timedelta(hours=3)
    monkeypatch.setattr(clock, "wall", lambda: moment)
    orphaned_files.delete_due()
    assert stores.lying() == set(File.objects.values_list("storage_key", flat=True))


@every_route
def test_a_store_that_is_away_is_a_503_and_the_key_stays_free(given: Callable[[], Route]) -> None:
    route = given()

    with stores.refusing() as address, stores.stored_at(stores.store_url(address, "bucket")), untouched():
        refused = route.send(picture(), **KEY)

    assert (refused.status, refused.code) == (503, "storage_unavailable")
    assert route.send(picture(), **KEY).status == 200


def test_evidence_is_read_by_those_who_saw_its_address_and_nobody_else(spy: Spy, other_agent: Api) -> None:
    seat = given_confirmed()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"
    content = picture().read()
    seat.worker.upload(path, {"textEvidence": "Done.", "files": [SimpleUploadedFile("a.jpg", content)]})

    assert other_agent.get(path).code == "not_owner"
    [file] = seat.agent.get(path)["submissions"][0]["files"]
    answer = Api().get(file["url"].removeprefix("http://127.0.0.1:8000"))

    assert hashlib.sha256(answer.body).hexdigest() == file["sha256"] == Submission.objects.get().files.get().sha256
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_dataset_of_a_collection_holds_what_lies_there_or_says_at_once_that_it_can_not(spy: Spy) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2, submission_mode="photo_upload", upload_settings=PHOTOS)
    path = f"/api/bounties/{bounty.public_id}/applications"
    content = [picture(kind).read() for kind in ("JPEG", "PNG")]
    uploads = [SimpleUploadedFile(f"{number}.jpg", each) for number, each in enumerate(content)]
    sent = given_worker().upload(path, {"consent": "true", "kinds": ["upload"] * 2, "files": uploads})
    agent.patch(f"{path}/{sent['application']['id']}", {"action": "accept"})

    packed = zipfile.ZipFile(io.BytesIO(agent.get(f"{path}/dataset").body))

    assert packed.testzip() is None
    assert [packed.read(name) for name in packed.namelist()[1:]] == content
    with stores.refusing() as address, stores.stored_at(stores.store_url(address, "bucket")):
        assert agent.get(f"{path}/dataset").code == "storage_unavailable"


def test_evidence_of_a_dispute_may_be_as_large_as_any_other(anywhere: str) -> None:
    route = dispute()
    large = SimpleUploadedFile("a.txt", b"word " * 400_000)  # above the limit of JSON bodies

    assert route.send(large).status == 200
