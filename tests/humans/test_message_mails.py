"""A person is mailed about messages that nobody has read: soon, once an hour at most, and never an agent."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from humans.models import Conversation
from humans.rules.conversations import contains, mail_due, preview
from humans.services import messages
from marketplace.core import clock
from marketplace.models import Account, Mail
from tests.factories.conversations import given_talk

pytestmark = pytest.mark.django_db
BEGUN = "2026-11-21T10:00:00Z"


@pytest.fixture
def later(at: Callable[[str], datetime]) -> Callable[[int], int]:
    """`later(60)` goes to so many seconds after the beginning and looks; gives the number of mails so far."""
    begun = at(BEGUN)

    def go(seconds: int) -> int:
        clock.freeze(begun + timedelta(seconds=seconds))
        messages.mail_unread()
        return Mail.objects.count()

    return go


def test_unread_messages_are_mailed_after_a_minute_in_one_mail(later: Callable[[int], int]) -> None:
    talk = given_talk(title="Shop\r\nfront")
    talk.by_agent("Before nine?")
    talk.by_agent("Or after\nten?")

    assert later(59) == 0
    assert later(60) == 1
    assert later(61) == later(100_000) == 1, "told once"
    mail = Mail.objects.get()
    assert mail.to == talk.worker.account.email
    assert "2 new messages about Shop front" in mail.subject
    assert "Or after ten?" in mail.text and f"/messages/{talk.row.public_id}" in mail.text
    assert talk.agent.account.name in mail.text and talk.agent.account.email not in mail.text


def test_at_most_one_mail_an_hour_and_none_is_forgotten(later: Callable[[int], int]) -> None:
    talk = given_talk()
    talk.by_agent("1")
    assert later(60) == 1
    for second in (100, 200, 3000):
        clock.freeze(datetime.fromisoformat(BEGUN) + timedelta(seconds=second))
        talk.by_agent("more")

    assert later(3659) == 1
    assert later(3660) == 2
    assert "4 new messages" in Mail.objects.latest("pk").subject


def test_whoever_reads_along_is_not_mailed(later: Callable[[int], int]) -> None:
    talk = given_talk()
    talk.by_agent("1")
    talk.by_agent("2")
    talk.worker.get(f"{talk.path}?limit=1")
    assert talk.row.mail_due_at is not None, "one is still unread"
    talk.worker.get(talk.path)

    assert later(60) == later(7200) == 0
    assert talk.row.mail_due_at is None


def test_the_agent_s_side_gets_no_mail(later: Callable[[int], int]) -> None:
    given_talk().by_human("Hello?")

    assert later(7200) == 0


@pytest.mark.parametrize("lacks", [{"email": None}, {"email_verified_at": None}, {"is_active": False}])
def test_without_a_confirmed_address_nothing_is_mailed(later: Callable[[int], int], lacks: dict[str, Any]) -> None:
    talk = given_talk()
    talk.by_agent("Hello?")
    Account.objects.filter(pk=talk.worker.account.pk).update(**lacks)

    assert later(60) == 0
    assert Conversation.objects.get().mail_due_at is None, "and it is not looked at again and again"


def test_who_switched_messages_off_is_not_mailed_and_later_messages_are(later: Callable[[int], int]) -> None:
    talk = given_talk()
    assert talk.worker.patch("/api/humans/me", {"notifications": {"messages": False}}).status == 200
    talk.by_agent("1")
    assert later(60) == 0
    assert Conversation.objects.get().mail_due_at is None

    talk.worker.patch("/api/humans/me", {"notifications": {"messages": True}})
    talk.by_agent("2")
    assert later(200) == 1
    assert "http://127.0.0.1:8000/settings" in Mail.objects.get().text


def test_what_an_upper_step_says_is_mailed_too(later: Callable[[int], int]) -> None:
    given_talk().said("agent", "You are hired.")

    assert later(60) == 1


def test_the_pause_is_an_hour_from_the_last_mail() -> None:
    now = datetime.fromisoformat(BEGUN)

    assert mail_due(now, None) == mail_due(now, now - timedelta(hours=2)) == now + timedelta(minutes=1)
    assert mail_due(now, now - timedelta(minutes=10)) == now + timedelta(minutes=50)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("Send a WIRE  Transfer now", "wire transfer"),
        ("ｗｉｒｅ transfer", "wire transfer"),
        ("wire\ntransfer.", "wire transfer"),
        ("wiretransfer", None),
        ("rewire transfers", None),
        ("c++ is fine", "c++"),
        ("STRASSE", "straße"),
        ("", None),
    ],
)
def test_phrases_are_whole_words_in_any_dress(content: str, found: str | None) -> None:
    assert contains(content, ["", " ", "wire transfer", "c++", "straße"]) == found


@pytest.mark.parametrize("length", [0, 1, 139, 140, 141, 5000])
def test_a_preview_never_passes_its_length(length: int) -> None:
    text = preview("x" * length)

    assert len(text) == min(length, 140)
    assert text.endswith("…") is (length > 140)
