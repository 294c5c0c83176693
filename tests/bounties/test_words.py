"""What `q` finds: the same cut of words on both sides, and the last one may be only begun."""

import pytest
from django.db import connection

from bounties.models import Bounty
from bounties.rules.words import SEPARATORS, split_query
from bounties.selectors import listing
from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent


def found(who: Api, query: str) -> list[str]:
    return [row["id"] for row in who.get(f"/api/bounties?{query}")["bounties"]]


@pytest.mark.parametrize(
    ("text", "whole", "begun"),
    [
        ("shop", "", "'shop':*"),
        ("  sharp   photo ", "'sharp'", "'photo':*"),
        ("and/or e-mail", "'and' & 'or' & 'e'", "'mail':*"),
        ("it's a\\b", "'it' & 's' & 'a' & 'b'", ""),
        ("photo a", "'photo' & 'a'", ""),
        ("São Paulo", "'São'", "'Paulo':*"),
        ("a b c d e f g h i j", "'a' & 'b' & 'c' & 'd' & 'e' & 'f' & 'g' & 'h'", ""),
        ("%  -- !", "", ""),
        ("", "", ""),
    ],
)
def test_a_query_is_its_words_and_the_last_may_be_only_begun(text: str, whole: str, begun: str) -> None:
    assert split_query(text) == (whole, begun)


@pytest.fixture(params=["as it is", "few", "many"])
def begun_by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many listings have a word that begins so decides how they are looked for, never what is found."""
    if request.param != "as it is":
        monkeypatch.setattr(listing, "BEGUN_MOST", 1_000_000 if request.param == "few" else -1)


@pytest.mark.django_db
def test_what_many_words_begin_with_is_never_gathered_from_the_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "BEGUN_MOST", -1)
    given_bounty(given_funded_agent(), title="Photograph falconry")
    live = listing.with_status(listing.public(), "open")
    with connection.cursor() as cursor:
        cursor.execute("set local enable_seqscan = off; set local enable_indexscan = off")
    both = listing.matching(live, "falconry photo")
    alone = listing.matching(live, "photo").explain()

    assert [row.title for row in both] == ["Photograph falconry"]
    assert not any("Index Cond" in line and "photo" in line for line in both.explain().splitlines())
    assert "bounty_search_live" not in alone


@pytest.mark.django_db
@pytest.mark.usefixtures("begun_by")
def test_the_last_word_may_be_only_begun(anonymous: Api) -> None:
    place = {"city": "Lisbon", "country": "PT"}
    bounty = given_bounty(given_funded_agent(), title="Photograph a shop", description="Today.", **place).public_id

    for words in ("photog", "lis", "shop+photo", "PHOTOGRAPH+lisb", "pt"):
        assert found(anonymous, f"q={words}") == [bounty], words
    for words in ("photo+shop", "hotograph", "lisbons"):
        assert found(anonymous, f"q={words}") == [], words


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["and/or", "3.5-4", "host.example.com/path", "it's", "x<b>y</b>", "Ærø’s", "a@b.cd"])
def test_signs_between_words_hide_none_of_them(anonymous: Api, text: str) -> None:
    bounty = given_bounty(given_funded_agent(), description=f"Before {text} after.").public_id

    whole, begun = split_query(text)
    for word in f"{whole} & {begun}".replace("'", "").replace(":*", "").strip(" &").split(" & "):
        assert found(anonymous, f"q={word}") == [bounty], word


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["'", "''':*", "a' | 'b", "\\", "!(", "&&", "<->", "x:ABC*", "%F0%9F%98%80"])
def test_nothing_in_a_query_is_an_operator(anonymous: Api, text: str) -> None:
    given_bounty(given_funded_agent(), title="Something else")

    assert found(anonymous, f"q={text.replace('&', '%26')}") == []


@pytest.mark.django_db
def test_words_follow_an_edit(anonymous: Api) -> None:
    bounty = given_bounty(given_funded_agent(), title="Old words")
    Bounty.objects.filter(pk=bounty.pk).update(title="Fresh ones", skills_needed=["tight rope"])

    assert found(anonymous, "q=old") == []
    assert found(anonymous, "q=fresh") == found(anonymous, "q=rope+tight") == [bounty.public_id]


@pytest.mark.django_db
@pytest.mark.usefixtures("begun_by")
def test_words_go_with_every_other_filter_sort_and_page(anonymous: Api) -> None:
    agent = given_funded_agent()
    ids = [given_bounty(agent, title="Some gardening", price_cents=cents).public_id for cents in (300, 500, 400)]
    given_bounty(agent, title="Something else", price_cents=450)

    assert found(anonymous, "q=gardening&minPrice=4") == [ids[2], ids[1]]
    assert found(anonymous, "q=gardening&sort=value") == [ids[1], ids[2], ids[0]]
    first = anonymous.get("/api/bounties?q=gardening&sort=value&limit=2")
    assert found(anonymous, f"q=gardening&sort=value&limit=2&cursor={first['nextCursor']}") == [ids[0]]


@pytest.mark.django_db
def test_a_city_is_found_in_any_case(anonymous: Api) -> None:
    bounty = given_bounty(given_funded_agent(), city="São Paulo", country="BR").public_id

    assert found(anonymous, "city=são paulo") == found(anonymous, "city=SÃO PAULO") == [bounty]
    assert found(anonymous, "city=São") == []


@pytest.mark.django_db
@pytest.mark.main
def test_every_filter_and_sort_of_discovery_has_its_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "select indexname from pg_indexes where tablename in ('bounties_bounty', 'bounties_application')"
        )
        there = {name for (name,) in cursor.fetchall()}
        cursor.execute("select stxname from pg_statistic_ext where stxrelid = 'bounties_bounty'::regclass")
        assert cursor.fetchall() == [("bounty_city_counted",)]
    wanted = (
        "new value top city country category price skills_folded status over_value over_top search_live search_over"
    )
    assert {f"bounty_{name}" for name in wanted.split()} | {"application_newest"} <= there


@pytest.mark.django_db
def test_the_database_cuts_words_where_the_program_does() -> None:
    with connection.cursor() as cursor:
        for sign in SEPARATORS:
            cursor.execute("select bounty_words(%s, '', '', '', '', '', '{}')::text", [f"left{sign}right"])
            assert cursor.fetchone() == ("'left' 'right'",), sign
