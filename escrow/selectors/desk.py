"""The queue of cases: its tabs, what a search finds, and what stands beside a row."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, Func, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import TruncDate

from escrow.models import Case, DisputeDecision
from escrow.ports import case_parts
from escrow.rules.cases import OPEN_STAGES, PARTY_STAGES
from escrow.rules.desk import REPEAT_FROM, SOON
from escrow.selectors import appeals, approvals
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.models import Account
from marketplace.selectors import account_restrictions
from wallet.models import Chargeback

_REPEAT_WITHIN = timedelta(days=180)
_AMOUNT = re.compile(r"(?:\$\s*)?(\d{1,7})[.,](\d{2})(?:\s*USD)?|\$\s*(\d{1,7})|(\d{1,7})\s*USD", re.I)


def of_tab(rows: QuerySet[Any], name: str, me: Account) -> QuerySet[Any]:
    """The cases of a tab of the queue (`rules.desk.TABS`) of this person; those of another name are all that are open."""
    now = clock.now()
    if name == "any":
        return rows
    if name == "closed":
        return rows.filter(stage__in=("appeal", "closed"))
    rows = rows.filter(closed_at=None, stage__in=OPEN_STAGES)
    if name == "snoozed":
        return rows.filter(snoozed_until__gt=now)
    if name == "open":
        return rows
    rows = rows.filter(Q(snoozed_until=None) | Q(snoozed_until__lte=now))
    if name == "unassigned":
        return rows.filter(assignee=None)
    if name == "mine":
        return rows.filter(assignee=me)
    if name == "party":
        return rows.filter(stage__in=PARTY_STAGES)
    if name == "ready":
        return rows.filter(stage="decision")
    if name == "approve":
        mine = DisputeDecision.objects.filter(state="proposed", proposer=me)
        of_dispute, of_contest = mine.filter(dispute=OuterRef("dispute")), mine.filter(case=OuterRef("pk"))
        return rows.filter(~Exists(of_dispute), ~Exists(of_contest), stage="approval")
    if name == "appeals":
        return rows.filter(round=2)
    return rows


def of_clock(rows: QuerySet[Any], name: str) -> QuerySet[Any]:
    """Of the open ones: due soon, overdue, or with a lead since a clock of staff ran out (`rules.desk.CLOCKS`)."""
    now = clock.now()
    rows = rows.filter(closed_at=None, stage__in=OPEN_STAGES)
    if name == "soon":
        return rows.filter(next_due_at__gte=now, next_due_at__lt=now + SOON)
    if name == "late":
        return rows.filter(next_due_at__lt=now)
    if name == "lead":
        return rows.filter(with_lead_at__isnull=False)
    return rows


def tab_counts(names: Iterable[str], me: Account) -> dict[str, int]:
    """How many cases each of these tabs has. One query."""
    columns = {name: counted(of_tab(Case.objects.all(), name, me)) for name in names}
    found: dict[str, int] = Account.objects.filter(pk=me.pk).values(**columns).get()
    return found


def counted(rows: QuerySet[Any]) -> Subquery:
    """The number of these rows as a column, so that one statement counts several lists."""
    one = rows.order_by().annotate(counted=Func(F("pk"), function="COUNT", output_field=IntegerField()))
    return Subquery(one.values("counted"))


def amount(term: str) -> int | None:
    """`7.17`, `$7.17`, `7 USD` in cents; None when it is no amount."""
    match = _AMOUNT.fullmatch(term.strip())
    if match is None:
        return None
    dollars, cents, *whole = match.groups()
    return int(dollars) * 100 + int(cents) if dollars else int(next(filter(None, whole))) * 100


def by_words(term: str) -> Q:
    """Cases whose title has all these words, or a party of which is called so. As a union: each part uses its own index."""
    rows = Case.objects.order_by().values("pk")
    titled = rows
    for word in term.split():
        titled = titled.filter(title__icontains=word)
    named = (rows.filter(owner__name__icontains=term), rows.filter(worker__name__icontains=term))
    return Q(pk__in=titled.union(*named))


def by_part(prefix: str, key: UUID) -> Q | None:
    """Cases about what a row of an upper step belongs to, such as evidence; None when no step knows such rows."""
    found = {subject for part in case_parts.all() for subject in part.subjects(prefix, key)}
    return Q(escrow__subject_id__in=found) if found else None


def flags(cases: Sequence[Case]) -> dict[UUID, list[str]]:
    """What staff should see at once, by case, in a few words each. One query, and one of each upper step."""
    found: dict[UUID, list[str]] = defaultdict(list)
    if not cases:
        return found
    since = clock.now() - _REPEAT_WITHIN
    of_owner = Case.objects.filter(owner=OuterRef("owner"), created_at__gt=since)
    of_worker = Case.objects.filter(worker=OuterRef("worker"), created_at__gt=since)
    taken_back = Chargeback.objects.filter(account=OuterRef("owner"))
    restricted = account_restrictions.all_in_force()
    rows = Case.objects.filter(pk__in=[case.pk for case in cases]).values_list(
        *("pk", counted(of_owner), counted(of_worker), Exists(taken_back.filter(status="open")), Exists(taken_back)),
        *(Exists(restricted.filter(account=OuterRef(side))) for side in ("owner", "worker")),
    )
    for pk, owners, workers, is_open, was_any, *are_restricted in rows:
        found[pk] += [
            f"{side}: {number} cases"
            for side, number in (("funder", owners), ("worker", workers))
            if number >= REPEAT_FROM
        ]
        if was_any:
            found[pk].append("chargeback open" if is_open else "chargeback earlier")
        sides = zip(("funder", "worker"), are_restricted, strict=True)
        found[pk] += [f"{side}: restricted" for side, is_restricted in sides if is_restricted]
    by_subject: dict[UUID, list[str]] = defaultdict(list)
    for part in case_parts.all():
        for subject, words in part.flags([case.escrow.subject_id for case in cases]).items():
            by_subject[subject] += words
    for case in cases:
        found[case.pk] += by_subject.get(case.escrow.subject_id, [])
        for side, person in (("funder", case.owner), ("worker", case.worker)):
            if not person.is_active or person.closed_at is not None:
                found[case.pk].append(f"{side}: account closed")
    return found


def stakes(me: Account) -> dict[str, int]:
    """Money that stands still in open cases, in cents: `open`, `late`, `mine`, `approve`. One query."""
    now = clock.now()
    sums = {
        "open": Q(),
        "late": Q(next_due_at__lt=now),
        "mine": Q(assignee=me),
        "approve": Q(stage="approval"),
    }
    found = Case.objects.filter(closed_at=None, stage__in=OPEN_STAGES).aggregate(
        **{name: Sum("amount_cents", filter=which, default=0) for name, which in sums.items()}
    )
    return {name: int(cents) for name, cents in found.items()}


def next_up(me: Account, *, most: int) -> list[Case]:
    """What this person should open next: theirs that is staff's turn, due first. One query."""
    rows = of_tab(Case.objects.filter(stage__in=("decision", "approval")), "mine", me)
    return list(rows.select_related("owner", "worker").order_by("next_due_at", "id")[:most])


def next_to_approve(actor: Actor, *, but: UUID) -> Case | None:
    """What this person may approve next, due first, without the case `but`: no proposal of their own, no case in which they are a
    party, no appeal against a decision of theirs, nothing above their limit. At most three queries."""
    rows = of_tab(Case.objects.exclude(pk=but), "approve", actor.me)
    own = appeals.first_by(actor.id).filter(dispute=OuterRef("dispute"))
    rows = rows.exclude(owner_id=actor.id).exclude(worker_id=actor.id).exclude(Exists(own), round=2)
    if (limit := approvals.ceiling(actor)) is not None:
        rows = rows.filter(amount_cents__lte=limit)
    found: Case | None = rows.order_by("next_due_at", "id").first()
    return found


def per_day(days: int) -> dict[date, list[int]]:
    """Day (UTC) -> how many cases were opened, and how many decided or closed, today and the days before. One query."""
    today = clock.now().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    since = today - timedelta(days=days - 1)
    found = {(since + timedelta(days=number)).date(): [0, 0] for number in range(days)}
    parts = (
        _of_days("created_at", since, 0),
        _of_days("dispute__resolved_at", since, 1),
        _of_days("closed_at", since, 1, kind="contest"),
    )
    for day, which, number in parts[0].union(*parts[1:], all=True):
        if day in found:
            found[day][which] += number
    return found


def _of_days(column: str, since: datetime, which: int, **more: Any) -> QuerySet[Any]:
    rows = Case.objects.order_by().filter(**{f"{column}__gte": since}, **more)
    rows = rows.annotate(day=TruncDate(column, tzinfo=UTC), which=Value(which))
    return rows.values("day", "which").annotate(number=Count("pk")).values_list("day", "which", "number")
