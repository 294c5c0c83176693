"""/owner/wallet/spending: where the money went, drawn and as tables, and as files."""

import csv
import re
from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.demo.scenes import Services
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.web import charts
from tests.api import Api
from tests.factories.accounts import given_connection, given_worker
from tests.factories.approvals import owner_of
from tests.factories.market import given_bounty, given_funded_agent, given_hired, given_released, given_tip
from tests.visitor import Visitor
from tests.wallet.test_spender_limits import given_key

pytestmark = pytest.mark.django_db
PATH, EVIL = "/owner/wallet/spending", "<script>alert(1)</script>"


@pytest.fixture
def spender() -> Api:
    """Somebody who has paid two people in two jobs, and holds a third."""
    agent = given_funded_agent(100_000)
    for title, price, category in (("First job", 500, "creative-gigs"), ("=2+2", 700, "")):
        bounty = given_bounty(agent, title=title, price_cents=price, category=category)
        given_released(agent=agent, bounty=bounty, worker=given_worker(name=f"Ada {price} {EVIL}"))
    given_hired(agent=agent, bounty=given_bounty(agent, title="Third job", category="creative-gigs"))
    return agent


def read(visitor: Visitor, name: str, query: str = "") -> list[dict[str, str]]:
    answer = visitor.client.get(f"{PATH}/{name}.csv{query}")
    assert answer["Content-Type"].startswith("text/csv"), answer
    return list(csv.DictReader(b"".join(answer).decode("utf-8-sig").splitlines()))


def test_it_says_who_which_job_and_which_category_took_how_much(spender: Api) -> None:
    page = Visitor(spender.account).open(PATH)

    assert (
        "Set aside and sent $20.06 Came back $0.00 Paid for work $12.00 Tips and reimbursements $0.00 Our fee $2.16 "
        "Held right now $5.90" in page.text
    )
    assert "By person" in page.text and "By job" in page.text and "By category" in page.text
    assert "Creative gigs $11.80 $0.00 $5.00 $0.90" in page.text
    assert "Without a category $8.26 $0.00 $7.00 $1.26" in page.text
    assert "need not be that of the others" not in page.text, "20.06 = 12.00 + 2.16 + 5.90"
    assert "<script>alert" not in page.html
    assert page.html.index("Ada 700") < page.html.index("Ada 500"), "the highest sum first"


def test_what_was_paid_for_work_means_the_same_in_every_sum_and_tips_stand_beside_it() -> None:
    seat = given_released(worker=given_worker(name="Ada"), title="Doors")
    given_tip(seat, 250)

    page = Visitor(seat.agent.account).open(PATH)

    assert "Paid for work $5.00 Tips and reimbursements $2.50 Our fee $0.90" in page.text
    assert "Person Paid for work, and tips Ada $7.50" in page.text
    assert "Paid for work Our fee Doors $5.90 $0.00 $5.00 $0.90" in page.text
    assert "need not be that of the others" not in page.text, "8.40 = 5.00 + 2.50 + 0.90"


def test_the_report_of_the_api_says_the_same(spender: Api) -> None:
    report = spender.get("/api/wallet/report")["report"]

    assert {row["title"]: (row["category"], row["funded"]) for row in report["byBounty"]} == {
        "First job": ("creative-gigs", 590), "=2+2": (None, 826), "Third job": ("creative-gigs", 590),
    }  # fmt: skip
    assert report["byCategory"] == [
        {"category": "creative-gigs", "funded": 1180, "settled": 500, "refunded": 0, "bountyCount": 2},
        {"category": None, "funded": 826, "settled": 700, "refunded": 0, "bountyCount": 1},
    ]


def test_each_chart_is_a_file_with_all_of_its_rows(spender: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escrow.pages.spending.SHOWN", 1)
    visitor = Visitor(spender.account)

    assert "2 more are in the file." in visitor.open(PATH).text
    jobs = {row["name"]: row for row in read(visitor, "jobs")}
    assert set(jobs) == {"First job", "'=2+2", "Third job"}
    assert (jobs["First job"]["set_aside_usd"], jobs["First job"]["set_aside_cents"]) == ("5.90", "590")
    assert (jobs["First job"]["paid_usd"], jobs["First job"]["category"]) == ("5.00", "creative-gigs")
    assert [row["paid_cents"] for row in read(visitor, "people")] == ["700", "500"]
    assert {row["slug"] for row in read(visitor, "categories")} == {"creative-gigs", ""}
    days = read(visitor, "days")
    assert len(days) == 30 and sum(int(row["set_aside_cents"]) for row in days) == 2006
    assert (
        visitor.client.get(f"{PATH}/nonsense.csv").status_code == visitor.client.get(f"{PATH}/jobs").status_code == 404
    )


def test_only_the_days_that_were_asked_for_count(spender: Api) -> None:
    visitor, today = Visitor(spender.account), clock.now().date()
    before = today - timedelta(days=1)

    earlier = visitor.open(f"{PATH}?to={before}").text
    assert "Nothing was spent" in earlier and "need not be that of the others" in earlier
    assert len(read(visitor, "days", f"?from={today}")) == 1
    faulty = visitor.open(f"{PATH}?from=x")
    assert 'aria-invalid="true"' in faulty.html and "$20.06" not in faulty.text and "By job" not in faulty.text
    assert visitor.open(f"{PATH}/days.csv?from=x").status == 400
    assert '<option value="" selected>The days below</option>' in visitor.open(f"{PATH}?period=1&to={today}").html
    assert 'aria-invalid="true"' in visitor.open(f"{PATH}?from=2020-01-01").html, "longer than a year"


def test_nobody_sees_what_others_spent(spender: Api, other_agent: Api) -> None:
    page = Visitor(other_agent.account).open(PATH)

    assert "First job" not in page.text and "Nothing was spent" in page.text
    assert read(Visitor(other_agent.account), "jobs") == []
    assert "/account/login" in Visitor().open(f"{PATH}/jobs.csv").path


def test_charts_are_drawn_without_styles_and_say_their_sums() -> None:
    days = [charts.Day(date(2026, 11, day), cents) for day, cents in ((1, 0), (2, 5000), (3, 100))]

    drawn = charts.columns(days, 'Days "and" <sums>')

    scale = re.findall(r"<span>(.*?)</span>", drawn)
    assert scale == ["$50.00", "$25.00", "$0.00"]
    assert re.findall(r"<span>(.*?)</span>", charts.columns([charts.Day(date(2026, 11, 1), 5001)], "x"))[0] == "$100.00"
    assert "style" not in drawn and "<sums>" not in drawn and drawn.count("<rect") == drawn.count("<title>") == 3
    heights = [float(height) for height in re.findall(r'height="([\d.]+)"', drawn)]
    assert heights == [0.6, 60.0, 1.2] and "$50.00</title>" in drawn
    assert (
        'width="50"' in charts.bar(50, 100)
        and 'width="0"' in charts.bar(0, 0)
        and 'width="1.5"' in charts.bar(1, 10**9)
    )
    tones = [charts.meter(spent, 100).split('"')[1] for spent in (79, 80, 100, 300)]
    assert tones == ["bar-of ", "bar-of wait", "bar-of bad", "bar-of bad"]
    assert 'width="100"' in charts.meter(300, 100).replace('class="track" width="100"', "")


def test_queries_do_not_grow_with_rows() -> None:
    counts = []
    for number in (1, 5):
        agent = given_funded_agent(100_000)
        for _ in range(number):
            given_released(agent=agent)
        visitor = Visitor(agent.account)
        visitor.open(PATH)
        with CaptureQueriesContext(connection) as found:
            visitor.open(PATH)
        counts.append(len(found))
    assert counts[0] == counts[1] <= 16


def test_it_says_which_key_and_program_spent_as_much_as_all_together(spender: Api) -> None:
    second, key = given_key(spender, f"Buyer {EVIL}"[:50])
    program = given_connection(spender.account)
    task = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}
    assert second.post("/api/bounties", task).status == owner_of(spender).post("/api/bounties", task).status == 200
    by = Actor(account=spender.account, via="oauth", connector=program)
    plain = {"price_cents": 500, "price_type": "fixed", "estimated_hours": Decimal("0.5"), "spots_available": 1}
    Services(by).post(kind="ordinary", title="Errand", description="One errand.", **plain)
    visitor = Visitor(spender.account)

    page = visitor.open(PATH)

    assert "By key and program" in page.text and "<script>alert" not in page.html
    assert {f"/owner/keys/{key.public_id}", f"/owner/programs/{program.public_id}"} <= set(page.links)
    rows = {row["id"]: (row["name"], int(row["set_aside_cents"])) for row in read(visitor, "keys")}
    assert rows[key.public_id][1] == rows["session"][1] == rows[program.public_id][1] == 590
    assert rows["session"][0] == "People, signed in" and rows[program.public_id][0] == "Connector"
    everything = sum(int(row["set_aside_cents"]) for row in read(visitor, "days"))
    assert sum(cents for _, cents in rows.values()) == everything
    assert sum(int(row["set_aside_cents"]) for row in read(visitor, "jobs")) == everything
