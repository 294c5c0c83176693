"""Generate a marketplace of any size by COPY in a throw-away database: people, bounties, and applications to one of them.

The data is skewed (Zipf): a few words, cities and skills are in most rows. It is deterministic. In addition there are markers
of known frequency, so that a request can be compared across sizes: `RARE` (word, city, skill, price, name) is in `RARE_ROWS`
rows at every size, `MIDDLING` in every 200th and `SELDOM` in every 2000th row (at least 30, which fill a page).

The derived columns that people search filters by are computed with the program's rules; a sample is compared with what the
program itself would write.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import accumulate
from typing import Any, ClassVar

RARE = "falconry"
RARE_CITY = "Longyearbyen"
RARE_ROWS = 30
RARE_CENTS = 90_000
MIDDLING = "lighthouse"
MIDDLING_EVERY = 200
SELDOM = "lamplighter"
SELDOM_EVERY = 2000
NULL = r"\N"  # as COPY reads it
DAYS = 300  # creation times are spread over these

_SYLLABLES = [a + b for a, b in zip("bcdfghjklmnprstvwxyz", "aeiouaeiouaeiouaeiou", strict=True)]
WORDS = [a + b + c for a in _SYLLABLES for b in _SYLLABLES for c in _SYLLABLES]
CITIES = [f"{word.capitalize()} City" for word in WORDS[7::16]]  # 500
COUNTRIES = ["US", "GB", "PT", "DE", "FR", "ES", "IN", "BR", "CA", "NL", "IT", "PL", "MX", "JP", "KE", "NG", "PH", "SE"]
SKILLS = WORDS[3::40]  # 200
CATEGORIES = ["creative-gigs", "labor-gigs", "crew-gigs", "event-gigs", "domestic-gigs", "talent-gigs"]


def fill(rows: int) -> Any:
    """Fill empty tables with `rows` people with profiles, `rows` bounties, and `rows` / 10 (at least 1,000) applications to the
    newest bounty, which is returned."""
    from django.db import connection

    from bounties.models import Application, Bounty
    from humans.models import Profile
    from marketplace.core import clock
    from marketplace.models import Account

    draw, now = random.Random(3), clock.now()
    soon = now + timedelta(days=30)
    models: list[Any] = [Application, Bounty, Profile, Account]
    with connection.cursor() as cursor:
        cursor.execute("set session_replication_role = replica")  # skip foreign key checks
        with _without_indexes(cursor, models):
            account = Account(email_verified_at=now, password="!", phone=None)
            _copy(cursor, account, Person.ACCOUNT, (person.account for person in _people(rows)))
            profile = Profile(
                headline="Careful", bio="Careful errands. " * 10, timezone="UTC", is_complete=True, is_findable=True
            )
            _copy(cursor, profile, Person.PROFILE, (person.profile for person in _people(rows)))
            bounty = Bounty(
                status="open", deadline=soon, went_live_at=now, estimated_hours="0.5", agent_name="Scout",
                evidence_types=["photo", "text"], completion_criteria="The opening hours are readable.",
                fee_bps=1800,
            )  # fmt: skip
            columns = "id owner_id created_at status title description category skills_needed city country"
            columns += " is_remote_allowed price_cents seat_cents application_count spots_available closed_at"
            _copy(cursor, bounty, columns, _bounties(rows, draw))
            one = _key(2, rows - 1, rows)
            application = Application(cover_letter="I live around the corner. " * 5)
            _copy(cursor, application, "id bounty_id human_id status created_at", _applications(one, rows, draw))
        cursor.execute("set session_replication_role = default")
        for model in models:
            cursor.execute(f"vacuum analyze {model._meta.db_table}")
    _check_people()
    return Bounty.objects.get(pk=one)


def _copy(cursor: Any, template: Any, columns: str, lines: Iterator[str]) -> None:
    """COPY the columns that differ between rows; the values of all other columns, from `template`, become table defaults."""
    from django.db import connection
    from psycopg import sql

    table, named = template._meta.db_table, columns.split()
    for field in template._meta.concrete_fields:
        if field.column not in named and not field.generated:
            value = field.get_db_prep_save(getattr(template, field.attname), connection)
            cursor.execute(
                sql.SQL("alter table {} alter {} set default {}").format(
                    sql.Identifier(table), sql.Identifier(field.column), sql.Literal(value)
                )
            )
    with cursor.copy(f"copy {table} ({', '.join(named)}) from stdin") as copy:
        for line in lines:
            copy.write(line)


@contextmanager
def _without_indexes(cursor: Any, models: list[Any]) -> Iterator[None]:
    """Drop the indexes and build them at the end, as a restore does. Indexes of constraints stay."""
    tables = [model._meta.db_table for model in models]
    cursor.execute(
        "select indexname, indexdef from pg_indexes where tablename = any(%s) and not exists"
        " (select from pg_constraint where conname = indexname) and indexdef not like '%%UNIQUE%%'",
        [tables],
    )
    found = cursor.fetchall()
    for name, _ in found:
        cursor.execute(f'drop index "{name}"')
    yield
    cursor.execute("set maintenance_work_mem = '256MB'")
    for _, definition in found:
        cursor.execute(definition)


# -------------------------------------------------------------------------------------------------------------- the rows


@dataclass(frozen=True, slots=True)
class Person:
    """The COPY lines of one person."""

    account: str
    profile: str

    ACCOUNT: ClassVar = "id profile_id created_at email username name last_active_at"
    PROFILE: ClassVar = (
        "account_id skills terms city city_words country hourly_rate_cents is_featured last_active_at name_words"
    )


def _people(rows: int) -> Iterator[Person]:
    """All people; deterministic, because they are iterated twice and are too many to keep in memory."""
    from humans.rules import people

    draw, folded, words = random.Random(5), cache(people.folded_set), cache(people.words)
    word, city, country, skill = (_zipf(values, draw) for values in (WORDS, CITIES, COUNTRIES, SKILLS))
    for n in range(rows):
        key, rare = _key(0, n, rows), _is_rare(n, rows)
        name = f"{RARE if rare else word()} {word()}".title()
        username = f"person{n}"
        active = _moment(rows - 1 - draw.randrange(max(1, rows // 12)), rows)  # within 25 days
        skills = {skill(), skill(), skill()} | ({RARE} if rare else set())
        terms = folded(tuple(sorted(skills)))
        place = RARE_CITY if rare else city()
        cents = RARE_CENTS if rare else draw.randrange(500, 10_000)
        featured = "t" if draw.random() < 0.02 else "f"
        other, at = _key(1, n, rows), _moment(n, rows)
        yield Person(
            f"{key}\t{other}\t{at}\tp{n}@example.com\t{username}\t{name}\t{active}\n",
            f"{key}\t{{{','.join(skills)}}}\t{{{','.join(terms)}}}\t{place}\t{words(place)}\t{country()}\t{cents}\t"
            f"{featured}\t{active}\t{people.name_words(name, username)}\n",
        )


def _check_people() -> None:
    """Compare the derived columns of a sample with what the program would write. Raises SystemExit."""
    from humans.models import Profile
    from humans.services import profiles

    for profile in Profile.objects.select_related("account").order_by("?")[:100]:
        stored = dict(vars(profile))
        profiles.index(profile, profile.account)
        wrong = [name for name, value in stored.items() if vars(profile)[name] != value]
        if wrong:
            raise SystemExit(f"bench/crowd.py fills {', '.join(wrong)} otherwise than the program does")


def _bounties(rows: int, draw: random.Random) -> Iterator[str]:
    word, city, country = _zipf(WORDS, draw), _zipf(CITIES, draw), _zipf(COUNTRIES, draw)
    skill, category = _zipf(SKILLS, draw), _zipf(CATEGORIES, draw)
    texts = [" ".join(word() for _ in range(40)) for _ in range(5000)]
    status = _zipf(["open"] * 6 + ["partially_filled", "assigned", "paid", "cancelled"], draw, flat=True)
    for n in range(rows):
        rare = _is_rare(n, rows)
        marks = (
            [RARE] * rare
            + [MIDDLING] * _is_every(MIDDLING_EVERY, n, rows)
            + [SELDOM] * _is_every(SELDOM_EVERY, n, rows)
        )
        skills = {skill(), skill()} | ({RARE} if rare else set())
        cents = RARE_CENTS if rare else 100 * min(500, int(draw.paretovariate(1.2) * 3))
        applied = min(2000, int(draw.paretovariate(1.0)) - 1)
        stands = "open" if marks else status()
        yield (
            f"{_key(2, n, rows)}\t{_key(0, draw.randrange(rows), rows)}\t{_moment(n, rows)}\t{stands}\t"
            f"{' '.join([word(), word(), word(), *marks])}\t{draw.choice(texts)}\t{category()}\t{{{','.join(sorted(skills))}}}\t"
            f"{RARE_CITY if rare else city()}\t{country()}\t{'t' if draw.random() < 0.5 else 'f'}\t{cents}\t{cents}\t"
            f"{applied}\t5\t{_moment(n, rows) if stands == 'cancelled' else NULL}\n"
        )


def _applications(bounty: str, rows: int, draw: random.Random) -> Iterator[str]:
    many = max(rows // 10, min(rows, 1000))
    for n in range(many):
        status = "pending" if draw.random() < 0.9 else "rejected"
        yield f"{_key(3, n, many)}\t{bounty}\t{_key(0, n, rows)}\t{status}\t{_moment(n, many)}\n"


def _is_rare(n: int, rows: int) -> bool:
    return n % (rows // RARE_ROWS) == 1


def _is_every(step: int, n: int, rows: int) -> bool:
    return n % min(step, rows // RARE_ROWS) == 0


def _zipf(values: list[str], draw: random.Random, *, flat: bool = False) -> Callable[[], str]:
    """A random source of values with Zipf weights (1, 1/2, 1/3, ...), or equal ones if `flat`."""
    weights = list(accumulate(1 if flat else 1 / (n + 1) for n in range(len(values))))
    drawn: Iterator[str] = iter(())

    def one() -> str:
        nonlocal drawn
        for value in drawn:
            return value
        drawn = iter(draw.choices(values, cum_weights=weights, k=10_000))
        return next(drawn)

    return one


def _key(kind: int, n: int, rows: int) -> str:
    """A version 7 UUID, ordered by time like the program's own."""
    return f"{_milliseconds(n, rows):012x}7000{0x8000 + kind:04x}{n:012x}"


def _moment(n: int, rows: int) -> str:
    return datetime.fromtimestamp(_milliseconds(n, rows) / 1000, UTC).isoformat()


def _milliseconds(n: int, rows: int) -> int:
    return _begun() + n * DAYS * 86_400_000 // rows


@cache
def _begun() -> int:
    from marketplace.core import clock

    return int((clock.now() - timedelta(days=DAYS)).timestamp() * 1000)
