"""No timer and no list of the back office reads the history: the plans of their statements, on tables that seem to have a million
rows.

What is found here is mended by an index (or the statement asks another way); what can't be stands in WHOLE with its reason.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from bench import growth
from marketplace.core import clock
from tests.contract import grown
from tests.contract.scenario import World

# Tables that don't grow with what people do, so that they may be read whole.
SMALL = {
    *(
        "bounties_cakeprice",
        "bounties_category",
        "bounties_noticerule",
        "bounties_payminimum",
        "bounties_screeningrule",
    ),
    *("bounties_taskplace", "escrow_deskclocks", "escrow_disputepolicy", "escrow_evidencewanted", "escrow_feerate"),
    *("escrow_ladderband", "escrow_macro", "escrow_reasoncode", "humans_messagerule", "marketplace_blockedcountry"),
    *("marketplace_keepingtime", "marketplace_ratetier", "marketplace_stafflimit", "marketplace_switch"),  # settings
    *(
        "escrow_casepresence",
        "escrow_savedview",
        "escrow_staffdigest",
        "marketplace_account_groups",
    ),  # a few for each of the staff
    *(
        "bounties_simulatedperson",
        "bounties_simulationswitch",
        "wallet_sandboxrecord",
        "wallet_sandboxtransfer",
    ),  # sandbox
    *(
        "ledger_checkpoint",
        "marketplace_beatplace",
        "marketplace_timerturn",
    ),  # a row a month, one, one for each slow timer
    "ledger_checkpoint_account",  # grows; only `check_ledger` reads it
    "webhooks_lease",  # deliveries in the air: 32 for each of WEBHOOK_SENDERS
}
# (asker, table) -> why it reads all of it all the same.
WHOLE = {
    (
        "escrow.issue_invoices",
        "ledger_move",
    ): "once a month, the moves of that month by a BRIN index, which needs many pages",
    (
        "My desk",
        "ledger_account",
    ): "sums of all wallets and of all earnings; an index of balances would cost each posting",
}
DELETES_FOR_GOOD = "marketplace.delete_expired_tokens"  # of OAuth, whose tables and statements are a library's


@pytest.fixture(scope="module")
def asked(market: World, django_db_blocker: DjangoDbBlocker) -> dict[str, tuple[str, Any]]:
    """Every statement of a timer or a list: who asked it, and with what. From here on, tables seem large."""
    with django_db_blocker.unblock():
        if connection.cursor().connection.info.server_version < 180_000:
            pytest.skip("statistics can be set since PostgreSQL 18")
        clock.freeze(clock.now() + timedelta(days=10))
        lists = growth.lists()
        with grown.listening() as (statements, who):
            for name, work in [
                *growth.timers(),
                *growth.timers(),
                *lists,
            ]:  # what the first run leaves, the second finds
                who(name)
                if name != DELETES_FOR_GOOD:
                    with transaction.atomic():
                        work()
        large.update(grown.grow())
    return statements


large: set[str] = set()


def test_no_statement_of_a_timer_or_a_list_reads_a_large_table_whole(asked: dict[str, tuple[str, Any]]) -> None:
    found: dict[tuple[str, str], str] = {}
    for statement, (who, values) in asked.items():
        for table, condition in grown.read_whole(statement, values):
            if table in large - SMALL:
                found[who, table] = f"{condition}: {statement[:300]}"

    assert {one: why for one, why in found.items() if one not in WHOLE} == {}
    assert set(WHOLE) <= set(found), "mended: take its line out"
    assert len(asked) > 400


def test_a_statement_without_an_index_would_be_found(asked: dict[str, tuple[str, Any]]) -> None:
    by_index = "select id from escrow_escrow where status = 'completed' and auto_release_at < %s"

    assert list(grown.read_whole(by_index, [clock.now()])) == []
    [(table, condition)] = grown.read_whole("select id from escrow_escrow where amount_cents = %s", [5])
    assert (table, condition) == ("escrow_escrow", "(amount_cents = 5)")
    [(table, _)] = grown.read_whole("select id from webhooks_delivery where attempts > %s order by id", [7])
    assert table == "webhooks_delivery"
    assert list(grown.read_whole("select id from webhooks_delivery order by id limit %s", [7])) == [], (
        "a page of a list"
    )


def test_every_table_is_large_or_known_to_be_small(asked: dict[str, tuple[str, Any]]) -> None:
    """Given a new table, of which nothing is known here."""
    assert set(grown.tables()) - large - SMALL == set()
