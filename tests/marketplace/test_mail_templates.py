"""Mail templates: one gives subject, text and HTML, and no value can become any of their structure."""

import re
from datetime import datetime
from email import message_from_bytes
from email.policy import default
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import engines

from marketplace.models import Mail
from marketplace.services import mail_templates, mails
from marketplace.services.mail_templates import Words, compose
from tests.factories.accounts import AccountFactory

MAIL = Path(settings.ROOT) / "templates" / "mail"
TEMPLATES = sorted(str(path.relative_to(MAIL)).removesuffix(".txt") for path in MAIL.rglob("*.txt"))
NASTY = 'x</p><script src="//evil.example"></script>\r\nBcc: victim@example.com\n\n=> \u202eGET http://evil.example/ {{ service }}'


class Reader(HTMLParser):
    """Which elements and addresses a page has, and what it shows."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    return reader


def hired(**values: Any) -> mail_templates.Mail:
    known = {
        "name": "Ada",
        "title": "Shop front",
        "owner": "Scout",
        "confirm_by": datetime.fromisoformat("2026-11-21T13:00:00+01:00"),
        "pay": "5.00 USD",
        "bounty_url": f"{settings.BASE_URL}/jobs/bty_1",
        "work_url": f"{settings.BASE_URL}/work/app_1",
    }
    return compose("hired", **known | values)


def test_text_and_html_say_the_same() -> None:
    mail = hired(words=Words("Welcome!\n\n  Ring   twice. \n"), hours=1)

    assert mail.subject == "Confirm by Sat November 21, noon UTC: you are hired for Shop front"
    assert "- Pay: 5.00 USD\n- Place: anywhere, the work is remote\n" in mail.text
    assert "- Finish: within 1 hour of confirming" in mail.text
    assert "> Welcome!\n> Ring twice.\n" in mail.text
    assert f"\n\n{settings.BASE_URL}/work/app_1\n\n" in mail.text
    assert max(len(line) for line in mail.text.splitlines()) <= mail_templates.WIDTH
    page = read(mail.html)
    for said in ("Shop front", "Pay", "5.00 USD", "Welcome!", "Ring twice.", "/work/app_1", settings.SERVICE_NAME):
        assert said in page.text
    assert page.tags.count("blockquote") == 1 and page.tags.count("tr") == 5
    assert page.links == [f"{settings.BASE_URL}/{where}" for where in ("work/app_1", "today")]


@pytest.mark.parametrize("field", ["name", "title", "owner", "place", "start", "words"])
def test_no_value_becomes_a_header_an_element_or_a_link(field: str) -> None:
    harmless = hired(**{field: Words("x") if field == "words" else "x"})
    plain = read(harmless.html)

    mail = hired(**{field: Words(NASTY) if field == "words" else NASTY})

    page = read(mail.html)
    more = ["p"] * (2 if field == "words" else 0)
    assert sorted(page.tags) == sorted(plain.tags + more), "as many elements as with a harmless value"
    assert page.links == plain.links
    assert "<script" in page.text, "shown as the text that it is"
    assert "{{ service }}" in mail.text, "never a template"
    assert "\u202e" not in mail.text + mail.html + mail.subject
    assert mail.text.count("\n\n") == harmless.text.count("\n\n"), "and as many blocks"


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["a\r\nBcc: b@example.com", "a\nb", "a\x0bb\u2028c\x85d", "é" * 300])
def test_a_title_stays_in_its_header(text: str) -> None:
    mail_templates.send(AccountFactory(), "nudge", title=text, bounty_url=settings.BASE_URL)

    mail = Mail.objects.get()
    assert len(mail.subject) <= 255 and len(mail.subject.splitlines()) == 1
    mails.send_due()
    file = settings.DATA_DIR / "mail" / f"{mail.public_id}.eml"
    sent = message_from_bytes(file.read_bytes(), policy=default)
    assert sent["To"] == mail.to and sent["Bcc"] is None
    assert [part.get_content_type() for part in sent.walk()][1:] == ["text/plain", "text/html"]


@pytest.mark.parametrize("name", TEMPLATES)
def test_no_line_of_a_template_begins_with_a_value(name: str) -> None:
    subject, *lines = (MAIL / f"{name}.txt").read_text().splitlines()

    assert subject.strip()
    # What stands after a tag may be the first of its line, too.
    for line in lines:
        assert not re.match(r"(\{%[^%]*%\})*\{\{", line), line
    assert "safe" not in re.findall(r"\|(\w+)", "\n".join(lines))


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_composes_without_any_value(name: str) -> None:
    made = compose(name)

    assert made.subject and made.text.count("\n-- \n") == 1
    assert read(made.html).tags.count("h1") == 1
    assert engines["django"].engine.autoescape, "what the HTML of every mail rests on"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("lacks", "about", "reached"),
    [
        ({}, "", True),
        ({}, "work", True),
        ({"mail_work": False}, "work", False),
        ({"mail_work": False}, "messages", True),
        ({"mail_work": False}, "", True),
        ({"email": None}, "", False),
        ({"email_verified_at": None}, "", False),
        ({"is_active": False}, "", False),
    ],
)
def test_who_is_reached(lacks: dict[str, Any], about: str, reached: bool) -> None:
    account = AccountFactory()
    for name, value in lacks.items():
        setattr(account, name, value)

    mail_templates.send(account, "nudge", about=about, title="Shop front")

    assert Mail.objects.exists() is reached
    if reached:
        assert ("switch off" in Mail.objects.get().text) is bool(about)
