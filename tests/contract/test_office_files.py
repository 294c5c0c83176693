"""Lists of the back office as CSV files: what the list shows, harmless to a spreadsheet, bounded, and written down."""

import csv
import io
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import connection, models
from django.db.models.expressions import RawSQL
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bounties.models import Bounty
from marketplace.admin.accounts import AccountAdmin
from marketplace.api.backoffice import exporting
from marketplace.core import masking
from marketplace.models import Account, Mail
from marketplace.services import mails
from tests.contract.scenario import World
from tests.contract.test_admin_pages import every_page, given_row, url
from tests.factories.accounts import AccountFactory


@pytest.fixture
def office(world: World) -> Client:
    return world.browser("operator")


def file_of(office: Client, model: type[models.Model], **query: str) -> list[list[str]]:
    answer: Any = office.get(url(model, "csv"), query)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/csv; charset=utf-8" and ".csv" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    text = b"".join(answer.streaming_content).decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:])))


@every_page
def test_each_list_is_a_file_of_its_columns_for_all_staff_and_nobody_else(
    world: World, unchanged: Any, model: type[models.Model]
) -> None:
    row = given_row(model)
    page = admin.site._registry[model]

    heads, *lines = file_of(world.browser("auditor"), model)

    assert len(heads) == len(page.list_display) and all(heads)
    assert lines and all(len(line) == len(heads) for line in lines)
    text = "\n".join(cell for line in lines for cell in line)
    if (named := getattr(row, "public_id", "")) and {"public_id", "pk"} & set(page.list_display):
        assert named in text
    assert "<" not in text.replace("<script", "") or model is Mail
    with unchanged():
        for stranger in (Client(), world.browser("owner")):
            answer = stranger.get(url(model, "csv"))
            assert answer.status_code == 302 and answer["Location"].startswith("/admin/login/")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r+", " =", "\n@"])
def test_what_people_wrote_is_no_formula(office: Client, start: str) -> None:
    name = f"{start}cmd|' /C calc'!A1"
    person = AccountFactory(name=name.strip("\r\n"))

    (line,) = file_of(office, Account, q=person.public_id)[1:]

    assert line[1].startswith("'") and line[1].lstrip("'")[0] in "=+-@"


def test_the_file_has_the_rows_that_are_filtered_and_searched(office: Client, world: World) -> None:
    bounty = Bounty.objects.order_by("-id").first()
    assert bounty is not None
    other = Bounty.objects.exclude(status=bounty.status).count()

    found = file_of(office, Bounty, status__exact=bounty.status)[1:]
    one = file_of(office, Bounty, q=bounty.public_id)[1:]

    assert other and len(found) == Bounty.objects.filter(status=bounty.status).count()
    assert [bounty.public_id in line for line in one] == [True]


def test_personal_columns_stay_masked(office: Client) -> None:
    person = AccountFactory(email="careful.reader@example.org")
    mails.write(to="careful.reader@example.org", subject="Hello", text="Hello.")

    accounts, sent = file_of(office, Account), file_of(office, Mail)

    text = "\n".join(",".join(line) for line in accounts + sent)
    assert "careful.reader" not in text and "c•••@e•••.org" in text
    listed = [office.get(url(model, "changelist")).content.decode() for model in (Account, Mail)]
    assert not [page for page in listed if "careful.reader" in page]
    (line,) = file_of(office, Account, q="careful.reader@example.org")[1:]
    assert line[0] == person.public_id, "it is found by the whole address all the same"


@pytest.mark.parametrize(
    ("value", "kind", "shown"),
    [
        ("ana@example.com", "mail", "a•••@e•••.com"),
        ("a@b.co", "mail", "a•••@b•••.co"),
        ("no address", "mail", "•••"),
        ("x@localhost", "mail", "•••"),
        ("+1 (415) 555-0123", "phone", "•••23"),
        ("12345", "phone", "•••"),
        ("Berlin", "text", "•••"),
        (None, "text", ""),
    ],
)
def test_a_mask_shows_enough_to_recognise_and_too_little_to_use(
    value: str | None, kind: masking.Kind, shown: str
) -> None:
    assert masking.masked(value, kind) == shown


def test_who_fetched_what_is_written_down(world: World) -> None:
    auditor = world.browser("auditor")

    file_of(auditor, Account, q="ana", is_active__exact="1")

    entry = LogEntry.objects.latest("pk")
    assert entry.user == world["auditor"].account
    assert "exported" in entry.change_message and "is_active__exact=1, q=•••" in entry.change_message
    assert entry.object_repr == "accounts"


def test_a_file_is_bounded_and_sent_block_by_block(office: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    AccountFactory.create_batch(7)
    monkeypatch.setattr(exporting, "BLOCK", 2)
    monkeypatch.setattr(exporting, "MOST", 5)

    with CaptureQueriesContext(connection) as captured:
        lines = file_of(office, Account)[1:]

    assert len(lines) == 5
    blocks = [
        sql["sql"] for sql in captured if 'FROM "marketplace_account" WHERE' in sql["sql"] and " IN (" in sql["sql"]
    ]
    assert len(blocks) == 3, "two, two and one"
    newest = list(Account.objects.order_by("-id")[:5])
    assert [line[0] for line in lines] == [account.public_id for account in newest]


def test_a_list_that_takes_too_long_gives_advice_instead_of_half_a_file(
    office: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "PATIENCE", "1ms")
    slow = RawSQL("select pg_sleep(1) is not null", [], output_field=models.BooleanField())
    monkeypatch.setattr(
        AccountAdmin, "get_queryset", lambda self, request: Account.objects.alias(slow=slow).filter(slow=True)
    )
    before = LogEntry.objects.count()

    answer: Any = office.get(url(Account, "csv"), {"q": "somebody"})

    assert answer.status_code == 302 and "somebody" in answer["Location"]
    assert LogEntry.objects.count() == before


def test_each_list_offers_its_file_as_it_is_filtered(office: Client) -> None:
    given_row(Bounty)

    shown = office.get(url(Bounty, "changelist"), {"q": "a", "p": "1"}).content.decode()

    assert 'href="export.csv?q=a"' in shown
