"""/messages: what a person reads and writes in a browser is what the API says."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from humans.models import Conversation, Message, Relation
from marketplace.core.transactions import unit
from marketplace.services import support
from tests.api import Api
from tests.escrow.test_disputes import given_disputed
from tests.factories.accounts import given_agent, given_worker
from tests.factories.conversations import Talk, check_counters, given_direct, given_talk
from tests.factories.market import acting, given_application, given_bounty, given_funded_agent, untouched
from tests.factories.services import given_subscription
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
EVIL = '<script>alert(1)</script> <a href="x">'


def path_of(talk: object) -> str:
    return f"/messages/{talk.row.public_id}"  # type: ignore[attr-defined]


def test_strangers_sign_in_and_other_people_find_nothing() -> None:
    talk = given_talk()

    for path in ("/messages", path_of(talk)):
        assert "/account/login" in Visitor().open(path).path
    other = Visitor(given_worker().account)
    assert other.open(path_of(talk)).status == other.open("/messages/cnv_nothing").status == 404
    assert talk.bounty.title not in other.open("/messages").text


def test_the_inbox_shows_both_sides_their_last_message_and_what_is_new() -> None:
    talk = given_talk()

    mine, theirs = Visitor(talk.worker.account).open("/messages"), Visitor(talk.agent.account).open("/messages")

    assert talk.bounty.title in mine.text and "You: On my way." in mine.text and "1 new" not in mine.text
    assert "You:" not in theirs.text and "On my way." in theirs.text
    assert talk.agent.account.display_name not in mine.text, "they have not written yet"
    assert f"{path_of(talk)}#newest" in mine.links


def test_the_inbox_and_the_thread_name_who_is_at_the_other_end() -> None:
    talk = given_talk()
    talk.by_agent("Could you be there at nine?")

    worker, agent = talk.worker.account, talk.agent.account
    assert f"{agent.display_name} 1 new {talk.bounty.title}" in Visitor(worker).open("/messages").text
    assert f"{worker.display_name} Application {talk.bounty.title}" in Visitor(agent).open("/owner/messages").text
    assert f"With {agent.display_name}" in Visitor(worker).open(path_of(talk)).text
    thread = Visitor(agent).open(f"/owner{path_of(talk)}")
    assert f"With {worker.display_name}" in thread.text and f"/people/{worker.public_profile_id}" in thread.links


def test_who_booked_an_appointment_is_named_before_they_write() -> None:
    booked = given_subscription()
    me, name = Visitor(booked.worker.account), booked.agent.account.display_name

    assert name in me.open("/messages").text
    assert f"With {name}" in me.open(f"/messages/{booked.row.conversation.public_id}").text


def test_what_somebody_applied_with_is_an_application_and_no_new_message() -> None:
    agent = given_funded_agent()
    worker, application = given_application(given_bounty(agent), words="I live next door.")
    talk = Talk(agent, worker, application.bounty, application)
    me = Visitor(agent.account)
    shown = me.open("/owner/messages").text
    assert "Application" in shown and "I live next door." in shown and "new" not in shown.split("Application")[0]
    assert "not read" not in me.open("/owner").text

    talk.by_human("When shall I come?")
    assert talk.row.unread_by_agent == 2, "of the API they both are"
    assert "1 new" in me.open("/owner/messages").text
    assert "1 message is not read" in me.open("/owner").text

    me.open(f"/owner{path_of(talk)}")
    assert "1 new" not in me.open("/owner/messages").text and "not read" not in me.open("/owner").text
    check_counters()


def test_a_first_message_that_came_after_the_application_is_new() -> None:
    agent = given_funded_agent()
    worker, application = given_application(given_bounty(agent), words="")
    talk = Talk(agent, worker, application.bounty, application)
    talk.by_human("When shall I come?")

    me = Visitor(agent.account)

    assert "1 new" in me.open("/owner/messages").text and "1 message is not read" in me.open("/owner").text


def test_who_only_hires_has_the_owners_bar_above_their_messages() -> None:
    talk = given_talk()

    for path in ("/messages", path_of(talk)):
        mine, theirs = (Visitor(side.account).open(path) for side in (talk.worker, talk.agent))
        assert "/earnings" in mine.links and "/owner/wallet" not in mine.links, path
        assert "/owner/wallet" in theirs.links and "/earnings" not in theirs.links, path


def test_an_empty_inbox_says_how_a_conversation_opens(worker: Api) -> None:
    page = Visitor(worker.account).open("/messages")

    assert "No messages yet" in page.text and "/jobs" in page.links


def test_the_thread_is_read_when_it_is_shown_and_leads_to_the_work() -> None:
    talk = given_talk()
    talk.by_agent("Could you be there at nine?")

    page = Visitor(talk.worker.account).open(path_of(talk))

    assert page.text.index("On my way.") < page.text.index("Could you be there at nine?")
    assert f"/work/{talk.application.public_id}" in page.links
    assert talk.row.unread_by_human == 0
    check_counters()
    owner = Visitor(talk.agent.account).open(path_of(talk))
    assert f"/jobs/{talk.bounty.public_id}" in owner.links
    assert "· read" in owner.text


def test_a_message_is_sent_once_however_often_the_form_comes() -> None:
    talk = given_talk()
    visitor = Visitor(talk.worker.account)
    page = visitor.open(path_of(talk))

    sent = visitor.send(page, "send", content="At nine.")
    again = visitor.send(page, "send", content="At nine.")

    assert sent.status == again.status == 200
    assert Message.objects.filter(content="At nine.").count() == 1
    assert sent.text.count("At nine.") == 1
    check_counters()


@pytest.mark.parametrize("content", ["", "   ", "x" * 5001])
def test_what_does_not_fit_comes_back_as_it_was_typed(content: str) -> None:
    talk = given_talk()
    visitor = Visitor(talk.worker.account)
    page = visitor.open(path_of(talk))

    with untouched():
        refused = visitor.send(page, "send", content=content)

    assert refused.status == 400 and 'id="send-content-error"' in refused.html
    assert dict(refused.form("send").fields)["content"] == content


def test_somebody_blocked_is_refused_as_by_the_api() -> None:
    talk = given_talk()
    visitor = Visitor(talk.worker.account)
    page = visitor.open(path_of(talk))
    body = {"humanId": talk.worker.account.public_profile_id}
    assert talk.agent.post("/api/humans/blocks", body).status == 200

    with untouched():
        refused = visitor.send(page, "send", content="Hello?")

    assert refused.status == 403 and "takes no more messages" in refused.text
    assert dict(refused.form("send").fields)["content"] == "Hello?"


def test_who_wrote_is_blocked_in_the_conversation_and_let_in_again() -> None:
    talk = given_talk()
    me = Visitor(talk.worker.account)
    page = me.open(path_of(talk))

    blocked = me.send(page, "block", reason="Rude.")
    me.send(page, "block", reason="Rude.")

    assert "You have blocked them." in blocked.text and "block" not in [form.act for form in blocked.forms]
    assert Relation.objects.get().note == "Rude."
    page, link = me.open("/profile"), f"/people/{talk.agent.account.public_profile_id}"
    assert "Rude." in page.text and (link in page.links) == (me.open(link).status == 200)
    assert me.send(blocked, "unblock").status == 200
    assert not Relation.objects.exists() and "block" in [form.act for form in me.open(path_of(talk)).forms]


def test_words_of_people_are_text_and_their_links_vouch_for_nothing() -> None:
    talk = given_talk(title=EVIL)
    talk.by_agent(f"{EVIL} see https://example.com/a?b=1&c=2. javascript:alert(1)")
    visitor = Visitor(talk.worker.account)

    page, inbox = visitor.open(path_of(talk)), visitor.open("/messages")

    for shown in (page, inbox):
        assert "<script>alert" not in shown.html and 'href="x"' not in shown.html
    link = (
        '<a href="https://example.com/a?b=1&amp;c=2" rel="noopener nofollow ugc">https://example.com/a?b=1&amp;c=2</a>.'
    )
    assert link in page.html
    assert not [href for href in page.links if href.startswith("javascript")]


def test_an_offer_shows_its_sum() -> None:
    talk = given_talk()
    talk.by_agent("For this?", message_type="payment_offer", metadata={"amount": 12.5, "amountCents": 1250})

    assert "Offers $12.50" in Visitor(talk.worker.account).open(path_of(talk)).text


def test_a_conversation_is_put_away_and_comes_back() -> None:
    talk = given_talk()
    visitor = Visitor(talk.worker.account)

    away = visitor.send(visitor.open(path_of(talk)), "archive")
    archive = visitor.open("/messages?status=archived")
    back = visitor.send(visitor.open(path_of(talk)), "reopen")

    assert away.path == "/messages" and talk.bounty.title not in away.text.partition("Archive")[0]
    assert talk.bounty.title in archive.text
    assert "among the others again" in back.text and talk.row.status == "active"


def test_an_old_direct_thread_is_read_only() -> None:
    talk = given_direct()
    page = Visitor(talk.worker.account).open(path_of(talk))

    assert [form.act for form in page.forms] == [] and "it can be read" in page.text


def test_staff_read_without_a_trace_and_do_not_write(support: Api) -> None:
    talk = given_talk()
    visitor = Visitor(support.account)
    with untouched():
        page = visitor.open(path_of(talk))

    assert page.status == 200 and [form.act for form in page.forms] == []
    token = dict(visitor.open("/earnings").form("payouts").fields)["csrfmiddlewaretoken"]
    sent = {"csrfmiddlewaretoken": token, "act": "send", "form": "x", "content": "Hi"}
    forged = visitor.client.post(path_of(talk), sent)
    assert forged.status_code == 403 and b"Only the two people of this conversation" in forged.content
    assert Message.objects.count() == 1


def test_the_script_gets_the_messages_alone_and_a_person_without_it_the_whole_page() -> None:
    talk = given_talk()
    visitor = Visitor(talk.worker.account)

    part = visitor.open(path_of(talk), **{"HX-Request": "true"})
    whole = visitor.open(path_of(talk))

    assert "On my way." in part.text and "<html" not in part.html and part.forms == []
    assert 'hx-trigger="every 10s"' in whole.html and "htmx" in whole.html
    assert "Content-Security-Policy" in part.headers


def test_earlier_messages_are_a_page_away() -> None:
    talk = given_talk()
    for number in range(45):
        talk.by_agent(f"Message {number}.")
    visitor = Visitor(talk.worker.account)

    newest = visitor.open(path_of(talk))
    [older] = [link for link in newest.links if "cursor=" in link]
    earlier = visitor.open(older)

    assert "Message 44." in newest.text and "On my way." not in newest.text
    assert "On my way." in earlier.text and "Message 44." not in earlier.text
    assert "every 10s" not in earlier.html
    assert visitor.send(earlier, "send", content="And now?").text.count("And now?") == 1


def test_disputes_and_reports_are_linked() -> None:
    seat, path = given_disputed()
    talk = Conversation.objects.get(kind="dispute")
    page = Visitor(seat.worker.account).open(f"/messages/{talk.public_id}")
    assert path.replace("/api/", "/") in page.links

    reporter = given_agent()
    made = unit(
        lambda: support.report(
            acting(reporter), summary="Odd", description="It is odd.", category="bug", priority="low"
        )
    )
    shown = Conversation.objects.get(pk=made.conversation_id)
    assert "/support" in Visitor(reporter.account).open(f"/messages/{shown.public_id}").links


def test_queries_do_not_grow_with_rows() -> None:
    inbox, thread = [], []
    for number in (1, 5):
        worker = given_worker()
        talks = [given_talk(worker=worker) for _ in range(number)]
        for _ in range(number):
            talks[0].by_agent()
        visitor = Visitor(worker.account)
        visitor.open(path_of(talks[0]))
        for path, counts in (("/messages", inbox), (path_of(talks[0]), thread)):
            with CaptureQueriesContext(connection) as found:
                visitor.open(path)
            counts.append(len(found))
    assert inbox[0] == inbox[1] <= 15 and thread[0] == thread[1] <= 15
