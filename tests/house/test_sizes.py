"""Small files, telling names, one clock: what import-linter and ruff can't see."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("config", "marketplace", "webhooks", "wallet", "escrow", "humans", "bounties", "qa")
HARD_LIMIT = 400
GENERATED = {f"sdk/python/src/agent_hire/{name}.py" for name in ("types", "_sync", "_async")}  # by sdk/generator
NAMELESS = {"helpers.py", "utils.py", "common.py", "misc.py"}
OTHER_CLOCKS = re.compile(
    r"timezone\.now\(|datetime\.now\(|datetime\.utcnow\(|auto_now|time\.time\(|\bnow\(\)\s+at time zone"
)
SQL_CLOCK = re.compile(r"(?<![\w.])(now|clock_timestamp|current_timestamp|statement_timestamp)\s*\(\)", re.I)


def sources() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    return [ROOT / name for name in listed if (ROOT / name).exists()] or [
        p for app in APPS for p in (ROOT / app).rglob("*.py")
    ]


def product() -> list[Path]:
    return [path for path in sources() if path.relative_to(ROOT).parts[0] in APPS and "migrations" not in path.parts]


def test_no_file_grows_past_the_hard_limit() -> None:
    long = {str(p.relative_to(ROOT)): n for p in sources() if (n := len(p.read_text().splitlines())) > HARD_LIMIT}
    assert not {name: n for name, n in long.items() if "migrations" not in name and name not in GENERATED}


def test_no_file_has_a_name_that_says_nothing() -> None:
    assert [str(p) for p in sources() if p.name in NAMELESS] == []


def test_there_is_one_clock() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in product()
        if path != ROOT / "marketplace/core/clock.py" and "devstack" not in path.parts
        for line in path.read_text().splitlines()
        if OTHER_CLOCKS.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("app", APPS)
def test_every_package_says_what_it_owns(app: str) -> None:
    text = (ROOT / app / "__init__.py").read_text()
    assert text.startswith('"""')
    assert len(text.split('"""')[1].splitlines()) < 10


def test_every_public_service_says_what_it_does() -> None:
    silent = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in product()
        if "services" in path.parts
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not ast.get_docstring(node)
    ]
    assert silent == []


def test_models_have_no_verbs() -> None:
    banned = re.compile(r"def save\(|^\s+ordering\s*=|post_save|pre_save|receiver\(", re.M)
    assert [str(p) for p in product() if "models" in p.parts and banned.search(p.read_text())] == []


def test_an_app_s_face_is_imported_only_by_itself_and_config() -> None:
    face = re.compile(r"^\s*(?:from|import)\s+(\w+)\.(views|serializers|tools|tasks|admin|urls)\b", re.M)
    strangers = [
        f"{path.relative_to(ROOT)} imports {match[1]}.{match[2]}"
        for path in product()
        for match in face.finditer(path.read_text())
        if match[1] in APPS
        and path.relative_to(ROOT).parts[0] not in (match[1], "config")
        # A page shows what the API of a lower step shows this reader.
        and not (match[2] == "serializers" and path.relative_to(ROOT).parts[1] == "pages")
    ]
    assert strangers == []


def test_only_the_ledger_module_is_named_by_the_wallet_models_package() -> None:
    text = (ROOT / "wallet/models/__init__.py").read_text()
    assert "from wallet.models.ledger import" not in text
