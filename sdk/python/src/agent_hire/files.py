"""Files to send: bytes, a path, an open file, or a name with bytes."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

File: TypeAlias = bytes | PathLike[str] | BinaryIO | tuple[str, bytes]


def is_file(value: Any) -> bool:
    """Is it something that only a form can carry?"""
    return isinstance(value, bytes | PathLike | tuple) or hasattr(value, "read")


def read_file(file: Any) -> tuple[str, bytes]:
    """Name and bytes. They are read once, so that a repetition sends the same."""
    if isinstance(file, tuple):
        name, content = file
        return str(name), content
    if isinstance(file, PathLike):
        return Path(file).name, Path(file).read_bytes()
    if isinstance(file, bytes):
        return "file", file
    return Path(str(getattr(file, "name", "file"))).name, file.read()
