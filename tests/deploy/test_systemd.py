"""The units in `deploy/systemd`: one for each program, all as closed as the others. Where systemd is at hand, it reads them."""

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from config.devstack.programs import PROGRAMS
from tests.deploy.reading import DEPLOY, SETTINGS, is_command

UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
EXPOSED = 2.0  # what `systemd-analyze security` says at most, of 10
CLOSED = {
    "NoNewPrivileges": ["true"],
    "CapabilityBoundingSet": [""],
    "ProtectSystem": ["strict"],
    "ProtectHome": ["true"],
    "PrivateTmp": ["true"],
    "PrivateDevices": ["true"],
    "RestrictAddressFamilies": ["AF_UNIX AF_INET AF_INET6"],
    "SystemCallFilter": [
        "@system-service",
        "~@privileged @mount @swap @reboot @debug @cpu-emulation @obsolete",
    ],
    "User": ["ahm"],
    "StateDirectory": ["ahm"],
    "UMask": ["0077"],
}


def read(unit: Path) -> dict[str, list[str]]:
    found = defaultdict(list)
    for line in unit.read_text().splitlines():
        if line and line[0] not in "#[":
            name, _, value = line.partition("=")
            found[name].append(value)
    return found


def test_every_program_has_a_unit_and_the_migrations_one() -> None:
    assert {unit.stem for unit in UNITS} == {f"ahm-{name}" for name in (*PROGRAMS, "migrate")}
    for name in PROGRAMS:
        assert read(DEPLOY / "systemd" / f"ahm-{name}.service")["ExecStart"] == [
            f"/opt/ahm/bin/ahm-server start {name}"
        ]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_runs_a_command_of_the_wheel_and_is_closed(unit: Path) -> None:
    found = read(unit)

    for command in found["ExecStart"]:
        program, *words = command.split()
        assert is_command([Path(program).name, *words])
    assert {name: found[name] for name in CLOSED} == CLOSED
    named = {word.partition("=")[0] for line in found["Environment"] for word in line.split()}
    assert named <= SETTINGS
    assert found["EnvironmentFile"] == ["/etc/ahm/env"], "secrets stand in no unit"


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_started_again_and_has_the_time_to_end(name: str) -> None:
    found = read(DEPLOY / "systemd" / f"ahm-{name}.service")

    assert found["Restart"] == ["always"] and found["PartOf"] == ["ahm.target"]
    assert "ahm-migrate.service" in found["After"][0]
    assert int(re.fullmatch(r"(\d+)", found["TimeoutStopSec"][0])[1]) > (20 if name == "web" else 5)  # type: ignore[index]
    assert found["KillMode"] == ["mixed"], "the main process tells its own"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here: its units are only compared")
def test_systemd_takes_them_and_finds_them_closed(tmp_path: Path) -> None:
    for unit in (DEPLOY / "systemd").iterdir():
        (tmp_path / unit.name).write_text(unit.read_text().replace("/opt/ahm/bin/ahm-server", "/bin/true"))
    units = [tmp_path / unit.name for unit in UNITS]

    answer = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units, tmp_path / "ahm.target"], capture_output=True, text=True
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    for unit in units:
        told = subprocess.run(
            ["systemd-analyze", "security", "--offline=true", "--no-pager", unit], capture_output=True, text=True
        ).stdout
        assert float(re.search(r"exposure level for \S+: ([\d.]+)", told)[1]) <= EXPOSED  # type: ignore[index]
