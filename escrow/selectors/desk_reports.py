"""The report of the desk: how long cases take, how they end, what is overturned, by category, person, reason code and outcome."""

from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

from escrow.rules.cases import STAFF_STAGES, STAGES
from escrow.rules.quality import QUESTIONS
from marketplace.models import Account

TABLES: Final = ("all", "outcome", "category", "person", "code")

# A case counts on the day of its first final decision; one without (withdrawn, more time for a contested seat) on the day of its
# end. Whoever decided it counts, whoever it was assigned to: a contested seat is decided on its own page. What a second person
# approved was decided by its proposer.
_BASE: Final = """
with made as (
    select coalesce(d.case_id, c.id) as case_id, d.id, d.offer_id, d.preview_id, d.decision, d.decided_at,
           case when d.offer_id is null then d.proposer_id end as decider, d.second_id
      from escrow_disputedecision d left join escrow_case c on c.dispute_id = d.dispute_id
     where d.state = 'final' and d.round = 1
), base as (
    select c.id, c.category, c.amount_cents as cents, coalesce(d.decider, c.ended_by_id) as person, d.second_id as second,
           coalesce(p.reason_code, '') as code,
           case when d.offer_id is not null then 'settled' when d.id is not null then d.decision
                when c.ended_by_id is not null then 'more_time' when s.status = 'withdrawn' then 'withdrawn'
                when e.status = 'released' then 'release' when e.status = 'refunded' then 'refund'
                when e.status = 'resolved' then 'split' else 'other' end as outcome,
           a.id is not null as appealed, coalesce(a.state = 'overturned', false) as overturned,
           extract(epoch from greatest(c.first_look_at - t.began, interval '0')) as looked,
           extract(epoch from coalesce(d.decided_at, c.closed_at) - c.created_at) as took,
           extract(epoch from t.staffed) as staffed
      from escrow_case c
      join escrow_escrow e on e.id = c.escrow_id
      left join escrow_dispute s on s.id = c.dispute_id
      left join made d on d.case_id = c.id
      left join escrow_decisionpreview p on p.id = d.preview_id
      left join escrow_appeal a on a.dispute_id = c.dispute_id
      left join lateral (
           select min(g.began_at) filter (where g.stage = 'decision') as began,
                  sum(g.ended_at - g.began_at) filter (where g.stage = any(%(staff)s) and g.round = 1) as staffed
             from escrow_casestage g where g.case_id = c.id) t on true
     where coalesce(d.decided_at, c.closed_at) >= %(start)s and coalesce(d.decided_at, c.closed_at) < %(end)s
)
"""
_LINES: Final = """
select grouping(outcome, category, person, code), outcome, category, person, code,
       count(*), coalesce(sum(cents), 0)::bigint, count(*) filter (where outcome = 'split'),
       count(*) filter (where appealed), count(*) filter (where overturned),
       percentile_cont(0.5) within group (order by looked),
       percentile_cont(0.5) within group (order by staffed),
       percentile_cont(0.5) within group (order by took),
       percentile_cont(0.9) within group (order by took)
  from base group by grouping sets ((), (outcome), (category), (person), (code))
 order by 1, count(*) desc, 2, 3, 4, 5
"""
_APPROVED: Final = """
select second, count(*) from base where second is not null group by second order by 2 desc, 1
"""
_APPEALS: Final = """
select proposer_id, count(*) from escrow_disputedecision
 where state = 'final' and round = 2 and decided_at >= %(start)s and decided_at < %(end)s group by proposer_id order by 2 desc, 1
"""
_STAGES: Final = """
select stage, count(*), percentile_cont(0.5) within group (order by extract(epoch from ended_at - began_at)),
       percentile_cont(0.9) within group (order by extract(epoch from ended_at - began_at))
  from escrow_casestage where ended_at >= %(start)s and ended_at < %(end)s group by stage
"""
_SCORES: Final = """
select q.name, count(*), avg((r.scores ->> q.name)::numeric)
  from escrow_casereview r, unnest(%(questions)s::text[]) as q(name)
 where r.done_at >= %(start)s and r.done_at < %(end)s group by q.name
"""
# grouping() sets the bit of each column that a line is not about; the first column is the highest bit.
_TABLE: Final = {0b1111: "all", 0b0111: "outcome", 0b1011: "category", 0b1101: "person", 0b1110: "code"}


class Line(NamedTuple):
    """One group. Times in seconds; None where no case has them. `staffed`: only the time in which it was staff's turn.
    `approved`, of a person: cases that a colleague decided, and they as the second; `appeals`: those that they decided, on the day
    of that decision."""

    name: str
    cases: int
    cents: int
    splits: int
    appealed: int
    overturned: int
    looked: float | None
    staffed: float | None
    took: float | None
    took_most: float | None
    person_id: UUID | None = None
    approved: int = 0
    appeals: int = 0


_EMPTY: Final = Line("all", 0, 0, 0, 0, 0, None, None, None, None)


class Stage(NamedTuple):
    """How long cases were in a stage: median and nine tenths, in seconds."""

    name: str
    times: int
    median: float
    most: float


class Score(NamedTuple):
    """The mean of one question of the score sheets."""

    name: str
    sheets: int
    mean: float


class Report(NamedTuple):
    tables: dict[str, list[Line]]
    stages: list[Stage]
    scores: list[Score]

    @property
    def whole(self) -> Line:
        found = self.tables["all"]
        return found[0] if found else _EMPTY


def read(start: datetime, end: datetime) -> Report:
    """What was decided from `start` up to `end` (UTC, the latter not included), in six queries. Locks nothing."""
    about: dict[str, Any] = {"start": start, "end": end, "staff": list(STAFF_STAGES), "questions": list(QUESTIONS)}
    with connection.cursor() as cursor:
        cursor.execute(_BASE + _LINES, about)
        found = cursor.fetchall()
        cursor.execute(_BASE + _APPROVED, about)
        approved: dict[UUID, int] = dict(cursor.fetchall())
        cursor.execute(_APPEALS, about)
        appeals: dict[UUID, int] = dict(cursor.fetchall())
        cursor.execute(_STAGES, about)
        stages = {name: Stage(name, times, median, most) for name, times, median, most in cursor.fetchall()}
        cursor.execute(_SCORES, about)
        scores = {name: Score(name, sheets, float(mean)) for name, sheets, mean in cursor.fetchall()}
    named = _names({row[3] for row in found} | approved.keys() | appeals.keys())
    tables: dict[str, list[Line]] = {name: [] for name in TABLES}
    for bits, outcome, category, person, code, *figures in found:
        table = _TABLE[bits]
        words = {"all": "all", "outcome": outcome, "category": category, "code": code or "without a code"}
        name = named.get(person, "nobody of the staff") if table == "person" else str(words[table])
        tables[table].append(Line(name, *figures)._replace(person_id=person))
    decided = {line.person_id for line in tables["person"]}
    others = [pk for pk in {**approved, **appeals} if pk not in decided]
    tables["person"] += [_EMPTY._replace(name=named[pk], person_id=pk) for pk in others]
    tables["person"] = [
        line._replace(approved=approved.get(pk, 0), appeals=appeals.get(pk, 0)) if (pk := line.person_id) else line
        for line in tables["person"]
    ]
    return Report(
        tables,
        [stages[name] for name in STAGES if name in stages],
        [scores[name] for name in QUESTIONS if name in scores],
    )


def _names(keys: set[UUID | None]) -> dict[UUID | None, str]:
    people = Account.objects.filter(pk__in=keys - {None}).only("pk", "name", "username")
    return {person.pk: person.display_name for person in people}
