"""Files of jobs: how long they are kept, who forgets them, and that they are in the copy of one's data."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Bounty, ImportedRow, JobImport
from bounties.selectors import account_data
from bounties.services import imports
from marketplace.core import clock
from marketplace.services import erasing
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.approvals import TASK
from tests.factories.market import given_funded_agent, untouched
from tests.visitor import Seen, Visitor

pytestmark = pytest.mark.django_db
PATH = "/owner/jobs/import"
GOOD = "title,description,price,estimatedHours\nCount cars,One hour at the corner.,10,1\n"


def given_import(agent: Api, table: str = GOOD) -> tuple[Visitor, Seen]:
    person = Visitor(agent.account)
    return person, person.send(person.open(PATH), "read", pasted=table)


def after(span: timedelta) -> None:
    JobImport.objects.update(created_at=clock.now() - span)
    for row in JobImport.objects.all():
        row.expires_at = row.expires_at - span
        row.save(update_fields=["expires_at"])


def test_one_that_was_never_confirmed_is_forgotten_after_a_week() -> None:
    person, seen = given_import(given_funded_agent(10_000))
    assert "Kept until" in seen.text

    after(imports.WAITS - timedelta(minutes=1))
    with untouched():
        assert imports.forget_due() == 0
    after(timedelta(minutes=2))
    assert imports.forget_due() == 1
    assert (JobImport.objects.count(), ImportedRow.objects.count()) == (0, 0)

    with untouched():
        assert person.send(seen, "confirm").status == 404
    assert Bounty.objects.count() == 0


def test_a_confirmed_one_is_kept_for_its_owner_to_see_and_its_jobs_stay() -> None:
    person, seen = given_import(given_funded_agent(10_000))
    assert "1 job was posted." in person.send(seen, "confirm").text

    after(imports.WAITS + timedelta(days=1))
    assert imports.forget_due() == 0
    assert person.open(seen.path).status == 200
    after(imports.KEPT)
    assert imports.forget_due() == 1
    assert Bounty.objects.count() == 1
    assert imports.forget_due() == 0


def test_a_refused_confirmation_keeps_it_no_longer() -> None:
    agent = given_funded_agent(1180)
    person, seen = given_import(agent)
    assert agent.post("/api/bounties", TASK).status == 200  # which takes half of it
    before = JobImport.objects.get().expires_at

    with untouched():
        assert person.send(seen, "confirm").status == 402
    assert JobImport.objects.get().expires_at == before


def tables(agent: Api) -> dict[str, list[dict[str, Any]]]:
    return {name: list(rows) for name, rows in account_data.parts(agent.account)}


def test_the_copy_of_one_s_data_has_files_of_jobs_with_each_line_and_nobody_else_s() -> None:
    agent = given_funded_agent(10_000)
    _, seen = given_import(agent, GOOD + "Count dogs,,5,1\n")
    given_import(given_funded_agent(10_000))

    mine = tables(agent)
    [file] = mine["job_files_you_uploaded"]
    assert (file["id"], file["fileName"]) == (seen.path.rpartition("/")[2], "")
    lines = mine["lines_of_job_files"]
    assert [(row["title"], row["cents"], row["bountyId"]) for row in lines] == [
        ("Count dogs", None, None),
        ("Count cars", 1180, None),
    ]
    assert lines[1]["body"]["description"] == "One hour at the corner." and lines[0]["errors"]
    assert {row["batchId"] for row in lines} == {file["id"]}
    assert tables(given_worker())["job_files_you_uploaded"] == []


def test_a_closed_account_s_files_are_deleted() -> None:
    agent = given_funded_agent(10_000)
    given_import(agent)

    erasing.erase(agent.account, [])

    assert not JobImport.objects.exists()
