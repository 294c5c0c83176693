"""`manage.py licenses`: what is installed, for the operator's own lawyers and scanners."""

import json
from io import StringIO

from django.core.management import call_command


def told(*options: str) -> str:
    out = StringIO()
    call_command("licenses", *options, stdout=out)
    return out.getvalue()


def test_every_package_is_listed_with_its_license() -> None:
    lines = {line.split()[0]: line for line in told().splitlines()}

    assert "BSD-3-Clause" in lines["django"] and "LGPL-3.0" in lines["psycopg"]
    unknown = {name for name, line in lines.items() if line.endswith("unknown")}
    assert unknown <= {"axe-playwright-python"}, "a test tool whose metadata name none; of ours, each is known"


def test_the_bill_of_materials_names_the_same_packages() -> None:
    bill = json.loads(told("--cyclonedx"))

    names = {part["name"] for part in bill["components"]}
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert names == {line.split()[0] for line in told().splitlines()}
    assert all(part["purl"].startswith(f"pkg:pypi/{part['name']}@") for part in bill["components"])
