"""A caller's server dies at any line of a verb: a forked process with a connection of its own, gone before its k-th step.

A step is an SQL statement or the commit itself. The database learns of the death as it would from a real one: the
connection is cut. Then the caller tries again, and what there is must equal what an undisturbed call leaves behind.

Whatever statement of a transaction is the last one, the database forgets all of them, and nothing outside is called in
between: so of the statements within one transaction the first is tried and every tenth after it, and the commit, which
comes when all has been done and nothing is kept. Outside of transactions every statement is tried.

A gate tries a few of these steps, drawn by its seed (tests/sampling.py).
"""

import os
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import connection

from marketplace.core import queue
from tests import sampling
from tests.api import Answer
from tests.factories.market import violations

Verb = Callable[[], Any]
FINISHED, FAILED, KILLED = 0, 1, 99
STEPS_MAX = 400
EVERY = 10  # of the statements within one transaction
DRAWN = 2  # steps of one verb in a gate
SESSION_SECONDS = 30
_SESSIONS = """
select count(*) from pg_stat_activity
 where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and backend_start > %s
"""

# What a verb leaves behind, without ids and times. One row of a query is one thing that is there.
QUERIES = {
    "accounts": "select kind, balance from ledger_account where balance is not null",
    "moves": "select t.kind, cents, capped_cents from ledger_transaction t join ledger_move m on m.transaction_id = t.id",
    "bounties": "select status, price_cents, spots_filled, spots_available, application_count from bounties_bounty",
    "applications": "select status, end_reason, silent_since is null, needs_staff_at is null from bounties_application",
    "contests": "select reason, outcome from bounties_contest",
    "erased": (
        "select e.waits_for, e.done_at is null as waiting, a.cover_letter, a.country from marketplace_erasure e"
        " left join bounties_application a on a.human_id = e.account_id"
    ),
    "rewrites": "select decision, detector_state, reason, next_attempt_at is null, sealed_text = '' from bounties_rewrite",
    "humanizations": "select subject, turnaround_minutes from bounties_humanization",
    "pictures": "select status, tier from bounties_picture",
    "cakes": "select status, size from bounties_cakeorder",
    "submissions": "select status, text_evidence from bounties_submission",
    "escrows": "select kind, status, amount_cents, refunded_to, version from escrow_escrow",
    "disputes": "select status, category, escrow_was from escrow_dispute",
    "decisions": "select state, decision, worker_cents, fee_cents, refund_cents from escrow_disputedecision",
    "pieces": "select text, answers_id is null as unasked from escrow_disputeevidence",
    "cases": "select kind, stage, round, assignee_id is null, due_at is null as timeless, paused_at is null from escrow_case",
    "asked": "select state, items from escrow_caserequest",
    "offers": "select state, worker_cents, fee_cents, refund_cents from escrow_caseoffer",
    "appeals": "select ground, state, borne_cents, decided_at is null from escrow_appeal",
    "corrected": "select corrected_cents from escrow_escrow where corrected_cents <> 0",
    "kept": "select cents, until is null, ended_at is null from wallet_earningshold",
    "checkouts": "select purpose, status, outcome, amount_cents from wallet_checkout",
    "orders": "select external_order_id, refund_id is null from wallet_agentcheckout",
    "transfers": "select status, amount_cents from escrow_transfer",
    "approvals": "select status, cents, mailed_at is null, used_at is null, spend_key = '' from wallet_approval",
    "top_ups": "select status, amount_cents, failure from wallet_topup",
    "payments": "select rail, amount_cents from wallet_payment",
    "quotes": "select true from wallet_mppquote",
    "tokens": "select status, reason, token = '' as gone from wallet_mppcharge",
    "outflows": "select kind, status, amount_cents, kept_cents, failure from wallet_outflow",
    "chargebacks": (
        "select status, amount_cents, from_wallet_cents, recovered_cents, owed_cents, returned_cents from wallet_chargeback"
    ),
    "provider": "select kind, cents, state from wallet_sandboxrecord",
    "paid_at": "select provider, payout_ref <> '' as known from wallet_provideraccount",
    "subscriptions": "select status, next_date is null, past_due_since is null, end_reason from humans_subscription",
    "bookings": "select status, escrow_id is null, end_reason from humans_booking",
    "conversations": "select subject_status, message_count from humans_conversation",
    "samples": "select number from bounties_micsample",
    "attempts": "select language from humans_speechattempt",
    # A copy of somebody's data has ids and times within, compressed.
    "files": "select name, case when name like 'my-data-%' then 0 else size end from marketplace_file",
    "templates": "select status, paused_reason, unfunded_runs, next_run_at is null as done from qa_template",
    "runs": "select status, reason, report is null as silent from qa_run",
    "escalations": "select kind, reason, status from qa_escalation",
    "findings": "select number from qa_finding",
    "facts": "select type, public from webhooks_event",
    # "Sun 29 November, 01:54": whoever is killed hires a moment later than whoever is not.
    "mails": (
        "select regexp_replace(subject, '[A-Z][a-z]{2} [0-9]{1,2} [A-Z][a-z]+,? [0-9:]{5}', 'then') from marketplace_mail"
    ),
    # Of what answers without a transaction of its own the line is written afterwards.
    "calls": (
        "select operation, verb, cents from marketplace_call"
        " where status < 400 and operation not in ('depositToWallet', 'x402Deposit')"
    ),
    "keys": "select operation, status from marketplace_idempotencyrecord",
}


FREE = ",0)"  # the end of such a line


def check_killed_anywhere(given: Callable[[], Verb]) -> int:
    """`given()` makes a market of its own and returns the verb, which may be called again with the same key.

    The verb is killed before its 1st, 2nd, … step until it gets through, in a gate before a few of them; each time it
    is then called again. Returns the number of deaths. Needs real transactions; other rows must stand still meanwhile.
    """
    verb = given()
    before = _picture()
    with _steps_counted() as taken:
        _succeed(verb)
    undisturbed = _difference(before)
    steps: Sequence[int] = range(1, STEPS_MAX)
    if sampling.is_on():
        steps = sampling.some(range(1, len(taken) + 1), DRAWN, given.__module__, given.__name__)

    deaths = 0
    for step in steps:
        verb = given()
        before = _picture()
        end = _die_before(step, verb)
        assert end in (FINISHED, KILLED), f"the child failed before step {step}"
        _succeed(verb)
        left = _difference(before)
        assert left == undisturbed, f"died before step {step}: {left.items() ^ undisturbed.items()}"
        if end == FINISHED:
            break
        deaths += 1
    assert deaths < STEPS_MAX - 1
    assert violations() == []  # every market is still there
    return deaths


def _succeed(verb: Verb) -> None:
    answer = verb()
    assert not isinstance(answer, Answer) or answer.status in (200, 302), answer.body


def _die_before(step: int, verb: Verb) -> int:
    """Run the verb in a child that is gone before this step. Returns how it ended."""
    with connection.cursor() as cursor:
        cursor.execute("select clock_timestamp()")
        (begun,) = cursor.fetchone()
    connection.close()  # the child must not share the socket
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads: the child calls nothing of theirs
        child = os.fork()
    if child == 0:
        try:
            assert connection.connection is None, "it would share its parent's socket, which no death would close"
            queue._paused_until = float("inf")  # the queue's socket is the parent's
            _count_down(step)
            _succeed(verb)
            os._exit(FINISHED)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(FAILED)
    end = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    _wait_for_its_sessions(begun)
    return end


def _wait_for_its_sessions(begun: datetime) -> None:
    """They end a moment after the child. Until then they hold its locks, and a timer leaves such a row to its next run."""
    until = time.monotonic() + SESSION_SECONDS
    with connection.cursor() as cursor:
        while True:
            cursor.execute(_SESSIONS, [begun])
            if not cursor.fetchone()[0]:
                return
            assert time.monotonic() < until, "the database has not noticed that the child is gone"
            time.sleep(0.01)


def _count_down(left: int) -> None:
    """From here on, in this process, statements and commits are steps; before the last one it is gone."""

    def take() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os._exit(KILLED)

    _tell_steps(take)


@contextmanager
def _steps_counted() -> Iterator[list[int]]:
    """Grows by one with each step meanwhile."""
    taken: list[int] = []
    forget = _tell_steps(lambda: taken.append(len(taken) + 1))
    yield taken
    forget()


def _tell_steps(take: Callable[[], None]) -> Callable[[], None]:
    """From here on `take` is called before each step. Returns what ends that."""
    within = 0  # statements of the present transaction so far

    def execute(run: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal within
        within = within if connection.in_atomic_block else 0
        if within % EVERY == 0:
            take()
        within += 1
        return run(sql, params, many, context)

    commit = connection.commit

    def counted_commit() -> None:
        nonlocal within
        take()
        within = 0
        commit()

    def forget() -> None:
        connection.execute_wrappers.remove(execute)
        connection.commit = commit

    connection.execute_wrappers.append(execute)
    connection.commit = counted_commit
    return forget


def _picture() -> Counter[tuple[str, str]]:
    """Everything that is there, each thing with how often."""
    parts = [
        f"select '{name}', thing::text, count(*) from ({query}) thing group by 2" for name, query in QUERIES.items()
    ]
    with connection.cursor() as cursor:
        cursor.execute(" union all ".join(parts))
        return Counter({(name, thing): count for name, thing, count in cursor.fetchall()})


def _difference(before: Counter[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """What came (above zero) and what went (below) since then. A call without a key that is repeated may have two lines, the
    second of which cost nothing: what counts is that no change is without one.
    """
    after = _picture()
    found = {thing: after[thing] - before[thing] for thing in after | before if after[thing] != before[thing]}
    paid = {_call(thing) for name, thing in found if name == "calls" and not thing.endswith(FREE)}
    return {
        (name, thing): min(count, 1) if name == "calls" else count
        for (name, thing), count in found.items()
        if not (name == "calls" and thing.endswith(FREE) and _call(thing) in paid)
    }


def _call(thing: str) -> str:
    """A line of the calls without what it cost."""
    return thing.rpartition(",")[0]
