"""Collecting photos: people send them with the application, accepting takes them, and the archive is what was sent."""

import hashlib
import io
import json
import zipfile
from pathlib import Path

import httpx
import pytest
from PIL import Image

from .conftest import TASK, Instance, balance, earned

pytestmark = pytest.mark.live
PHOTOS = {
    "maxImages": 2,
    "consentText": "I took these photos and you may use them.",
    "confirmationMessage": "Thank you. We look at them within a day.",
}


def photo(shade: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (64, 48), (shade, 90, 120)).save(out, "PNG")
    return out.getvalue()


def test_a_collection_from_three_people_to_the_archive(instance: Instance, tmp_path: Path) -> None:
    # given a collection of photos for three, and one who takes part without a photo, and one without consent
    agent = instance.agent(17.7)
    collection = TASK | {"submissionMode": "photo_upload", "photoSubmission": PHOTOS, "spotsAvailable": 3}
    bounty = agent("POST", "/api/bounties", collection)["bountyId"]
    base = f"/api/bounties/{bounty}/applications"
    people = [instance.new_worker(f"Ada {n}") for n in range(3)]
    assert people[0]("POST", base, {"consent": True}, expect=400)["error_code"] == "validation_error"
    assert people[0]("POST", base, {}, expect=400)["error_code"] == "validation_error"

    # when three send two photos each, all with one name, and all are accepted
    sent: dict[str, list[bytes]] = {}
    for n, worker in enumerate(people):
        pictures = [photo(40 * n), photo(40 * n + 20)]
        files = [("files", ("photo.png", content, "image/png")) for content in pictures]
        form = {"consent": "true", "kinds": ["upload", "upload"]}
        application = worker.upload(base, form, files)["application"]["id"]
        sent[application] = pictures
    for application in sent:
        agent("PATCH", f"{base}/{application}", {"action": "accept"})

    # then there is nothing to confirm and nothing to review: only to pay
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "completed"
    assert {row["status"] for row in agent("GET", f"/api/bounties/{bounty}/submissions")["submissions"]} == {"approved"}

    # and the archive, read as it streams in, is byte for byte what its manifest says and what was sent
    archive = tmp_path / "dataset.zip"
    with httpx.stream("GET", f"{instance.base_url}{base}/dataset", headers=agent.headers, timeout=30) as answer:
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/zip")
        with archive.open("wb") as out:
            for piece in answer.iter_bytes():
                out.write(piece)
    packed = zipfile.ZipFile(archive)
    assert packed.testzip() is None
    manifest = json.loads(packed.read("manifest.json"))
    assert (manifest["bountyId"], manifest["applicantCount"], manifest["fileCount"]) == (bounty, 3, 6)
    listed = [file for row in manifest["applicants"] for file in row["files"]]
    assert packed.namelist() == ["manifest.json", *[file["path"] for file in listed]]
    for row in manifest["applicants"]:
        contents = [packed.read(file["path"]) for file in row["files"]]
        assert contents == sent[row["applicationId"]]
        for file, content in zip(row["files"], contents, strict=True):
            assert (file["size"], file["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())

    # and the JSON manifest has the same, with addresses that give the same bytes without a credential
    dataset = agent("GET", f"{base}/dataset?format=json")["dataset"]
    linked = [file for row in dataset["applicants"] for file in row["files"]]
    assert [(file["path"], file["sha256"]) for file in linked] == [(file["path"], file["sha256"]) for file in listed]
    for file in linked:
        assert httpx.get(file["url"], timeout=30).content == packed.read(file["path"])
    assert people[0]("GET", f"{base}/dataset", expect=403)["error_code"] == "not_owner"

    # and each is paid
    for row in agent("GET", f"/api/escrow?bountyId={bounty}")["escrows"]:
        if row["kind"] == "seat":
            agent("POST", f"/api/escrow/{row['id']}/release", {"acknowledgeRelease": True})
    assert ([earned(worker) for worker in people], balance(agent)) == ([500, 500, 500], 0)
    instance.check_ledger()
