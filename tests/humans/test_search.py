"""Search follows its people: what changes on a profile or an account is found at once, near ones first."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from humans.models import Profile
from humans.rules.people import folded, name_words, words
from humans.selectors import ranking, search
from humans.services import profiles
from marketplace.core import clock
from marketplace.models import Account
from marketplace.services import accounts
from tests.api import Api
from tests.factories.accounts import AccountFactory, ProfileFactory, given_agent, session_token

pytestmark = pytest.mark.django_db
DERIVED = ("is_findable", "is_verified", "last_active_at", "name_words", "city_words", "terms")


def found(who: Api, query: str = "") -> list[str]:
    answer = who.get(f"/api/humans?{query}")
    assert answer.status == 200, answer.body
    return [row["name"] for row in answer["humans"]]


def walked(who: Api, query: str) -> list[str]:
    """All names, page by page as the cursors lead."""
    names: list[str] = []
    cursor = ""
    while cursor is not None:
        page = who.get(f"/api/humans?{query}{cursor and '&cursor=' + cursor}")
        assert (page["offset"], page["hasMore"]) == (len(names), page["nextCursor"] is not None)
        names += [row["name"] for row in page["humans"]]
        cursor = page["nextCursor"]
    return names


def person(name: str, **fields: Any) -> Profile:
    return ProfileFactory(account__name=name, **fields)


# ------------------------------------------------------------------ what search copies


def test_every_change_keeps_what_search_filters_by_in_step(worker: Api, anonymous: Api, agent: Api) -> None:
    anonymous.address = "127.0.0.1"
    agent.get("/api/humans/me")  # made empty, on first need
    for change in (
        {"name": "José Ángel", "username": "jose"},
        {"skills": ["Edição", "C++"], "expertise": ["Night"], "location": {"city": "São Paulo"}},
        {"isAvailable": False},
        {"isAvailable": True, "bio": " "} | {"bio": "Words."},
        {"username": None},
    ):
        assert worker.patch("/api/humans/me", change).status == 200
        check_in_step()
    anonymous.post(f"/api/sandbox/humans/{worker.account.public_profile_id}/verify", {"identityCountry": "PT"})
    check_in_step()
    accounts.update_columns(worker.account.pk, is_active=False)
    check_in_step()
    assert Profile.objects.get(pk=worker.account.pk).terms == ["c++", "edicao", "night"]


def check_in_step() -> None:
    for profile in Profile.objects.select_related("account"):
        stored = {name: getattr(profile, name) for name in DERIVED}
        profiles.index(profile, profile.account)
        assert stored == {name: getattr(profile, name) for name in DERIVED}


def test_a_confirmed_address_makes_a_complete_profile_findable(anonymous: Api) -> None:
    email = "new@example.com"
    signed_up = anonymous.post("/api/auth/app/v1/auth/signup", {"email": email, "password": "a long enough password"})
    session = {"X-Session-Token": signed_up["meta"]["session_token"]}
    account = Account.objects.get(email=email)
    ProfileFactory(account=account)
    assert found(anonymous) == []

    reader = Api()
    reader.address = "127.0.0.1"
    text = reader.get(f"/api/sandbox/mail?to={email}")["mails"][0]["text"]
    code = next(word for word in text.split() if word.isdigit() and len(word) == 6)
    assert anonymous.post("/api/auth/app/v1/auth/email/verify", {"key": code}, **session).status == 200

    assert len(found(anonymous)) == 1


def test_who_comes_back_after_a_month_is_found_again(anonymous: Api, at: Callable[[str], datetime]) -> None:
    begun = at("2026-10-01T10:00:00Z")
    account = AccountFactory(name="Ada")
    worker = Api(account, {"X-Session-Token": session_token(account)})
    ProfileFactory(account=account)
    at((begun + timedelta(days=31)).isoformat())
    assert found(anonymous) == []

    assert worker.get("/api/account").status == 200

    assert found(anonymous) == ["Ada"]
    check_in_step()


def test_activity_is_written_down_once_an_hour(
    agent: Api, at: Callable[[str], datetime], django_assert_num_queries: Callable[..., Any]
) -> None:
    agent.get("/api/humans/me")
    last = Account.objects.get(pk=agent.account.pk).last_active_at
    for minutes, written in ((59, False), (61, True)):
        at((last + timedelta(minutes=minutes)).isoformat())
        agent.get("/api/account")
        assert (Profile.objects.get(pk=agent.account.pk).last_active_at != last) is written
    check_in_step()


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("text", "folded_text", "only_words"),
    [
        ("  João  O'Neil-Sá ", "joao o'neil-sa", "joao o neil sa"),
        ("STRASSE straße", "strasse strasse", "strasse strasse"),
        ("C++", "c++", "c"),
        ("山田 太郎", "山田 太郎", "山田 太郎"),
        ("---", "---", ""),
        ("", "", ""),
    ],
)
def test_words_are_compared_without_case_accents_and_signs(text: str, folded_text: str, only_words: str) -> None:
    assert (folded(text), words(text)) == (folded_text, only_words)


def test_a_name_is_looked_for_with_its_username() -> None:
    assert name_words("João Sá", "joao-s") == " joao sa joao s"
    assert name_words("", None) == " "


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("name=jose", ["José Ángel"]),
        ("name=ÁNG", ["José Ángel"]),
        ("name=osé%20án", ["José Ángel"]),
        ("name=ng", []),
        ("name=an", ["José Ángel"]),
        ("name=j", ["José Ángel"]),
        ("name=wei-l", ["Wei Li"]),
        ("name=li", ["Wei Li"]),
        ("name=%25", []),
        ("name=_", []),
        ("name=---", []),
        ("name=山田", ["山田 太郎"]),
        ("city=sao%20paulo", ["José Ángel"]),
        ("city=São-Paulo", ["José Ángel"]),
        ("city=paulo", []),
        ("city=---", []),
        ("skill=C%2B%2B", ["José Ángel"]),
        ("skill=c", []),
        ("skill=edicao", ["José Ángel"]),
        ("skill=NIGHT", ["Wei Li"]),
        ("skill=,%20,", ["José Ángel", "Wei Li", "山田 太郎"]),
        ("minRate=30&maxRate=10", []),
    ],
)
def test_words_of_a_query_are_compared_alike(anonymous: Api, query: str, names: list[str]) -> None:
    now = clock.now()
    person("José Ángel", city="São Paulo", skills=["Edição", "C++"], account__last_active_at=now)
    person("Wei Li", account__username="wei-li", expertise=["night"], account__last_active_at=now - timedelta(hours=1))
    person("山田 太郎", account__last_active_at=now - timedelta(hours=2))

    assert found(anonymous, query) == names


# ------------------------------------------------------------------ near ones first


@pytest.fixture
def three(db: None) -> None:
    now = clock.now()
    for hours, (name, country, city) in enumerate(
        [("A", "US", "Boston"), ("B", "PT", "Lisbon"), ("C", "BR", "Lisbon")]
    ):
        person(name, country=country, city=city, account__last_active_at=now - timedelta(hours=hours))


@pytest.mark.usefixtures("three")
def test_the_country_of_the_caller_s_sign_up_comes_first_unless_a_place_was_named(anonymous: Api) -> None:
    brazilian = given_agent(signup_country="BR")

    assert found(anonymous) == ["A", "B", "C"]
    assert found(brazilian) == ["C", "A", "B"]
    assert found(brazilian, "countryCode=PT") == ["B", "A", "C"], "a hint goes before what is inferred"
    assert found(brazilian, "city=Lisbon") == ["B", "C"], "a named city leaves nothing to infer"
    assert found(brazilian, "city=Lisbon&countryCode=BR") == ["C", "B"]
    assert found(brazilian, "country=US") == ["A"]
    assert found(brazilian, "country=US&countryCode=BR") == ["A"]


@pytest.mark.usefixtures("three")
def test_a_cursor_belongs_to_the_ranking_it_came_from(anonymous: Api) -> None:
    brazilian = given_agent(signup_country="BR")
    cursor = brazilian.get("/api/humans?limit=1")["nextCursor"]

    assert found(brazilian, f"limit=2&cursor={cursor}") == ["A", "B"]
    assert anonymous.get(f"/api/humans?limit=2&cursor={cursor}").code == "invalid_cursor"


@pytest.fixture(params=["as it is", 0, 1, 10, 1_000_000])
def expected(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What PostgreSQL expects to be there decides how people are looked for, never who is found."""
    if request.param != "as it is":
        monkeypatch.setattr(ranking, "estimated", lambda rows: request.param)


@pytest.mark.usefixtures("expected")
def test_near_people_fill_the_window_first_and_others_what_is_left(
    anonymous: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "RANKING_WINDOW", 5)
    now = clock.now()
    for number in range(4):
        person(f"far {number}", country="US", account__last_active_at=now - timedelta(hours=number))
        person(f"near {number}", country="PT", account__last_active_at=now - timedelta(days=20, hours=number))

    for query in ("countryCode=PT", "countryCode=PT&skill=delivery", "countryCode=PT&minRate=1"):
        whole = anonymous.get(f"/api/humans?{query}")
        names = [row["name"] for row in whole["humans"]]
        assert (names, whole["totalCount"], whole["hasMore"]) == (
            ["near 0", "near 1", "near 2", "near 3", "far 0"], 5, False,
        )  # fmt: skip
        paged = [found(anonymous, f"{query}&limit=2&offset={offset}") for offset in (0, 2, 3, 4, 5)]
        assert paged == [names[0:2], names[2:4], names[3:5], names[4:5], []]
        for limit in (1, 2, 3, 4, 5):
            assert walked(anonymous, f"{query}&limit={limit}") == names
    assert found(anonymous) == ["far 0", "far 1", "far 2", "far 3", "near 0"]


@pytest.mark.parametrize("expected", [1_000_000], indirect=True)
@pytest.mark.usefixtures("expected")
def test_whoever_comes_back_between_two_pages_shifts_nobody(anonymous: Api) -> None:
    """A cursor goes on behind the last person of its page, whatever happens before them."""
    now = clock.now()
    for number in range(4):
        person(f"P{number}", account__last_active_at=now - timedelta(hours=number + 1))
    for query in ("limit=2", "limit=2&minRate=1"):
        cursor = anonymous.get(f"/api/humans?{query}")["nextCursor"]
        back = person("Back", account__last_active_at=now)
        assert found(anonymous, f"{query}&cursor={cursor}") == ["P2", "P3"]
        back.account.delete()


@pytest.mark.usefixtures("expected")
def test_few_who_fit_among_many_are_all_found_and_counted(anonymous: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when a window of them was expected, which a walk of the most recently active does not meet."""
    monkeypatch.setattr(search, "RANKING_WINDOW", 3)
    now = clock.now()
    for number in range(12):
        skills = ["juggling"] if number in (5, 11) else ["delivery"]
        person(f"P{number}", skills=skills, account__last_active_at=now - timedelta(hours=number))

    whole = anonymous.get("/api/humans?skill=juggling")
    assert ([row["name"] for row in whole["humans"]], whole["totalCount"]) == (["P5", "P11"], 2)
    assert found(anonymous, "skill=juggling&limit=1&offset=1") == ["P11"]
    assert found(anonymous, "skill=juggling&offset=2") == []
    assert found(anonymous, "skill=juggling&name=P5&minRate=1") == ["P5"]
    many = anonymous.get("/api/humans?skill=delivery&offset=1")
    assert ([row["name"] for row in many["humans"]], many["totalCount"]) == (["P1", "P2"], 3)


def test_a_filter_that_many_meet_is_neither_counted_nor_gathered_from_its_index(
    anonymous: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "RANKING_WINDOW", 2)
    monkeypatch.setattr(ranking, "estimated", lambda rows: 1_000)
    for number in range(4):
        person(f"P{number}", account__last_active_at=clock.now() - timedelta(hours=number))
    with connection.cursor() as cursor, CaptureQueriesContext(connection) as asked:
        cursor.execute("set local enable_seqscan = off")
        assert found(anonymous, "skill=delivery&name=P&minRate=1") == ["P0", "P1"]
        walk = next(query["sql"] for query in asked.captured_queries if "IS TRUE" in query["sql"])
        cursor.execute("explain " + walk.replace("%", "%%"), ())
        plan = "\n".join(line for (line,) in cursor.fetchall())

    assert not any("count(*)" in query["sql"] for query in asked.captured_queries)
    assert not any(index in plan for index in ("human_terms", "human_name", "human_rate")), plan


def test_an_estimate_reads_no_row() -> None:
    person("Ada")
    assert ranking.estimated(Profile.objects.none()) == 0
    with connection.cursor() as cursor:
        cursor.execute("analyze humans_profile")
    assert ranking.estimated(Profile.objects.all()) == 1


def test_the_planner_is_left_as_it_was(anonymous: Api) -> None:
    anonymous.get("/api/humans?skill=delivery")

    with connection.cursor() as cursor:
        for name in ("seqscan", "indexscan", "indexonlyscan"):
            cursor.execute(f"show enable_{name}")
            assert cursor.fetchone() == ("on",)


# ------------------------------------------------------------------ taste panels


def test_taste_people_are_found_by_category_and_what_they_are(anonymous: Api) -> None:
    now = clock.now()
    verified = AccountFactory(name="Ada", identity_verified_at=now, last_active_at=now)
    ProfileFactory(account=verified, skills=["Graphic Design"], gender="woman", country="PT")
    person("Ben", skills=["music"], expertise=["Illustration"], gender="man", country="US",
           account__last_active_at=now - timedelta(hours=1))  # fmt: skip
    person("Gone", skills=["design"], is_available=False)

    def taste(query: str) -> list[str]:
        return [row["name"] for row in anonymous.get(f"/api/humans/taste?{query}")["humans"]]

    assert taste("") == ["Ada", "Ben"]
    assert taste("category=design") == ["Ada"]
    assert taste("category=visual-art") == taste("category=music") == taste("gender=man") == ["Ben"]
    assert taste("category=writing-performance") == []
    assert anonymous.get("/api/humans/taste?country=Atlantis").code == "validation_error"
    assert taste("skill=MUSIC,none") == taste("country=us") == taste("identityVerified=false") == ["Ben"]
    assert taste("identityVerified=true") == taste("country=Portugal") == ["Ada"]
    assert taste("category=design&gender=man") == []
    for wrong in ("category=cooking", "gender=robot", "identityVerified=maybe", "limit=25"):
        assert anonymous.get(f"/api/humans/taste?{wrong}").status == 400, wrong


@pytest.mark.parametrize("query", ["limit=2", "limit=2&category=photo-video"])
def test_taste_pages_meet_each_person_once(anonymous: Api, query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        person(f"P{number}", account__last_active_at=clock.now() - timedelta(hours=number))
    for window in (2000, 3):
        monkeypatch.setattr(search, "RANKING_WINDOW", window)
        seen, cursor = [], ""
        while cursor is not None:
            page = anonymous.get(f"/api/humans/taste?{query}{cursor and '&cursor=' + cursor}")
            seen += [row["name"] for row in page["humans"]]
            cursor = page["nextCursor"]
        assert seen == ["P0", "P1", "P2", "P3", "P4"]


# ------------------------------------------------------------------ work preferences


def test_work_preferences_are_null_until_answered_and_can_be_taken_back(worker: Api, anonymous: Api) -> None:
    path = f"/api/humans/{worker.account.public_profile_id}"
    assert anonymous.get(path)["human"]["workPreferences"] is None

    worker.patch("/api/humans/me", {"workPreferences": {"wayOfWorking": "in_person", "domains": ["events", "events"]}})
    assert anonymous.get(path)["human"]["workPreferences"] == {"wayOfWorking": "in_person", "domains": ["events"]}

    worker.patch("/api/humans/me", {"workPreferences": {"wayOfWorking": "digital"}})
    assert anonymous.get(path)["human"]["workPreferences"] == {"wayOfWorking": "digital", "domains": []}

    worker.patch("/api/humans/me", {"workPreferences": None})
    assert anonymous.get(path)["human"]["workPreferences"] is None


@pytest.mark.parametrize("field", ["headline", "bio"])
def test_nothing_but_blanks_is_no_text(worker: Api, field: str) -> None:
    profile = Profile.objects.get(pk=worker.account.pk)
    setattr(profile, field, " \n ")
    profile.save()

    shown = worker.patch("/api/humans/me", {"isAvailable": True})["human"]

    assert shown["isProfileComplete"] is False
