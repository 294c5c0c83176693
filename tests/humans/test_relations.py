"""Blocked and preferred people: two private lists that never share a person."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from humans.models import Relation
from humans.selectors import relations
from marketplace.core import ids
from marketplace.models import Account
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import untouched

pytestmark = pytest.mark.django_db
BLOCKS, PREFERRED = "/api/humans/blocks", "/api/humans/preferred"
both_lists = pytest.mark.parametrize("path", [BLOCKS, PREFERRED])


def who(api: Api) -> str:
    return api.account.public_profile_id


def listed(agent: Api, path: str) -> list[str]:
    return [row["humanId"] for row in agent.get(path)[path.rsplit("/", 1)[1]]]


def test_a_block_answers_and_lists_exactly_this(agent: Api, at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    worker = given_worker(name="Ada")
    entry = {"humanId": who(worker), "reason": "Never came.", "createdAt": "2026-11-21T10:00:00.000Z"}

    added = agent.post(BLOCKS, {"humanId": who(worker), "reason": " Never came. "})

    assert added.body == {"success": True, "block": entry}
    assert agent.get(BLOCKS).body == {
        "success": True,
        "blocks": [entry | {"humanName": "Ada"}],
        "count": 1,
        "hasMore": False,
        "nextCursor": None,
    }
    assert agent.get(BLOCKS).headers["Cache-Control"] == "private, no-store"


def test_a_preference_answers_and_lists_exactly_this(agent: Api, at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    worker = given_worker(name="Ada")
    entry = {"humanId": who(worker), "note": "", "createdAt": "2026-11-21T10:00:00.000Z"}

    assert agent.post(PREFERRED, {"humanId": who(worker)}).body == {"success": True, "preferred": entry}
    assert agent.get(PREFERRED)["preferred"] == [entry | {"humanName": "Ada"}]
    assert agent.delete(f"{PREFERRED}?humanId={who(worker)}").body == {"success": True, "removed": True}
    assert agent.get(PREFERRED)["preferred"] == []


@pytest.mark.parametrize(("first", "second"), [(BLOCKS, PREFERRED), (PREFERRED, BLOCKS)])
def test_adding_to_one_list_removes_from_the_other(agent: Api, worker: Api, first: str, second: str) -> None:
    agent.post(first, {"humanId": who(worker), "note": "old", "reason": "old"})

    agent.post(second, {"humanId": who(worker)})

    assert (listed(agent, first), listed(agent, second)) == ([], [who(worker)])
    assert Relation.objects.get().note == "", "the words belonged to the other list"


@both_lists
def test_adding_again_changes_the_words_and_nothing_else(
    agent: Api, worker: Api, path: str, at: Callable[[str], datetime]
) -> None:
    words = "reason" if path == BLOCKS else "note"
    at("2026-11-21T10:00:00Z")
    first = agent.post(path, {"humanId": who(worker), words: "First."})
    at("2026-11-21T10:30:00Z")

    with untouched():
        again = agent.post(path, {"humanId": who(worker)})
    changed = agent.post(path, {"humanId": who(worker), words: "Second."})
    emptied = agent.post(path, {"humanId": who(worker), words: None})

    entry = next(value for name, value in first.body.items() if name != "success")
    assert again.body == first.body
    assert entry | {words: "Second."} in changed.body.values()
    assert entry | {words: ""} in emptied.body.values()
    assert listed(agent, path) == [who(worker)]


@both_lists
def test_removing_somebody_who_is_not_listed_changes_nothing(agent: Api, worker: Api, path: str) -> None:
    other = PREFERRED if path == BLOCKS else BLOCKS
    agent.post(other, {"humanId": who(worker)})

    with untouched():
        assert agent.delete(f"{path}?humanId={who(worker)}").body == {"success": True, "removed": False}

    assert listed(agent, other) == [who(worker)]


@both_lists
def test_nobody_is_on_his_own_list(worker: Api, path: str) -> None:
    with untouched():
        refused = worker.post(path, {"humanId": who(worker)})

    assert (refused.status, refused.code, list(refused["fields"])) == (400, "validation_error", ["humanId"])


@both_lists
def test_a_username_names_a_person_too(agent: Api, worker: Api, path: str) -> None:
    Account.objects.filter(pk=worker.account.pk).update(username="ada-l")

    added = agent.post(path, {"humanId": "ada-l"})

    assert added.status == 200, added.body
    assert listed(agent, path) == [who(worker)]
    assert agent.delete(f"{path}?humanId=ada-l").body == {"success": True, "removed": True}
    with untouched():
        assert agent.post(path, {"humanId": "ada-l\x00"}).status in (400, 404)
        assert agent.delete(f"{path}?humanId=Nobody").status == 404


@both_lists
def test_unknown_people_are_not_found(agent: Api, path: str) -> None:
    gone = given_worker(is_active=False)
    with untouched():
        for human_id in (ids.encode("prf", ids.new()), who(gone), "prf_x", "ada"):
            refused = agent.post(path, {"humanId": human_id})
            assert (refused.status, refused.code) == (404, "not_found"), human_id
        assert agent.delete(f"{path}?humanId={ids.encode('prf', ids.new())}").status == 404
        missing = agent.delete(path)

    assert (missing.status, list(missing["fields"])) == (400, ["humanId"])


def test_who_left_can_still_be_taken_off(agent: Api, worker: Api) -> None:
    agent.post(BLOCKS, {"humanId": who(worker)})
    Account.objects.filter(pk=worker.account.pk).update(is_active=False)

    assert agent.delete(f"{BLOCKS}?humanId={who(worker)}")["removed"] is True


@both_lists
def test_the_words_are_at_most_280_characters(agent: Api, worker: Api, path: str) -> None:
    words = "reason" if path == BLOCKS else "note"

    assert agent.post(path, {"humanId": who(worker), words: "ä" * 280}).status == 200
    with untouched():
        refused = agent.post(path, {"humanId": who(worker), words: "ä" * 281})
    assert (refused.status, list(refused["fields"])) == (400, [words])


def test_lists_are_private(agent: Api, other_agent: Api, worker: Api, anonymous: Api) -> None:
    agent.post(BLOCKS, {"humanId": who(worker), "reason": "Secret words"})

    assert listed(other_agent, BLOCKS) == []
    assert listed(worker, BLOCKS) == []
    for answer in (anonymous.get(f"/api/humans/{who(worker)}"), worker.get("/api/humans/me")):
        assert "Secret words" not in str(answer.body)


def test_the_newest_entry_comes_first_also_when_it_changed_lists(
    agent: Api, at: Callable[[str], datetime], worker: Api, other_worker: Api
) -> None:
    for minute, (path, human) in enumerate([(BLOCKS, worker), (PREFERRED, other_worker), (PREFERRED, worker)]):
        at(f"2026-11-21T10:0{minute}:00Z")
        agent.post(path, {"humanId": who(human)})

    assert listed(agent, PREFERRED) == [who(worker), who(other_worker)]


def test_upper_steps_ask_for_many_in_one_query(
    agent: Api, worker: Api, other_worker: Api, django_assert_num_queries: Callable[[int], Any]
) -> None:
    third = given_worker()
    agent.post(BLOCKS, {"humanId": who(worker)})
    agent.post(PREFERRED, {"humanId": who(other_worker)})
    owner, people = agent.account.pk, [api.account.pk for api in (worker, other_worker, third)]

    with django_assert_num_queries(1):
        found = relations.relations_of(owner, people)

    assert found == {people[0]: "blocked", people[1]: "preferred"}
    assert [relations.is_blocked(owner, human) for human in people] == [True, False, False]
    assert relations.is_blocked(people[2], people[0]) is False
