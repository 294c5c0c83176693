"""/support: everybody learns how to reach the staff, and who is signed in reports there once."""

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.models import Mail, SupportReport
from marketplace.rules import LIMITS
from marketplace.services import support as service
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import acting, untouched
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
WORDS = {"summary": "The photo is gone", "description": "I sent it, and it is not there."}
EVIL = "<script>alert(1)</script>"


def test_a_stranger_is_told_the_address() -> None:
    page = Visitor().open("/support")

    assert page.status == 200 and settings.SUPPORT_EMAIL in page.text
    assert f"mailto:{settings.SUPPORT_EMAIL}" in page.links and "/account/login?next=/support" in page.links
    assert page.forms == []


def test_a_report_is_sent_once_and_its_answer_is_a_message(worker: Api, support: Api) -> None:
    visitor = Visitor(worker.account)
    page = visitor.open("/support")

    sent = visitor.send(page, "report", **WORDS, category="billing", priority="high")
    visitor.send(page, "report", **WORDS, category="billing", priority="high")

    report = SupportReport.objects.get()
    assert (report.account_id, report.key_id, report.category, report.priority) == (
        worker.account.pk, None, "billing", "high",
    )  # fmt: skip
    assert f"Report {report.number} has reached our staff" in sent.text
    assert Mail.objects.filter(to=settings.SUPPORT_EMAIL).count() == 1
    [link] = [link for link in sent.links if link.startswith("/messages/")]
    assert "I sent it, and it is not there." in visitor.open(link).text

    service.answer(acting(support), report.pk, "It is back.")

    assert "Answered" in visitor.open("/support").text
    thread = visitor.open(link)
    assert "It is back." in thread.text
    visitor.send(thread, "send", content="Thank you!")
    assert "Waiting for an answer" in visitor.open("/support").text


@pytest.mark.parametrize(
    "wrong",
    [{"summary": ""}, {"summary": "x" * 161}, {"description": " "}, {"description": "x" * 5001}, {"category": "x"}],
)
def test_what_does_not_fit_comes_back_as_it_was_typed(worker: Api, wrong: dict[str, str]) -> None:
    visitor = Visitor(worker.account)
    page = visitor.open("/support")

    with untouched():
        refused = visitor.send(page, "report", **WORDS | wrong)

    [name] = wrong
    assert refused.status == 400 and f'id="report-{name}-error"' in refused.html
    other = "description" if name == "summary" else "summary"
    assert dict(refused.form("report").fields)[other] == WORDS[other]


def test_too_many_reports_are_refused(worker: Api) -> None:
    visitor = Visitor(worker.account)
    page = visitor.open("/support")
    for _ in range(LIMITS["support.report"].count):
        visitor.send(page, "report", **WORDS)

    refused = visitor.send(page, "report", **WORDS)

    assert refused.status == 429 and "Retry-After" in refused.headers
    assert SupportReport.objects.count() == 1


def test_a_report_typed_in_an_ended_session_comes_back_after_signing_in(worker: Api) -> None:
    visitor = Visitor(worker.account)
    page = visitor.open("/support")
    visitor.client.cookies.pop("sessionid", None)
    for name in [name for name in visitor.client.cookies if "session" in name]:
        visitor.client.cookies.pop(name)

    asked = visitor.send(page, "report", **WORDS)

    assert "/account/login" in asked.path and SupportReport.objects.count() == 0


def test_reports_of_others_are_not_shown_and_words_are_text() -> None:
    mine, other = given_worker(), given_agent()
    for api, summary in ((mine, EVIL), (other, "Not yours")):
        visitor = Visitor(api.account)
        visitor.send(visitor.open("/support"), "report", **WORDS | {"summary": summary})

    page = Visitor(mine.account).open("/support")

    assert "Not yours" not in page.text and EVIL not in page.html and EVIL in page.text


def test_queries_do_not_grow_with_rows() -> None:
    counts = []
    for number in (1, 5):
        worker = given_worker()
        visitor = Visitor(worker.account)
        for _ in range(number):
            visitor.send(visitor.open("/support"), "report", **WORDS)
        visitor.open("/support")
        with CaptureQueriesContext(connection) as found:
            visitor.open("/support")
        counts.append(len(found))
    assert counts[0] == counts[1] <= 15
