"""The wheel of the server, as `pipx install agent-hiring-marketplace[server,embedded]` would have it: outside of any checkout."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from config.devstack import locations

PROJECT = tomllib.loads((locations.ROOT / "pyproject.toml").read_text())
PACKAGES = [pattern.rstrip("*") for pattern in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]]
SHIPPED = ("templates", "docs", "CHANGELOG.md")
ONLY_FOR_TRANSLATORS = (".po",)
PAGES = (
    "/",
    "/docs/api",
    "/status",
    "/api/changelog",
    "/api/openapi.json",
    "/static/marketplace/site.css",
    "/admin/login/",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    subprocess.run(["git", "clone", "-q", locations.ROOT, source], check=True)
    return built_of(source, folder)


def built_of(source: Path, folder: Path) -> Path:
    subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, source], check=True)
    [built] = folder.glob("*.whl")
    return built


def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as packed:
        return {name for name in packed.namelist() if ".dist-info/" not in name}


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=locations.ROOT, check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.splitlines() if not name.endswith(ONLY_FOR_TRANSLATORS)]


@pytest.mark.main
def test_every_kind_of_data_file_is_named_for_the_wheel() -> None:
    """What building one would show, without building one."""
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    kinds = {pattern.rpartition(".")[2] for pattern in patterns if "." in pattern}
    data = [
        name for name in tracked() if name.partition("/")[0] in PACKAGES and not name.endswith((".py", "/py.typed"))
    ]

    assert data
    assert [name for name in data if name.rpartition(".")[2] not in kinds and "/static/" not in name] == []


def test_the_wheel_has_every_file_of_the_program_and_nothing_else(wheel: Path) -> None:
    names = tracked()

    program = {name for name in names if name.partition("/")[0] in PACKAGES}
    shipped = {f"config/shipped/{name}" for name in names if name.partition("/")[0] in SHIPPED}

    assert contents(wheel) == program | shipped


def test_what_the_image_is_sent_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    ignored = (locations.ROOT / ".dockerignore").read_text().splitlines()
    sent = [line[1:] for line in ignored if line.startswith("!")]
    packed = subprocess.run(["git", "archive", "HEAD", *sent], cwd=locations.ROOT, check=True, capture_output=True)
    context = tmp_path / "context"
    context.mkdir()
    subprocess.run(["tar", "-x", "-C", context], input=packed.stdout, check=True)

    assert contents(built_of(context, tmp_path)) == contents(wheel)


@pytest.mark.live
def test_an_installed_server_runs_whole_instances(wheel: Path, tmp_path: Path, serve) -> None:
    """Its packages are those of this environment; the program itself is found in the wheel's installation only."""
    environment = tmp_path / "installed"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    python = environment / "bin" / "python"
    [site] = environment.glob("lib/python*/site-packages")
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", "--no-index", wheel], check=True)
    ours = [path for path in sys.path if path.endswith("site-packages")]
    (site / "beside.pth").write_text("\n".join(ours) + "\n")
    (tmp_path / ".env").write_text("SERVICE_NAME=Installed Market\n")

    found = subprocess.run(
        [python, "-c", "import config; print(config.__file__)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(site) in found.stdout

    told = subprocess.run([environment / "bin" / "ahm-server"], capture_output=True, text=True, check=True).stdout
    assert "ahm-server run" in told

    instance = serve(program=[environment / "bin" / "ahm-server"], cwd=tmp_path).wait_until_up()
    for path in PAGES:
        assert instance.get(path) == 200, path
    with urlopen(f"http://127.0.0.1:{instance.port}/") as answer:
        assert "Installed Market" in answer.read().decode()
