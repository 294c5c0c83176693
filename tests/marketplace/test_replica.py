"""Lists that anybody may ask for, read from a replica: by whom, when, and what happens without it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.contrib import admin
from django.db import DataError, OperationalError, connection, connections
from django.db.utils import load_backend
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from escrow.admin.queue import Queue
from marketplace.api.backoffice import Deciding, Page, Settings
from marketplace.core import replica
from marketplace.models import Account, PrivateRead
from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent
from tests.factories.office import office

LISTS = ("/api/bounties?limit=5", "/api/humans?limit=5", "/jobs", "/people")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def positions(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, int]]:
    """A second address of the same server is the replica. Of both servers the positions in their log, as a test sets them."""
    ours: Any = connection
    there = ours.settings_dict | {"OPTIONS": ours.settings_dict["OPTIONS"] | {"application_name": "replica"}}
    monkeypatch.setitem(django_settings.DATABASES, replica.REPLICA, there)
    # Under the name of the test's own database, since Django lets a test reach no other.
    connections[replica.REPLICA] = load_backend(there["ENGINE"]).DatabaseWrapper(there, "default")
    found = {"default": 100, "replica": 100}
    monkeypatch.setattr(replica, "position", lambda alias, function: found[alias])
    monkeypatch.setattr(replica, "_distance", replica.Distance())
    yield found
    connections[replica.REPLICA].close()
    del connections[replica.REPLICA]


@contextmanager
def asked() -> Iterator[dict[str, int]]:
    """How many statements went to each meanwhile."""
    counted: dict[str, int] = {}
    with CaptureQueriesContext(connections["default"]) as ours, CaptureQueriesContext(connections["replica"]) as theirs:
        yield counted
    counted |= {"default": len(ours), "replica": len(theirs)}


@pytest.mark.parametrize("path", LISTS)
def test_what_nobody_in_particular_asks_for_is_read_from_the_replica(positions: dict[str, int], path: str) -> None:
    with asked() as statements:
        answer = Client().get(path)

    assert answer.status_code == 200
    assert statements["replica"] > 0
    assert connections["default"] is not connections["replica"], "only for that call"


OFFICE = (
    "/admin/marketplace/account/?q=Ada",
    "/admin/wallet/payment/",
    "/admin/bounties/bounty/export.csv",
    "/admin/escrow/case/export.csv",
    "/admin/escrow/casereview/report/",
    "/admin/escrow/casereview/report.csv?table=category",
)
ACTS = (
    "/admin/",
    "/admin/escrow/case/",
    "/admin/marketplace/proposal/",
    "/admin/bounties/taskplace/",
    "/admin/wallet/outflow/",
)


@pytest.mark.parametrize("path", OFFICE)
def test_what_staff_only_read_is_read_from_the_replica(positions: dict[str, int], operator: Api, path: str) -> None:
    given_bounty(given_funded_agent())
    client = office(operator)

    with asked() as statements:
        answer = client.get(path)
        text = b"".join(answer) if answer.streaming else answer.content

    assert answer.status_code == 200 and text
    assert statements["replica"] > 0
    assert all("insert into" not in one["sql"].lower() for one in connections["replica"].queries), (
        "notes are written here"
    )
    assert connections["default"] is not connections["replica"]


def test_a_person_s_page_has_its_sections_from_the_replica_and_the_person_from_the_primary(
    positions: dict[str, int], operator: Api, agent: Api
) -> None:
    with asked() as statements:
        answer = office(operator).get(reverse("admin:marketplace_account_change", args=[agent.account.pk]))

    assert answer.status_code == 200 and statements["replica"] > 0 and statements["default"] > 0
    assert PrivateRead.objects.filter(about=agent.account, what="opened").exists()


@pytest.mark.parametrize("path", ACTS)
def test_where_staff_act_they_read_the_primary(positions: dict[str, int], operator: Api, path: str) -> None:
    client = office(operator)

    with asked() as statements:
        assert client.get(path).status_code == 200

    assert statements["replica"] == 0 and statements["default"] > 0


def test_who_has_just_written_something_sees_it(positions: dict[str, int], operator: Api) -> None:
    client = office(operator)
    with asked() as before:
        client.get("/admin/marketplace/settingchange/")
    sent = {"code": "KP", "note": "", "why": "Sanctions."}
    answer = client.post(reverse("admin:marketplace_blockedcountry_add"), sent)

    with asked() as after:
        page = client.get("/admin/marketplace/settingchange/").content.decode()

    assert before["replica"] > 0 and after["replica"] == 0
    assert "Sanctions." in page
    cookie = answer.cookies["office_wrote"]
    assert (cookie["max-age"], cookie["path"], cookie["httponly"]) == (2 * int(replica.LAG), "/admin/", True)
    client.cookies.pop("office_wrote")
    with asked() as later:
        client.get("/admin/marketplace/settingchange/")
    assert later["replica"] > 0, "for some seconds"


def test_a_file_that_fails_on_the_replica_goes_on_with_the_primary(
    positions: dict[str, int], operator: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    bounty = given_bounty(given_funded_agent())
    client = office(operator)
    answer = client.get("/admin/bounties/bounty/export.csv")

    def refuse(*args: Any, **named: Any) -> None:
        raise OperationalError("canceling statement due to conflict with recovery")

    monkeypatch.setattr(connections["replica"], "cursor", refuse)

    assert bounty.public_id in b"".join(answer).decode()
    assert not replica._distance.is_near()


def test_every_list_with_acts_of_its_own_reads_the_primary() -> None:
    """A page of the back office with acts or settings is not one that only shows records; people are searched for in theirs."""
    pages = [page for page in admin.site._registry.values() if isinstance(page, Page)]
    acting = {page.model for page in pages if isinstance(page, Deciding | Settings | Queue) and page.is_list_only_read}
    assert acting == {Account}
    assert all(page.is_list_only_read for page in pages if not isinstance(page, Deciding | Settings | Queue))


def test_whoever_is_known_reads_the_primary(positions: dict[str, int], agent: Api) -> None:
    with asked() as statements:
        assert agent.get("/api/bounties?mine=true").status == 200
        assert agent.get("/api/humans").status == 200
        assert Client().get("/api/bounties/bty_01m8fb3bw9erksbxbpysmqp08j").status_code == 404, "one bounty"

    assert statements["replica"] == 0


def test_a_replica_that_is_behind_is_not_read(positions: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(replica.time, "monotonic", lambda: now[0])
    distance = replica.Distance()

    # given a primary that goes on, and a replica that stands still
    positions |= {"default": 100, "replica": 90}
    assert not distance.is_near(), "never known to have had anything"
    now[0], positions["replica"] = 1002.0, 100
    assert distance.is_near(), "it has what the primary has"
    positions["default"] = 200
    now[0] = 1004.0
    assert distance.is_near()
    now[0] = 1002.0 + replica.LAG
    assert not distance.is_near()

    # when it has come nearer
    now[0], positions["replica"] = 1010.0, 200

    assert distance.is_near()


def test_servers_are_looked_at_once_a_second(positions: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    def position(alias: str, function: str) -> int:
        looks.append(alias)
        return 100

    monkeypatch.setattr(replica, "position", position)
    distance = replica.Distance()

    assert [distance.is_near() for _ in range(50)] == [True] * 50
    assert looks == ["default", "replica"]


def test_a_server_that_is_no_replica_is_not_read() -> None:
    assert replica.position("default", "pg_last_wal_replay_lsn()") == -1
    assert replica.position("default", "pg_current_wal_lsn()") > 0


def test_what_fails_on_the_replica_is_read_from_the_primary(
    positions: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: Any, **named: Any) -> None:
        raise OperationalError("canceling statement due to conflict with recovery")

    monkeypatch.setattr(connections["replica"], "cursor", refuse)

    with asked() as statements:
        assert Client().get("/api/bounties?limit=5").status_code == 200

    assert statements["default"] > 0 and statements["replica"] == 0
    assert not replica._distance.is_near(), "it is left alone for a while"


def test_a_question_that_is_wrong_by_itself_does_not_take_the_replica_from_others(positions: dict[str, int]) -> None:
    def wrong() -> None:
        with connections["default"].cursor() as cursor:
            cursor.execute("select %s::int", ["12345678901"])

    with asked() as statements, pytest.raises(DataError):
        replica.read(wrong)

    assert (statements["replica"], statements["default"]) == (1, 1), "it is the primary's word that is raised"
    assert replica._distance.is_near()


def test_a_refused_write_is_done_on_the_primary_and_the_replica_left_alone(positions: dict[str, int]) -> None:
    def writes() -> str:
        with connections["default"].cursor() as cursor:
            if connections["default"] is connections["replica"]:
                cursor.execute("set default_transaction_read_only = on")  # as a standby is
            cursor.execute("update marketplace_account set name = name")
        return "written"

    assert replica.read(writes) == "written"
    assert not replica._distance.is_near()


def test_without_a_replica_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replica, "_distance", None)

    assert Client().get("/api/bounties?limit=5").status_code == 200
