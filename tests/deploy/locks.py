"""The image's lock: that of a run, less what only the embedded servers need. `python -m tests.deploy.locks` writes it anew."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from config.devstack import locations

RUN = locations.ROOT / "requirements.lock"
IMAGE = locations.ROOT / "deploy" / "requirements-image.lock"
PROJECT = tomllib.loads((locations.ROOT / "pyproject.toml").read_text())["project"]


def entries(text: str) -> dict[str, list[str]]:
    """Name -> its entries (a version for each range of Pythons), as they stand in the file."""
    found: dict[str, list[str]] = {}
    for entry in re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]:
        found.setdefault(canonicalize_name(re.split(r"[=\s\[]", entry)[0]), []).append(entry)
    return found


def needed(wanted: list[str]) -> set[str]:
    """The names that these requirements bring, as the installed packages say it, on any system and Python."""
    found: set[str] = set()
    open_ = [Requirement(line) for line in wanted]
    while open_:
        one = open_.pop()
        name = canonicalize_name(one.name)
        new = {name, *(f"{name}[{extra}]" for extra in one.extras)} - found
        found |= new
        if new:
            open_ += [more for more in _requires(name) if _applies(more, one.extras)]
    return {name for name in found if "[" not in name}


def _requires(name: str) -> list[Requirement]:
    try:
        return [Requirement(line) for line in requires(name) or []]
    except PackageNotFoundError:  # of another system or Python
        return []


def _applies(more: Requirement, extras: set[str]) -> bool:
    """Is it wanted without an extra, or by one of these? What a marker says of systems and Pythons is left to the lock."""
    named = re.findall(r"extra == ['\"]([^'\"]+)", str(more.marker or ""))
    return not named or bool(set(named) & extras)


def image_lock() -> str:
    server = needed([*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["server"]])
    only_embedded = needed(PROJECT["optional-dependencies"]["embedded"]) - server
    kept = entries(RUN.read_text())
    return "".join(entry for name, found in kept.items() if name not in only_embedded for entry in found)


if __name__ == "__main__":
    IMAGE.write_text(image_lock())
