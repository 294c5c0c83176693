"""The catalogue of texts: current, complete, and every translation as valid as what it translates."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import translation

from marketplace.management.commands import messages

read_po = pytest.importorskip("babel.messages.pofile").read_po
NAMED, PLAIN, BRACED = re.compile(r"%\(\w+\)[sd]"), re.compile(r"(?<!%)%[sd]"), re.compile(r"(?<!\{)\{\w+\}(?!\})")
TAG, ADDRESS = re.compile(r"</?\w+[^>]*>"), re.compile(r"(?:GET|POST|PATCH|DELETE) /\S+")
BLOCK = re.compile(r"(- |> |# |@ |GET |POST |PATCH |DELETE |%\()")
LANGUAGES = [folder.parent.name for folder in messages.catalogues()]


def rows(language: str) -> list[Any]:
    path = Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as file:
        return [row for row in read_po(file, locale=language) if row.id]


def sides(row: Any) -> list[tuple[str, str]]:
    """(source, translation), of each plural form."""
    if isinstance(row.id, str):
        return [(row.id, row.string)]
    return [(row.id[0] if number == 0 else row.id[1], form) for number, form in enumerate(row.string)]


def test_every_catalogue_is_current_and_belongs_to_a_language_that_can_be_chosen() -> None:
    call_command("messages", check=True)

    offered = [code for code, _ in settings.LANGUAGES]
    assert LANGUAGES and set(LANGUAGES) <= set(offered)
    assert {code for code in offered if not code.startswith("en")} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    assert [row.id for row in rows(language) if not all(form for _, form in sides(row))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_same_placeholders_tags_and_routes(language: str) -> None:
    wrong = []
    for row in rows(language):
        for source, form in sides(row):
            for pattern in (NAMED, PLAIN, BRACED, TAG, ADDRESS):
                here, there = sorted(pattern.findall(source)), sorted(pattern.findall(form))
                # One of a plural's forms may say the number in words.
                if here != there and not (isinstance(row.id, tuple) and set(there) <= set(here)):
                    wrong.append((source, form))
            if source.endswith((":", ".", "?")) and not form.endswith(source[-1]):
                wrong.append((source, form))
            if source != source.strip() or form != form.strip():
                wrong.append((source, form))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_of_a_mail_begins_as_a_block_of_another_kind(language: str) -> None:
    """A line that begins with a value, or with a mark, would become a quotation, a link or a call."""
    mails = [row for row in rows(language) if any(name.startswith("templates/mail/") for name, _ in row.locations)]

    assert mails
    assert [form for row in mails for source, form in sides(row) if BLOCK.match(form) and not BLOCK.match(source)] == []
    assert [row.id for row in mails for source, form in sides(row) if source.count(": ") < form.count(": ")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_django_reads_is_what_is_written(language: str) -> None:
    with translation.override(language):
        for row in rows(language):
            if isinstance(row.id, str) and row.context is None:
                assert translation.gettext(row.id) == row.string


def test_the_marks_are_found_in_templates_and_in_python(tmp_path: Path, settings: Any) -> None:
    found = {text for text, _ in messages.texts()}

    assert "Skip to the content" in found  # a template
    assert "This job is open to you" in found  # Python
    assert "Your code is" in found  # a mail
    assert ("%d day", "%d days") in found
    assert not any("back office" in str(text) for text in found), "the staff's own pages are in English"
