"""What the files in `deploy/` name, held against the program: settings, commands, probes."""

import re
from typing import Any

import yaml
from django.core.management import get_commands
from django.urls import resolve

from config.devstack import locations
from config.devstack.programs import PROGRAMS

DEPLOY = locations.ROOT / "deploy"
SETTINGS = set(re.findall(r"^#? ?([A-Z][A-Z0-9_]+)=", (locations.ROOT / ".env.example").read_text(), re.MULTILINE))
SETTINGS |= {"DJANGO_SETTINGS_MODULE", "STATIC_ROOT"}  # of a production only
PROBES = ("/livez", "/readyz", "/startupz")


def documents(text: str) -> list[dict[str, Any]]:
    return [one for one in yaml.safe_load_all(text) if one is not None]


def is_command(words: list[str]) -> bool:
    """Is this a command of the wheel, and does the program that it starts exist?"""
    program, name, *rest = words
    assert program == "ahm-server"
    assert name in get_commands(), name
    return name != "start" or (len(rest) == 1 and rest[0] in PROGRAMS)


def is_probe(path: str) -> bool:
    resolve(path)
    return path in PROBES


def variables(text: str) -> dict[str, str]:
    """The lines `NAME=value` of an environment file."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)
