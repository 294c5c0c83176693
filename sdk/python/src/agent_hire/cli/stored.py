"""What `ahm login` keeps: an address and a key, readable by their owner only."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from agent_hire.client import LOCAL, AgentHire


@dataclass(frozen=True, slots=True)
class Login:
    base_url: str
    api_key: str


def folder() -> Path:
    """AHM_HOME, else ~/.ahm: where the tool server keeps its identities, too."""
    return Path(os.environ.get("AHM_HOME", "").strip() or "~/.ahm").expanduser()


def find() -> Login | None:
    """What was stored; None before the first login. Raises ValueError for a file that somebody broke."""
    try:
        text = _file().read_text()
    except FileNotFoundError:
        return None
    try:
        kept = json.loads(text)
        return Login(str(kept["base_url"]), str(kept["api_key"]))
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{_file()} can't be read. Delete it, and run `ahm login` again.") from None


def keep(login: Login) -> Path:
    """Store it in place of the one before. Returns the file."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    text = json.dumps({"base_url": login.base_url, "api_key": login.api_key}, indent=1)
    fresh = _file().with_suffix(f".{os.getpid()}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    fresh.replace(_file())
    return _file()


def forget() -> bool:
    """Delete it. Was there one?"""
    try:
        _file().unlink()
    except FileNotFoundError:
        return False
    return True


def client() -> AgentHire:
    """The client of the environment, else of the stored login. A stored key goes only to the address it was stored with."""
    address, key = os.environ.get("AHM_BASE_URL", "").strip(), os.environ.get("AHM_API_KEY", "").strip()
    kept = find()
    if kept is not None and not key and (not address or address.rstrip("/") == kept.base_url):
        return AgentHire(kept.api_key, base_url=kept.base_url)
    return AgentHire(key or None, base_url=address or (kept.base_url if kept is not None and not key else LOCAL))


def _file() -> Path:
    return folder() / "login.json"
