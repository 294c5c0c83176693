"""`manage.py licenses`: what this installation consists of, and under which licenses."""

import json
from importlib.metadata import Distribution, distributions
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from marketplace import VERSION
from marketplace.core import clock

NAME: Final = "agent-hiring-marketplace"
OWN: Final = "Apache-2.0"
_LONGEST: Final = 60  # some packages have the whole text where its name belongs


class Command(BaseCommand):
    help = "List the installed packages with their licenses, or as a bill of materials (--cyclonedx)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--cyclonedx", action="store_true", help="JSON as CycloneDX 1.6 has it, for a scanner.")

    def handle(self, *args: Any, **options: Any) -> None:
        rows = packages()
        if options["cyclonedx"]:
            self.stdout.write(json.dumps(bill(rows), indent=1))
            return
        width = max(len(f"{name} {version}") for name, version, _ in rows)
        for name, version, license_ in rows:
            self.stdout.write(f"{f'{name} {version}':{width}}  {license_}")


def packages() -> list[tuple[str, str, str]]:
    """(name, version, license) of everything installed beside this program, by name."""
    found = {str(one.metadata["Name"]).lower(): one for one in distributions()}
    return [(name, one.version, license_of(one)) for name, one in sorted(found.items()) if name != NAME]


def license_of(package: Distribution) -> str:
    """As its metadata have it: the expression, else the classifiers, else the name in the old field; `unknown` without any."""
    told = package.metadata
    classified = [
        line.rpartition(" :: ")[2] for line in told.get_all("Classifier", []) if line.startswith("License ::")
    ]
    named = "".join(told.get_all("License", [])).strip().partition("\n")[0]
    expression = "".join(told.get_all("License-Expression", []))
    return expression or "; ".join(classified) or named[:_LONGEST] or "unknown"


def bill(rows: list[tuple[str, str, str]]) -> dict[str, Any]:
    """The software bill of materials of this installation."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": clock.wall().isoformat(timespec="seconds").replace("+00:00", "Z"),
            "component": {
                "type": "application",
                "name": NAME,
                "version": VERSION,
                "licenses": [{"license": {"id": OWN}}],
            },
        },
        "components": [
            {
                "type": "library",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name}@{version}",
                "licenses": [{"license": {"name": license_}}],
            }
            for name, version, license_ in rows
        ],
    }
