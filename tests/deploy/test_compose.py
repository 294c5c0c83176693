"""compose.yaml: what stands in it is what the program has. No engine is needed to read it."""

import re
from typing import Any

import pytest
import yaml

from config.devstack import locations
from config.devstack.programs import PROGRAMS
from config.waiting.application import SERVED
from tests.deploy.reading import DEPLOY, SETTINGS, is_command, is_probe

TEXT = (locations.ROOT / "compose.yaml").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load(TEXT)
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {name: one for name, one in SERVICES.items() if one["image"] == "ahm"}
CONDITIONS = {"service_healthy", "service_completed_successfully"}


def test_every_program_runs_once_and_the_web_server_twice() -> None:
    started = [one["command"][2] for one in OURS.values() if one["command"][1] == "start"]

    assert sorted(started) == sorted([*PROGRAMS, "web"])
    assert {"caddy", "postgres", "redis", "migrate"} == set(SERVICES) - {
        *(name for name, one in OURS.items() if one["command"][1] == "start")
    }


@pytest.mark.parametrize("name", OURS)
def test_a_program_is_a_command_of_the_wheel_without_privileges(name: str) -> None:
    one = OURS[name]

    assert is_command(one["command"])
    assert one["cap_drop"] == ["ALL"] and one["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in one and "user" not in one, "the image names the user"
    assert "ports" not in one, "only Caddy is reached from outside"
    assert "stop_signal" not in one, "the image's, for all of them"


@pytest.mark.parametrize("name", OURS)
def test_every_variable_is_a_setting(name: str) -> None:
    assert set(OURS[name]["environment"]) <= SETTINGS
    assert OURS[name]["env_file"] == ".env"


def test_what_has_to_be_said_is_asked_for_by_name() -> None:
    asked = set(re.findall(r"\$\{([A-Z_]+):\?", TEXT))

    assert asked == {"POSTGRES_PASSWORD", "SECRET_KEY", "BASE_URL"}
    assert not re.findall(r"\$\{[A-Z_]+\}", TEXT), "each says what to do without it"
    assert asked - SETTINGS == {"POSTGRES_PASSWORD"}


def test_who_waits_for_whom_can_be_waited_for() -> None:
    for name, one in SERVICES.items():
        for other, how in one.get("depends_on", {}).items():
            assert other in SERVICES, (name, other)
            assert how["condition"] in CONDITIONS
            if how["condition"] == "service_healthy":
                assert "healthcheck" in SERVICES[other], (name, other)
            else:
                assert SERVICES[other]["restart"] == "no", (name, other)
    for name, one in OURS.items():
        wanted = {"postgres"} if name == "migrate" else {"migrate", "postgres", "redis"}
        assert set(one["depends_on"]) == wanted
    assert set(SERVICES["caddy"]["depends_on"]) == {"web", "web-2", "waiting"}


def test_health_is_asked_of_addresses_that_there_are() -> None:
    for name, one in OURS.items():
        if name == "migrate":
            continue
        test = one["healthcheck"]["test"]
        for port, path in re.findall(r"http://127\.0\.0\.1:(\d+)(/\w+)", " ".join(test)):
            assert is_probe(path) and path == "/livez", "a database that is away must not restart a web server"
            environment = one["environment"]
            assert port == environment["WAITING_PORT" if name == "waiting" else "PORT"]


def test_caddy_is_told_both_nodes_and_who_holds_those_who_wait() -> None:
    caddy = SERVICES["caddy"]
    used = set(re.findall(r"\{\$([A-Z_]+):", (DEPLOY / "Caddyfile").read_text()))

    assert set(caddy["environment"]) == used
    for address in f"{caddy['environment']['WEB']} {caddy['environment']['WAITING']}".split():
        name, _, port = address.partition(":")
        one = OURS[name]
        assert port == one["environment"]["WAITING_PORT" if name == "waiting" else "PORT"]
    assert len(caddy["environment"]["WEB"].split()) == 2
    assert "./deploy/Caddyfile:/etc/caddy/Caddyfile:ro" in caddy["volumes"]
    assert "/api/events/stream" in SERVED


def test_only_the_network_of_the_containers_is_trusted_for_addresses() -> None:
    [network] = COMPOSE["networks"]["default"]["ipam"]["config"]

    assert {one["environment"]["TRUSTED_PROXIES"] for one in OURS.values()} == {network["subnet"]}


def test_whatever_is_kept_has_a_volume() -> None:
    for name, one in SERVICES.items():
        for volume in one.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (locations.ROOT / source).exists(), (name, volume)
