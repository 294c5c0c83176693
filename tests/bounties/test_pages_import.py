"""/owner/jobs/import: jobs from a file, one preview of all, one confirmation, and no job twice."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Bounty, ImportedRow, JobImport
from bounties.pages import import_file, importing
from bounties.services import imports
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import acting, given_funded_agent, given_money, untouched
from tests.visitor import HTML, Seen, Visitor
from wallet import ledger

pytestmark = pytest.mark.django_db
PATH = "/owner/jobs/import"
HEADER = "title,description,price,estimatedHours"
GOOD = f"{HEADER}\nCount cars,One hour at the corner.,10,1\nCount dogs,One hour in the park.,5.50,0.5\n"


@pytest.fixture
def agent() -> Api:
    return given_funded_agent(10_000)


@pytest.fixture
def person(agent: Api) -> Visitor:
    return Visitor(agent.account)


def upload(person: Visitor, content: str | bytes) -> Seen:
    raw = content if isinstance(content, bytes) else content.encode()
    return person.send(person.open(PATH), "read", files={"file": SimpleUploadedFile("jobs.csv", raw)})


def balance(agent: Api) -> int:
    return ledger.balance(ledger.wallet(agent.account.pk))


def test_a_file_is_shown_with_its_cost_and_posted_after_one_confirmation(agent: Api, person: Visitor) -> None:
    seen = upload(person, GOOD)
    assert Bounty.objects.count() == 0
    for text in ("Count cars", "Count dogs", "$11.80", "$6.49", "Post 2 jobs for $18.29", "Left afterwards $81.71"):
        assert text in seen.text, text

    after = person.send(seen, "confirm")

    assert "2 jobs were posted" in after.text and "All of them are posted" in after.text
    assert sorted(Bounty.objects.values_list("title", "price_cents", "status")) == [
        ("Count cars", 1000, "open"),
        ("Count dogs", 550, "open"),
    ]
    assert balance(agent) == 10_000 - 1829


def test_each_line_over_a_limit_says_which_one_and_whether_waiting_helps(agent: Api, person: Visitor) -> None:
    agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": 1500, "spendingCapRolling24hCents": 2000})
    lines = [
        "Count all,A week.,50,1",
        "Count hens,At the farm.,10,1",
        "Count cows,At the farm.,10,1",
        "Count one,One.,5,1",
    ]

    seen = upload(person, "\n".join(["title,description,price,estimatedHours", *lines]))

    assert "2 lines are over a limit of your wallet, and would not be posted now." in seen.text
    assert (
        "Count all From anywhere 1 person $50.00 each More than your limit of $15.00 for one job. Waiting does not"
        in seen.text
    )
    assert (
        "Count cows From anywhere 1 person $10.00 each With what is spent already, and the lines above, over your"
        in seen.text
    )
    assert "limit of $20.00 in 24 hours. Wait, or raise the limit." in seen.text
    assert '<button class="quiet" aria-describedby="stopped">Post 4 jobs' in seen.html
    assert "/owner/wallet/controls" in seen.links

    after = person.send(seen, "confirm")

    assert sorted(Bounty.objects.values_list("title", flat=True)) == ["Count hens", "Count one"], "as it was foretold"
    assert "2 jobs were posted" in after.text and balance(agent) == 10_000 - 1180 - 590
    assert after.text.count("Waiting does not help") == 1


def test_a_debt_or_nothing_in_the_way_is_said_for_all_lines_together(agent: Api, person: Visitor) -> None:
    seen = upload(person, GOOD)
    assert "over a limit" not in seen.text and 'class="quiet" aria-describedby="stopped"' not in seen.html


def test_a_second_tap_makes_no_second_job(agent: Api, person: Visitor) -> None:
    seen = upload(person, GOOD)
    person.send(seen, "confirm")

    with untouched():
        again = person.send(seen, "confirm")

    assert again.status == 200
    assert (Bounty.objects.count(), balance(agent)) == (2, 10_000 - 1829)


def test_one_that_was_interrupted_goes_on_where_it_was(agent: Api, person: Visitor, monkeypatch: Any) -> None:
    seen = upload(person, GOOD)
    with monkeypatch.context() as patch:
        patch.setattr(importing, "SECONDS", -1.0)
        stopped = person.send(seen, "confirm")
    assert Bounty.objects.count() == 0
    row = ImportedRow.objects.order_by("number").first()
    assert row is not None
    page = importing.ImportPreview()
    imports.post(acting(agent), row.pk, importing.posting_plan.read(page, row.body))
    assert imports.post(acting(agent), row.pk, importing.posting_plan.read(page, row.body)) is None

    halfway = person.open(stopped.path)
    assert "1 of 2 are posted" in halfway.text
    assert "Post 1 job for $6.49" in halfway.text
    person.send(halfway, "confirm")

    assert sorted(Bounty.objects.values_list("title", flat=True)) == ["Count cars", "Count dogs"]
    assert balance(agent) == 10_000 - 1829


def test_the_good_lines_are_posted_alone_and_a_mended_file_says_which_were(agent: Api, person: Visitor) -> None:
    bad = "Count hens,At the farm.,ten,1"
    seen = upload(person, f"{GOOD}{bad}\n")
    assert "1 line can't be used, and is left out" in seen.text and "or post the others alone" in seen.text
    assert "Post the 2 good lines for $18.29" in seen.text

    after = person.send(seen, "confirm")

    assert "not posted yet" not in after.text and "All good lines are posted" in after.text
    assert "post the others alone" not in after.text and "upload a file of the mended lines only" in after.text
    assert {f"/owner/jobs/{job.public_id}" for job in Bounty.objects.all()} <= set(after.links)
    assert sorted(Bounty.objects.values_list("title", flat=True)) == ["Count cars", "Count dogs"]
    assert balance(agent) == 10_000 - 1829
    with untouched():
        person.send(seen, "confirm")
    mended = upload(person, GOOD + bad.replace("ten", "10"))
    assert mended.text.count("You posted this very job before, from another file.") == 2


@pytest.mark.parametrize(
    ("cells", "is_remote"),
    [(",Berlin,DE", False), ("yes,Berlin,DE", True), ("no,Berlin,DE", False), (",,", True), (",,DE", True)],
)
def test_a_city_means_that_the_work_is_there_unless_the_file_says_otherwise(cells: str, is_remote: bool) -> None:
    (line,) = import_file.lines(f"{HEADER},isRemoteAllowed,city,country\nCount,One hour.,10,1,{cells}\n".encode())

    assert import_file.body(line)[0].get("location", {}).get("isRemoteAllowed") is is_remote


def test_faults_are_named_by_line_and_column_and_nothing_is_posted(person: Visitor) -> None:
    rows = [
        ",Text.,ten,1,perhaps,,",
        "No place,Text.,5,0,no,,",
        "Old,Text.,5,1,yes,,2020-01-01 10:00",
    ]
    seen = upload(person, "\n".join([f"{HEADER},isRemoteAllowed,country,deadline", *rows]))

    assert "3 lines can't be used" in seen.text
    for text in (
        "title : Fill this in",
        "price : Give dollars",
        "isRemoteAllowed : Write yes or no",
        "Line 2",
        "Line 4",
    ):
        assert text in seen.text, (text, seen.text)
    assert "country : An on-site task names its country" in seen.text or "estimatedHours :" in seen.text
    assert "deadline : The deadline must be in the future" in seen.text
    assert all(form.act != "confirm" for form in seen.forms)

    with untouched():
        form = person.open(PATH).form("read").data | {"act": ["confirm"], "agreedCents": ["0"]}
        refused = person.client.post(seen.path, form, headers=HTML)
    assert refused.status_code == 409
    assert Bounty.objects.count() == 0


def test_a_short_wallet_is_said_by_how_much_and_the_file_stays(person: Visitor, agent: Api) -> None:
    poor = given_funded_agent(1500)
    them = Visitor(poor.account)
    seen = upload(them, GOOD)
    assert "Your wallet is $3.29 short" in seen.text
    assert "/owner/wallet" in seen.links

    given_money(poor, 400)
    them.send(them.open(seen.path), "confirm")

    assert balance(poor) == 1900 - 1829


def test_money_that_went_meanwhile_posts_nothing(person: Visitor) -> None:
    poor = given_funded_agent(1900)
    them = Visitor(poor.account)
    seen = upload(them, GOOD)
    poor.post("/api/bounties", {"title": "Other", "description": "Other.", "price": 5, "estimatedHours": 1})

    with untouched():
        after = them.send(seen, "confirm")

    assert (after.status, after.headers["X-Error-Code"]) == (402, "insufficient_funds")
    assert Bounty.objects.count() == 1


def test_a_line_that_costs_another_sum_by_now_is_not_posted_and_says_why(agent: Api, person: Visitor) -> None:
    seen = upload(person, GOOD)
    ImportedRow.objects.filter(title="Count dogs").update(cents=700)

    after = person.send(person.open(seen.path), "confirm")

    assert "1 job was posted" in after.text
    assert "Not posted:" in after.text
    assert Bounty.objects.get().title == "Count cars"
    assert balance(agent) == 10_000 - 1180


def test_a_limit_refuses_each_line_with_its_reason(agent: Api, person: Visitor) -> None:
    agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": 1000})

    after = person.send(upload(person, GOOD), "confirm")

    assert "More than your limit of $10.00 for one job. Waiting does not help" in after.text
    assert sorted(Bounty.objects.values_list("title", flat=True)) == ["Count dogs"]
    assert "waiting does not help" in ImportedRow.objects.get(title="Count cars").problem
    assert balance(agent) == 10_000 - 649


def test_the_same_file_again_is_said_before_it_is_posted_again(person: Visitor) -> None:
    person.send(upload(person, GOOD), "confirm")

    assert "You posted jobs of this very file before" in upload(person, GOOD).text
    assert "very file" not in upload(person, GOOD + "\n").text


# ------------------------------------------------------------------ files as people make them


@pytest.mark.parametrize(
    "raw",
    [
        GOOD.encode(),
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.encode("utf-16"),
        GOOD.replace(",", ";").replace(".", ",").encode(),
        GOOD.replace(",", "\t").encode(),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\n\n").encode(),
        GOOD.replace("title", " TITLE ").encode() + b"# a note,,,\n,,,\n",
    ],
)
def test_however_a_spreadsheet_writes_it(raw: bytes) -> None:
    found = import_file.lines(raw)

    assert [line.cells["title"] for line in found] == ["Count cars", "Count dogs"]
    assert [import_file.body(line)[0]["estimatedHours"] for line in found] == [1, 0.5]


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "empty"),
        (b"\n\n", "columns are missing"),
        (HEADER.encode(), "no job below"),
        (b"title,description\na,b", "columns are missing: price, estimatedHours"),
        (f"{HEADER},pirce\na,b,1,1,2".encode(), "no such column: pirce (price?)"),
        (f"{HEADER},location.City\na,b,1,1,2".encode(), "no such column: location.City (city?)"),
        (f"{HEADER},title\na,b,1,1,c".encode(), "twice: title"),
        (f'{HEADER}\n"a,b,1,1'.encode(), "Line 2 can't be read"),
        (f"{HEADER}\na,b,1,1,surplus".encode(), "Line 2 has more cells"),
        (GOOD.encode() + b"\xff\xfe\xfd", "no CSV file in UTF-8"),
        (GOOD.encode() + b"a\0b,c,1,1", "no CSV file in UTF-8"),
        (b"PK\x03\x04" + bytes(range(256)), "no CSV file in UTF-8"),
        (f"{HEADER}\n{'a' * 200_000},b,1,1".encode(), "can't be read"),
        ((HEADER + "\na,b,1,1" * 101).encode(), "At most 100 jobs"),
        (GOOD.encode() + b"," * (1024 * 1024), "larger than 1 MB"),
    ],
)
def test_what_is_no_such_file_says_what_to_do(raw: bytes, why: str) -> None:
    with pytest.raises(import_file.Unusable) as refused:
        import_file.lines(raw)

    assert why in str(refused.value)


def test_a_refused_file_keeps_what_was_pasted(person: Visitor) -> None:
    with untouched():
        seen = person.send(person.open(PATH), "read", pasted="title\nonly this")

    assert seen.status == 400
    assert "columns are missing" in seen.text
    assert "only this" in dict(seen.form("read").fields)["pasted"]
    assert JobImport.objects.count() == 0


def test_what_is_pasted_is_read_like_a_file(person: Visitor) -> None:
    assert "Post 2 jobs for" in person.send(person.open(PATH), "read", pasted=GOOD).text


def test_the_template_explains_every_column_and_is_taken_as_it_is(person: Visitor) -> None:
    answer = person.client.get(f"{PATH}/template.csv")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert rows[0] == list(import_file.COLUMNS)
    assert all(rows[1])
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    with pytest.raises(import_file.Unusable, match="no job below"):
        import_file.lines(answer.content)
    filled = answer.content + (",".join(cell.removeprefix("# ") for cell in rows[2]) + "\n").encode()
    assert "Photograph a shop front" in upload(person, filled).text


def test_every_column_becomes_a_field_of_the_job(agent: Api, person: Visitor) -> None:
    cells = {
        "title": "=1+1",
        "description": "All",
        "price": "$20",
        "priceType": "hourly",
        "estimatedHours": "2",
        "spotsAvailable": "2",
        "evidenceTypes": "photo, text",
        "category": "labor-gigs",
        "skillsNeeded": "walking, counting",
        "supportedCountries": "PT,ES",
        "identityRequired": "Yes",
        "minimumCefr": "B1",
        "autoAccept": "no",
        "completionQuestions": "Was it open?|Remarks? (optional)",
        "requiredLinks": "linkedin",
        "otherLinks": "Your best photo",
        "completionWindowHours": "24",
    }
    text = io.StringIO()
    csv.writer(text).writerows([cells.keys(), cells.values()])

    person.send(upload(person, text.getvalue()), "confirm")

    shown = agent.get(f"/api/bounties/{Bounty.objects.get().public_id}")["bounty"]
    assert (shown["title"], shown["price"], shown["priceType"], shown["spotsAvailable"]) == ("=1+1", 20, "hourly", 2)
    assert (shown["identityRequired"], shown["autoAccept"], shown["completionWindowHours"]) == (True, False, 24)
    assert (shown["skillsNeeded"], shown["supportedCountries"]) == (["walking", "counting"], ["PT", "ES"])
    assert [row["required"] for row in shown["completionQuestions"]] == [True, False]
    assert [row["type"] for row in shown["requiredLinks"]] == ["linkedin", "custom"]


def test_hostile_cells_are_only_words(person: Visitor) -> None:
    evil = '"""><img src=x onerror=alert(1)><script>alert(1)</script>{{ service }}"'
    seen = upload(person, f"{HEADER}\n{evil},{evil},10,1\n{evil},x,ten,1\n")

    assert "<script>alert(1)" not in seen.html
    assert "<img src=x" not in seen.html


# ------------------------------------------------------------------ whose it is


def test_nobody_sees_or_confirms_the_file_of_another(person: Visitor) -> None:
    mine = upload(person, GOOD)
    other = Visitor(given_agent().account)

    assert other.open(mine.path).status == 404
    assert other.open(f"{PATH}/nonsense").status == 404
    form = other.open(PATH).form("read").data | {"act": ["confirm"], "agreedCents": ["1829"]}
    with untouched():
        assert other.client.post(mine.path, form, headers=HTML).status_code == 404
    assert Visitor().open(mine.path).path.startswith("/account/login")


def test_the_pages_take_few_statements_whatever_there_is(person: Visitor) -> None:
    def statements(path: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            person.open(path)
        return len(seen)

    one = upload(person, f"{HEADER}\na,b,1,1\n").path
    few = [statements(path) for path in (PATH, one)]
    many = upload(person, HEADER + "\na,b,1,1" * 5).path

    assert [statements(path) for path in (PATH, many)] == few
    assert max(few) <= 15


def test_old_files_are_forgotten_and_their_jobs_stay(person: Visitor, at: Callable[..., None]) -> None:
    person.send(upload(person, GOOD), "confirm")
    JobImport.objects.update(expires_at="2020-01-01T00:00Z")
    upload(person, GOOD)

    assert imports.forget_due() == 1

    assert JobImport.objects.count() == 1
    assert Bounty.objects.count() == 2
