"""Jobs from a file under many hands: each line becomes one job, and the wallet pays it once."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.models import Bounty, ImportedRow
from bounties.pages import importing
from bounties.services import imports
from tests.factories.market import acting, given_funded_agent
from tests.visitor import Seen, Visitor
from wallet import ledger

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
TABLE = "title,description,price,estimatedHours" + "".join(f"\nJob {n},Text.,5,1" for n in range(4))
COST = 4 * 590


@pytest.mark.parametrize("_", range(2))
@pytest.mark.parametrize("balance", [10_000, COST], ids=["rich", "just enough"])
def test_the_same_file_confirmed_at_once_makes_each_job_once(balance: int, _: int, at_once: AtOnce) -> None:
    agent = given_funded_agent(balance)
    people = [Visitor(agent.account) for _ in range(3)]
    path = people[0].send(people[0].open("/owner/jobs/import"), "read", pasted=TABLE).path
    pages = [person.open(path) for person in people]

    def confirm(person: Visitor, page: Seen) -> Callable[[], Seen]:
        return lambda: person.send(page, "confirm")

    found = at_once(*(confirm(person, page) for person, page in zip(people, pages, strict=True)))

    assert [seen.status for seen in found] == [200] * 3
    assert sorted(Bounty.objects.values_list("title", flat=True)) == [f"Job {n}" for n in range(4)]
    assert ledger.balance(ledger.wallet(agent.account.pk)) == balance - COST
    assert ImportedRow.objects.filter(bounty=None).count() == 0


def test_one_line_posted_by_many_is_one_job(at_once: AtOnce) -> None:
    agent = given_funded_agent()
    me = Visitor(agent.account)
    me.send(me.open("/owner/jobs/import"), "read", pasted=TABLE)
    row = ImportedRow.objects.order_by("number")[0]
    fields = importing.posting_plan.read(importing.ImportPreview(), row.body)

    made = at_once(*[lambda: imports.post(acting(agent), row.pk, dict(fields))] * 5)

    assert [type(one) for one in made].count(Bounty) == Bounty.objects.count() == 1
    assert made.count(None) == 4
