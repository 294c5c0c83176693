"""Lists and reads of conversations: whose they are, what a filter leaves, what reading marks."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from humans.models import Conversation, Message
from marketplace.core import clock, ids
from tests.api import Api
from tests.factories.conversations import Talk, check_counters, given_direct, given_hired_talk, given_talk
from tests.factories.market import given_funded_agent, given_money, untouched

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sound_counters() -> Any:
    yield
    check_counters()


def subjects(api: Api, query: str = "") -> list[str]:
    answer = api.get(f"/api/conversations?{query}")
    assert answer.status == 200, answer.body
    return [row["subject"] for row in answer["conversations"]]


def test_a_conversation_is_answered_whole(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    talk = given_talk(title="Photograph a shop")

    listed = talk.agent.get("/api/conversations")

    assert listed["conversations"] == [
        {
            "id": talk.row.public_id,
            "kind": "bounty",
            "status": "active",
            "subject": "Photograph a shop",
            "bountyId": talk.bounty.public_id,
            "applicationId": talk.application.public_id,
            "humanId": talk.worker.account.public_profile_id,
            "viewerSide": "agent",
            "isDirectMessagingDisabled": False,
            "applicationStatus": "pending",
            "messageCount": 1,
            "unreadByAgent": 1,
            "unreadByHuman": 0,
            "lastMessage": {"at": "2026-11-21T10:00:00.000Z", "preview": "On my way.", "fromSide": "human"},
            "createdAt": "2026-11-21T10:00:00.000Z",
            "updatedAt": "2026-11-21T10:00:00.000Z",
        }
    ]
    text = str(listed.body) + str(talk.agent.get(talk.path).body)
    assert "usr_" not in text and talk.worker.account.email not in text


def test_each_side_sees_its_own_side_and_strangers_nothing(other_agent: Api, operator: Api) -> None:
    talk = given_talk()

    assert talk.agent.get("/api/conversations")["conversations"][0]["viewerSide"] == "agent"
    assert talk.worker.get("/api/conversations")["conversations"][0]["viewerSide"] == "human"
    assert subjects(other_agent) == subjects(operator) == []


def test_both_sides_of_one_account_come_in_one_list_the_most_recently_active_first(
    at: Callable[[str], datetime], worker: Api
) -> None:
    at("2026-11-21T10:00:00Z")
    first = given_talk(worker=worker, title="first")
    at("2026-11-21T11:00:00Z")
    own = given_talk(agent=given_owner(worker), title="own")
    at("2026-11-21T12:00:00Z")
    given_talk(worker=worker, title="third")
    assert subjects(worker) == ["third", "own", "first"]

    at("2026-11-21T13:00:00Z")
    first.by_agent("Are you there?")

    assert subjects(worker) == ["first", "third", "own"]
    page = worker.get("/api/conversations?limit=2")
    rest = worker.get(f"/api/conversations?limit=2&cursor={page['nextCursor']}")
    assert [row["subject"] for row in rest["conversations"]] == ["own"]
    assert subjects(worker, f"ownerUid={worker.account.public_id}") == ["own"]
    assert own.row.agent_id == worker.account.pk


def given_owner(worker: Api) -> Api:
    """The same person with money, so that they post, too."""
    given_money(worker, 10_000)
    return worker


def test_filters_leave_what_they_name() -> None:
    agent = given_funded_agent()
    answered, waiting, archived = (given_talk(agent, title=title) for title in ("answered", "waiting", "archived"))
    answered.by_agent("Yes?")
    answered.agent.get(answered.path)
    agent.patch(archived.path, {"status": "archived"})
    human, owner = waiting.worker.account.public_profile_id, agent.account

    assert subjects(agent) == ["archived", "answered", "waiting"]
    assert subjects(agent, f"humanId={human}") == subjects(agent, f"bountyId={waiting.bounty.public_id}") == ["waiting"]
    assert subjects(agent, f"applicationId={waiting.application.public_id}") == ["waiting"]
    assert subjects(agent, "status=archived") == subjects(agent, "subject=archived") == ["archived"]
    assert subjects(agent, "status=active&unreadByAgent=true") == ["waiting"]
    assert subjects(agent, "unreadByAgent=false") == subjects(agent, "hasReplies=true") == ["answered"]
    assert subjects(agent, "hasReplies=false") == ["archived", "waiting"]
    assert subjects(agent, "unreadByHuman=1") == ["answered"]
    assert subjects(agent, f"agentId={owner.public_profile_id}") == ["archived", "answered", "waiting"]
    assert subjects(agent, f"agentId={human}") == []
    assert subjects(waiting.worker, f"agentId={owner.public_profile_id}") == ["waiting"]
    for scope in ("all", "identity"):
        assert subjects(agent, f"scope={scope}") == ["archived", "answered", "waiting"]


def test_owner_uid_asks_about_oneself_only() -> None:
    talk = given_talk()
    me, other = talk.agent.account, talk.worker.account

    for own in (me.public_id, me.public_profile_id):
        assert len(subjects(talk.agent, f"ownerUid={own}")) == 1
    for foreign in (other.public_id, other.public_profile_id, "nonsense", str(me.pk)):
        assert subjects(talk.agent, f"ownerUid={foreign}") == []
    assert subjects(talk.worker, f"ownerUid={other.public_id}") == [], "they lead none"


@pytest.mark.parametrize("name", ["humanId", "agentId", "bountyId", "applicationId"])
@pytest.mark.parametrize("text", ["nonsense", "agent_1", "prf_" + "0" * 26])
def test_an_unknown_id_in_a_filter_gives_an_empty_list(name: str, text: str) -> None:
    assert subjects(given_talk().agent, f"{name}={text}") == []


@pytest.mark.parametrize(
    "query", ["status=open", "scope=mine", "unreadByAgent=yes", "hasReplies=2", f"subject={'x' * 201}"]
)
def test_a_bad_value_in_a_filter_is_named(agent: Api, query: str) -> None:
    refused = agent.get(f"/api/conversations?{query}")

    assert (refused.status, list(refused["fields"])) == (400, [query.partition("=")[0]])


def test_opening_a_conversation_directly_is_retired(anonymous: Api, agent: Api, worker: Api) -> None:
    with untouched():
        for caller in (agent, worker):
            for body in (None, {"humanId": "x", "message": "Hi"}):
                refused = caller.post("/api/conversations", body)
                assert (refused.status, refused.code) == (403, "conversations_retired")
        assert agent.call("POST", "/api/conversations", raw=b"{nope").code == "conversations_retired"
        assert anonymous.post("/api/conversations", {}).status == 401


def numbers(answer: Any) -> list[str]:
    return [row["content"] for row in answer["messages"]]


def given_long_talk() -> Talk:
    """The cover letter, then 1 to 6, by turns from agent and human."""
    talk = given_talk()
    for number in range(1, 7):
        (talk.by_agent if number % 2 else talk.by_human)(str(number))
    return talk


def test_a_read_gives_the_latest_oldest_first_and_the_way_back() -> None:
    talk = given_long_talk()

    read = talk.agent.get(f"{talk.path}?limit=3")

    assert numbers(read) == ["4", "5", "6"]
    page = read["pagination"]
    assert (page["count"], page["hasMore"]) == (3, True)
    older = talk.agent.get(f"{talk.path}/messages?limit=3&cursor={page['nextCursor']}")
    assert numbers(older) == ["3", "2", "1"]
    rest = talk.agent.get(f"{talk.path}/messages?limit=3&cursor={older['nextCursor']}")
    assert (numbers(rest), rest["hasMore"]) == (["On my way."], False)


def test_following_a_conversation_misses_nothing() -> None:
    talk = given_long_talk()
    first = talk.worker.get(f"{talk.path}?limit=100")
    assert (first["pagination"]["hasMore"], first["pagination"]["nextCursor"]) == (False, None)
    after = first["pagination"]["after"]

    nothing = talk.worker.get(f"{talk.path}?after={after}")
    assert (numbers(nothing), nothing["pagination"]["after"]) == ([], after)
    for number in range(7, 12):
        talk.by_agent(str(number))

    seen = []
    while True:
        read = talk.worker.get(f"{talk.path}?limit=2&after={after}")
        seen, after = seen + numbers(read), read["pagination"]["after"]
        if not read["pagination"]["hasMore"]:
            break
    assert seen == ["7", "8", "9", "10", "11"]


def test_after_takes_a_message_of_this_conversation_only() -> None:
    talk, other = given_talk(), given_talk()

    for text in ("x", Message.objects.get(conversation=other.pk).public_id, ids.encode("msg", ids.new()), "%00"):
        refused = talk.agent.get(f"{talk.path}?after={text}")
        assert (refused.status, refused.code) == (400, "invalid_cursor"), text


def test_reading_marks_what_was_returned_and_no_more(at: Callable[[str], datetime]) -> None:
    talk = given_talk()
    for number in range(3):
        talk.by_human(str(number))
    talk.by_agent("mine")
    moment = at("2027-01-01T00:00:00Z")

    read = talk.agent.get(f"{talk.path}?limit=3")

    assert [row.get("readAt") for row in read["messages"]] == ["2027-01-01T00:00:00.000Z"] * 2 + [None]
    assert (read["conversation"]["unreadByAgent"], read["conversation"]["unreadByHuman"]) == (2, 1)
    assert (talk.row.unread_by_agent, talk.row.unread_by_human) == (2, 1)
    assert Message.objects.filter(read_at=moment).count() == 2
    talk.agent.get(f"{talk.path}/messages")
    assert (talk.row.unread_by_agent, talk.row.unread_by_human) == (0, 1)


def test_reading_again_moves_no_time_and_takes_no_lock(at: Callable[[str], datetime]) -> None:
    at("2027-01-01T00:00:00Z")
    talk = given_talk()
    talk.agent.get(talk.path)
    at("2027-01-02T00:00:00Z")

    with untouched():
        again = talk.agent.get(talk.path)

    assert again["messages"][0]["readAt"] == "2027-01-01T00:00:00.000Z"


@pytest.mark.parametrize("suffix", ["", "/messages"])
def test_reading_without_marking(suffix: str) -> None:
    talk = given_talk()

    with untouched():
        for no in ("false", "0"):
            assert talk.agent.get(f"{talk.path}{suffix}?markRead={no}").status == 200
        assert list(talk.agent.get(f"{talk.path}{suffix}?markRead=no")["fields"]) == ["markRead"]
    assert talk.agent.get(f"{talk.path}{suffix}?markRead=true").status == 200
    assert talk.row.unread_by_agent == 0


def test_reading_one_s_own_words_marks_nothing() -> None:
    talk = given_talk()

    with untouched():
        talk.worker.get(talk.path)
    assert talk.row.unread_by_agent == 1


@pytest.mark.parametrize("suffix", ["", "/messages"])
def test_staff_read_everything_and_mark_nothing(support: Api, other_agent: Api, other_worker: Api, suffix: str) -> None:
    talk = given_talk()

    with untouched():
        read = support.get(talk.path + suffix)
        assert numbers(read) == ["On my way."]
        for stranger in (other_agent, other_worker):
            assert stranger.get(talk.path + suffix).status == 404
    if not suffix:
        assert read["conversation"]["viewerSide"] is None


def test_archiving_is_for_both_and_repeats_quietly() -> None:
    talk = given_talk()

    archived = talk.worker.patch(talk.path, {"status": "archived"})
    with untouched():
        again = talk.agent.patch(talk.path, {"status": "archived"})

    assert archived["conversation"]["status"] == again["conversation"]["status"] == "archived"
    assert talk.agent.patch(talk.path, {"status": "active"})["conversation"]["status"] == "active"


def test_a_converted_conversation_stays_what_it_is(other_agent: Api) -> None:
    talk = given_talk()
    Conversation.objects.update(status="converted")

    with untouched():
        refused = talk.agent.patch(talk.path, {"status": "archived"})
        assert talk.agent.patch(talk.path, {"status": "converted"}).code == "validation_error"
        assert other_agent.patch(talk.path, {"status": "archived"}).status == 404

    assert (refused.status, refused.code, refused["currentState"]) == (409, "invalid_state", "converted")


def test_a_read_costs_the_same_for_one_message_and_for_many(django_assert_num_queries: Any) -> None:
    talk = given_talk()
    path = talk.path
    talk.agent.get(path)
    for number in range(6):
        talk.by_agent(str(number))

    with django_assert_num_queries(3):  # the key, the conversation, the messages
        assert len(talk.agent.get(path)["messages"]) == 7


def test_direct_threads_stay_readable_and_listed() -> None:
    talk = given_direct()

    assert talk.worker.get(talk.path)["conversation"]["viewerSide"] == "human"
    assert len(subjects(talk.agent)) == 1


def test_a_hire_shows_in_the_conversation() -> None:
    talk = given_hired_talk()

    assert talk.worker.get(talk.path)["conversation"]["applicationStatus"] == "accepted"
    assert clock.now() >= talk.row.updated_at
