"""`manage.py messages` finds every marked text of templates and Python, and writes them into the catalogue of each language
(`marketplace/locale/<language>/LC_MESSAGES/django.po`), with the file that Django reads beside it (`.mo`). Translations stay;
new texts stand there empty, and are shown in English until somebody fills them in. `--check` writes nothing and fails when a
catalogue is not current.

It needs Babel, which is among the libraries of the tests, and no program of gettext's.
"""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation.template import templatize

APPS = ("marketplace", "webhooks", "wallet", "escrow", "humans", "bounties", "qa", "config")
STAFF = ("templates/admin/", "templates/unfold/")  # the back office is in English
_MARKS: dict[str, Any] = {"_": None, "gettext": None, "gettext_lazy": None, "gettext_noop": None}
_MARKS |= {"ngettext": (1, 2), "ngettext_lazy": (1, 2)}
_MARKS |= {"pgettext": ((1, "c"), 2), "pgettext_lazy": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3)}


class Command(BaseCommand):
    help = "Find all texts that are marked for translation, and write the catalogue of each language."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="Write nothing; fail when a catalogue is not current.")

    def handle(self, *args: Any, check: bool = False, **options: Any) -> None:
        found = texts()
        for folder in catalogues():
            catalogue = _current(folder, found)
            files = _written(catalogue)
            stale = [path for path, content in files.items() if not _same(folder / path, content)]
            if check and stale:
                raise CommandError(f"{folder}: {', '.join(stale)} is not current. Run manage.py messages.")
            for path in [] if check else stale:
                (folder / path).write_bytes(files[path])
            empty = sum(1 for row in catalogue if row.id and not _is_translated(row))
            self.stdout.write(f"{catalogue.locale}: {len(found)} texts, {empty} of them not translated")


def catalogues() -> list[Path]:
    """The folder of each language that has a catalogue."""
    return sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES"))


def texts() -> dict[tuple[Any, str | None], list[str]]:
    """Every marked text (a pair where it has a plural) and its context: the files that it is in."""
    from babel.messages.extract import extract

    found: dict[tuple[Any, str | None], set[str]] = {}
    for name, source in _sources():
        for _line, text, _comments, context in extract("python", io.BytesIO(source.encode()), keywords=_MARKS):
            if text and text != ("", ""):
                found.setdefault((text, context), set()).add(name)
    return {key: sorted(found[key]) for key in sorted(found, key=lambda key: (sorted(found[key])[0], str(key)))}


def _sources() -> Iterator[tuple[str, str]]:
    root = Path(settings.ROOT)
    for path in sorted((root / "templates").rglob("*")):
        name = str(path.relative_to(root))
        if path.suffix in (".html", ".txt", ".js") and not name.startswith(STAFF):
            # What is no text of ours is letters of nonsense, whose indentation must mean nothing to Python.
            lines = templatize(path.read_text(), origin=name).split("\n")
            yield name, "\n".join(line.strip() for line in lines)
    for app in APPS:
        for path in sorted((root / app).rglob("*.py")):
            if "/admin" in str(path) or "management" in path.parts:
                continue
            if "gettext" in (
                source := path.read_text()
            ):  # the others mark nothing, and reading them takes most of the time
                yield str(path.relative_to(root)), source


def _current(folder: Path, found: dict[tuple[Any, str | None], list[str]]) -> Any:
    """The catalogue with exactly the texts that are there now, as they were translated before."""
    from babel.messages import Catalog
    from babel.messages.pofile import read_po

    path = folder / "django.po"
    known = read_po(io.BytesIO(path.read_bytes())) if path.exists() else Catalog()

    class Quiet(Catalog):
        """Its header says what Django reads, and nothing that changes by itself."""

        mime_headers = property(
            lambda self: [
                ("Language", self.locale_identifier),
                ("MIME-Version", "1.0"),
                ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Transfer-Encoding", "8bit"),
                ("Plural-Forms", self.plural_forms),
            ]
        )

    note = "# Written by `manage.py messages`: see docs/pages.md."
    made = Quiet(locale=folder.parent.name, header_comment=note, fuzzy=False)
    for (text, context), files in found.items():
        before = known.get(text[0] if isinstance(text, tuple) else text, context)
        kept = before.string if before is not None and isinstance(before.id, tuple) == isinstance(text, tuple) else None
        made.add(text, kept, locations=[(file, 0) for file in files], context=context)
    return made


def _written(catalogue: Any) -> dict[str, bytes]:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import write_po

    po, mo = io.BytesIO(), io.BytesIO()
    write_po(po, catalogue, width=120, include_lineno=False)
    write_mo(mo, catalogue)
    return {"django.po": po.getvalue(), "django.mo": mo.getvalue()}


def _same(path: Path, content: bytes) -> bool:
    return path.exists() and path.read_bytes() == content


def _is_translated(row: Any) -> bool:
    return all(row.string) if isinstance(row.string, tuple | list) else bool(row.string)
