"""Each rule of `check_ledger` has a contradiction that it is there for, whatever else would have prevented it; test_audits_by_night
proves that it is found."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.core import clock, ids
from tests.api import Api
from tests.escrow.test_decisions import decide, given_dispute
from tests.escrow.test_transfers import bulk, line, tip
from tests.factories import approvals
from tests.factories.accounts import given_agent
from tests.factories.appeals import given_corrected, given_kept
from tests.factories.cases import given_offer, respond
from tests.factories.invoices import given_invoiced
from tests.factories.market import (
    given_bounty,
    given_charged,
    given_confirmed,
    given_funded_agent,
    given_hired,
    given_released,
    given_review,
    violations,
)
from tests.factories.months import given_sealed
from tests.factories.qa import given_run
from tests.factories.services import given_approved
from tests.factories.taste import given_panel
from tests.wallet.test_chargeback_faults import given_debt
from tests.wallet.test_outflow_faults import given_outflows
from wallet.models import AgentCheckout, Checkout, MppCharge, MppQuote, Outflow, X402Payment
from wallet.services import checkouts

pytestmark = pytest.mark.django_db
_RULE = re.compile(r"select '([^']+)',")


def given_paid() -> None:
    given_charged(given_agent(), 590)


def given_used_approval() -> None:
    agent = approvals.given_asking_agent()
    approvals.decide(agent, approvals.posting(agent))
    assert approvals.posting(agent).status == 200


def given_limits() -> None:
    agent = approvals.given_asking_agent()
    assert agent.key is not None
    limits = approvals.owner_of(agent).patch(
        f"/api/keys/{agent.key.public_id}/limits", {"spendingCapRolling7dCents": 1000}
    )
    assert limits.status == 200, limits.body
    given_agent()  # another account


def given_decided() -> None:
    decide(given_dispute()[1], 250)


def given_settled() -> None:
    seat, dispute = given_dispute()
    assert respond(seat.worker, dispute, given_offer(seat.agent, dispute, 250)).status == 200


def given_tip() -> None:
    assert tip(given_released()).status == 200


def given_answered_review() -> None:
    seat = given_released()
    review = given_review(human=seat.worker.account, author=seat.agent.account)
    assert seat.worker.post(f"/api/reviews/{review.public_id}/answer", {"answer": "Thank you."}).status == 200


def given_bulk() -> None:
    agent = given_funded_agent(10_000)
    assert bulk(agent, *[line(given_released(agent=agent)) for _ in range(2)]).status == 200


# ------------------------------------------------------------------ rows that no service writes


def page(purpose: str = "deposit") -> Checkout:
    return checkouts.open_checkout(
        account_id=given_agent().account.pk, purpose=purpose, cents=500, description="A deposit"
    )


def charges(status: str, count: int = 1) -> None:
    """Card tokens for as many quotes of one page."""
    of = page()
    for number in range(count):
        quote = MppQuote.objects.create(checkout=of, digest=f"quote {number}".encode(), expires_at=clock.now())
        MppCharge.objects.create(
            quote=quote, token_digest=f"token {number}".encode(), status=status,
            provider_ref=f"pi_{number}", ended_at=clock.now() if status == "paid" else None,
        )  # fmt: skip


def signed(atoms: int) -> None:
    X402Payment.objects.create(
        kind="deposit", account=given_agent().account, amount_cents=500, network="eip155:84532", asset="0x1",
        payer="0x2", nonce="0x3", pay_to="0x4", atoms=atoms, valid_before=0, status="settled", tx_hash="0x5",
        ended_at=clock.now(),
    )  # fmt: skip


def order(of: Checkout, account: Api, refund: Outflow | None = None) -> None:
    AgentCheckout.objects.create(
        account=account.account, external_order_id="1", checkout=of, refund=refund, fingerprint=b"x"
    )


def refund_of_another() -> None:
    given_outflows()
    refund = Outflow.objects.get(kind="funding_refund")
    order(page("agent_checkout"), given_agent(), refund)


# rule -> the sound books, and what contradicts them: a statement of the database's owner, or rows
PLANTED: dict[str, tuple[Callable[[], object], str | Callable[[], object]]] = {
    # the ledger itself
    "balance differs from its moves": (
        given_paid,
        "update ledger_account set balance = balance + 1 where kind = 'wallet'",
    ),
    "total differs from its moves": (given_paid, "update ledger_account set sent = 1 where kind = 'wallet'"),
    "statement has a gap": (given_paid, "update ledger_move set destination_balance = destination_balance + 1"),
    "move without an account": (given_paid, "update ledger_move set source_id = 999999"),
    "transaction without moves": (given_paid, "delete from ledger_move"),
    "move lost a balance": (given_paid, "update ledger_move set destination_balance = null"),
    "checkpoint differs from its moves": (given_sealed, "update ledger_checkpoint_account set balance = balance + 1"),
    "guard missing or disabled": (given_paid, "alter table ledger_move disable trigger ledger_move_immutable"),
    "owned and house accounts do not balance": (
        given_paid,
        "update ledger_account set balance = balance + 1 where kind = 'wallet'",
    ),
    "money in transit is not that of the open outflows": (
        given_outflows,
        "delete from wallet_outflow where status = 'sending'",
    ),
    "house account missing": (given_paid, "delete from ledger_account where code = 'losses'"),
    "approval was used for another spend": (given_used_approval, "update wallet_approval set cents = cents - 1"),
    "spent by a key or program of another account": (
        given_used_approval,
        f"update ledger_move set spender = 'key:{ids.new()}' where spender like 'key:%'",
    ),
    "limits of a key or program of another account": (
        given_limits,
        "update wallet_spenderlimits l set account_id = (select id from marketplace_account a where a.id <> l.account_id limit 1)",
    ),
    "limits that no spend looks for": (given_limits, "update wallet_controls set has_spender_limits = false"),
    "approval of a key or program of another account": (
        given_used_approval,
        "update wallet_approval set key_id = null",
    ),
    # payments and pages
    "payment without its deposit": (given_paid, "update wallet_payment set amount_cents = amount_cents - 1"),
    "surplus that was not sent back": (given_paid, "update wallet_payment set surplus = true"),
    "payment credits another account than its checkout": (
        given_outflows,
        "update wallet_checkout c set account_id = (select id from marketplace_account a where a.id <> c.account_id limit 1)",
    ),
    "deposit without its payment": (given_paid, "delete from wallet_payment"),
    "paid checkout without a payment": (given_paid, "update wallet_payment set checkout_id = null"),
    "payment on a checkout that is not paid": (
        given_paid,
        "update wallet_checkout set status = 'open', paid_at = null",
    ),
    # money that leaves
    "outflow that never left its account": (
        given_outflows,
        "update wallet_outflow set amount_cents = amount_cents + 1",
    ),
    "ended outflow without its ending": (
        given_outflows,
        "update wallet_outflow set status = 'paid', ended_at = created_at where status = 'sending'",
    ),
    "open outflow with an ending": (
        given_outflows,
        "update wallet_outflow set status = 'sending', ended_at = null where status = 'paid'",
    ),
    "outflow that ended with other cents": (given_outflows, "update wallet_outflow set kept_cents = kept_cents + 1"),
    "outflow that came back with other cents": (
        given_outflows,
        "update wallet_outflow set amount_cents = amount_cents + 1 where status = 'returned'",
    ),
    "more returned than was paid": (
        given_outflows,
        "update wallet_payment set amount_cents = 1999 where amount_cents = 2000",
    ),
    "refund fee kept more than once": (given_outflows, "update wallet_payment set refund_fee_cents = 0"),
    "refund without its own payment": (given_outflows, "update wallet_outflow set payment_id = null"),
    "outflow returned in one book only": (
        given_outflows,
        "update wallet_outflow set status = 'paid' where status = 'returned'",
    ),
    "money left without an outflow": (given_outflows, "delete from wallet_outflow"),
    # other rails
    "settled x402 payment that is not booked": (given_agent, lambda: signed(5_000_000)),
    "payment by x402 that nobody signed": (given_paid, "update wallet_payment set rail = 'x402'"),
    "x402 payment whose cents are not its token amount": (given_agent, lambda: signed(5_000_001)),
    "paid MPP charge that is not booked": (given_agent, lambda: charges("paid")),
    "payment by MPP that nobody was quoted": (given_paid, "update wallet_payment set rail = 'mpp'"),
    "page charged by two of its quotes": (given_agent, lambda: charges("attention", 2)),
    # pages of agents
    "refund that is not all of its own payment": (given_agent, refund_of_another),
    "agent checkout and its page belong to two accounts": (
        given_agent,
        lambda: order(page("agent_checkout"), given_agent()),
    ),
    "page of an agent checkout without its order": (given_agent, lambda: page("agent_checkout")),
    "checkout refund of no agent checkout": (
        given_outflows,
        "update wallet_outflow set kind = 'checkout_refund' where kind = 'funding_refund'",
    ),
    # chargebacks
    "chargeback without its moves": (given_debt, "update wallet_chargeback set fee_cents = fee_cents + 1"),
    "chargeback that returned with other cents": (
        given_debt,
        "update wallet_chargeback set fee_returned_cents = 0 where status = 'won'",
    ),
    "chargeback recovered with other cents": (
        given_debt,
        "update wallet_chargeback set recovered_cents = recovered_cents - 1 where status = 'open'",
    ),
    "chargeback of no payment of its account": (given_debt, "update wallet_payment set rail = 'x402'"),
    "moves of no chargeback": (given_debt, "delete from wallet_chargeback where status = 'won'"),
    "losses are not what is owed and paid as fees": (
        given_debt,
        "update wallet_chargeback set owed_cents = owed_cents + 1 where status = 'open'",
    ),
    # escrows
    "open seat does not hold its amount": (
        given_hired,
        "update escrow_escrow set amount_cents = amount_cents + 1 where kind = 'seat'",
    ),
    "ended escrow still holds money": (given_released, "update ledger_account set balance = 5 where kind = 'hold'"),
    "ended seat without its ending": (
        given_released,
        "update ledger_transaction set key = 'end:forged' where key like 'end:%'",
    ),
    "unfunded escrow has money moves": (given_hired, "update escrow_escrow set status = 'funding' where kind = 'pool'"),
    "funded escrow without its funding": (
        given_hired,
        "update ledger_transaction set key = key || '0' where key like 'fund:%'",
    ),
    "seat at another rate than its pool": (given_hired, "update escrow_escrow set fee_bps = 0 where kind = 'pool'"),
    "account without an escrow": (
        given_hired,
        f"insert into ledger_account (code, balance) values ('pool:{ids.new()}', 1)",
    ),
    "release moved other cents than promised": (
        given_released,
        "update escrow_escrow set human_payout_cents = human_payout_cents - 1 where kind = 'seat'",
    ),
    "decision moved other cents than decided": (
        given_decided,
        "update escrow_disputedecision set worker_cents = worker_cents - 1, refund_cents = refund_cents + 1",
    ),
    "appeal and its decision disagree": (
        given_corrected,
        "update escrow_appeal set state = 'upheld', decided_at = created_at",
    ),
    "correction moved other cents than decided": (
        given_corrected,
        "update escrow_appeal set borne_cents = borne_cents + 1",
    ),
    "seat does not say what an appeal corrected": (
        given_corrected,
        "update escrow_escrow set corrected_cents = corrected_cents + 1 where kind = 'seat'",
    ),
    "corrected seat without an appeal": (
        given_corrected,
        "delete from escrow_appeal",
    ),
    "correction in the ledger without its appeal": (
        given_corrected,
        "update ledger_transaction set key = 'correct:forged' where kind = 'correction'",
    ),
    "share is kept beyond its decision": (
        given_kept,
        "update wallet_earningshold set cents = cents + 1",
    ),
    "accepted offer without its settlement": (given_settled, "update escrow_caseoffer set state = 'declined'"),
    "dispute and its escrow disagree": (
        given_dispute,
        "update escrow_escrow set status = 'locked' where kind = 'seat'",
    ),
    "disputed escrow without a dispute": (given_dispute, "delete from escrow_dispute"),
    "invoice numbers have a gap": (given_invoiced, "update escrow_invoiceseries set last = last + 1"),
    "invoices are not the fees of their month": (given_invoiced, "update escrow_invoice set fee_cents = 1"),
    "fees are not those of releases, decisions and refunds": (
        given_released,
        "update escrow_escrow set platform_fee_cents = platform_fee_cents + 1 where kind = 'seat'",
    ),
    # tips
    "completed transfer that moved other cents": (
        given_tip,
        "update escrow_transfer set amount_cents = amount_cents + 1",
    ),
    "transfer that is not completed has moved money": (
        given_tip,
        "update escrow_transfer set status = 'failed', completed_at = null",
    ),
    "transfer in the ledger without its row": (given_tip, "delete from escrow_transfer"),
    "bulk send whose lines are not its moves": (
        given_bulk,
        "update escrow_transfer set amount_cents = amount_cents + 1",
    ),
    # bounties
    "pool differs from its free seats": (
        given_hired,
        "update bounties_bounty set spots_available = spots_available + 1",
    ),
    "bounty and its pool differ in price or rate": (given_hired, "update bounties_bounty set seat_cents = 1"),
    "bounty without a pool": (given_hired, "update bounties_bounty set pool_id = null"),
    "live bounty without funding": (
        given_hired,
        "update escrow_escrow set status = 'refunded', ended_at = created_at where kind = 'pool'",
    ),
    "ended bounty whose pool is open": (
        given_released,
        "update escrow_escrow set status = 'funded', ended_at = null where kind = 'pool'",
    ),
    "bounty behind its seats": (given_released, "update bounties_bounty set status = 'assigned'"),
    "full bounty that looks for people": (given_hired, "update bounties_bounty set status = 'paused'"),
    "pending_funding without a raise, or a raise without it": (
        given_hired,
        "update bounties_bounty set pending_edit = '{}'",
    ),
    "hired without an escrow": (given_hired, "update bounties_application set escrow_id = null"),
    "hired seat without an end": (given_confirmed, "update bounties_application set complete_by = null"),
    "spots filled differ from hired people": (given_hired, "update bounties_application set status = 'expired'"),
    # services
    "booking and its escrow disagree": (given_approved, "update humans_booking set status = 'declined'"),
    "booking paid by a foreign escrow": (
        given_approved,
        "update humans_subscription set price_cents = price_cents + 1",
    ),
    "escrow of a booking that is not there": (given_approved, "update humans_booking set escrow_id = null"),
    "subscription that waits for nothing": (
        given_approved,
        "update humans_subscription set status = 'pending_approval'",
    ),
    # reviews
    "review answered in a foreign conversation": (
        given_answered_review,
        "update humans_conversation set kind = 'direct' where kind = 'feedback'",
    ),
    # managed runs
    "ended QA run whose money is not accounted for": (given_run, "update qa_run set status = 'failed'"),
    "ended QA run whose listing lives": (given_run, "update qa_run set status = 'failed'"),
    "QA run without its money": (given_run, "update ledger_move set bounty_id = null"),
    "QA listing without its run": (
        lambda: given_bounty(given_funded_agent()),
        "update bounties_bounty set kind = 'qa'",
    ),
    "ended taste run whose money is not settled": (given_panel, "update qa_tasterun set ended_at = created_at"),
    "ended taste run whose bounty goes on": (given_panel, "update qa_tasterun set ended_at = created_at"),
}


def rules() -> set[str]:
    """The rules that the audits ask the database for, of whatever step."""
    with CaptureQueriesContext(connection) as asked:
        violations()
    with connection.cursor() as cursor:
        cursor.execute(r"select prosrc from pg_proc where proname like 'ledger\_%faults'")
        ledger = [row[0] for row in cursor.fetchall()]
    return {rule for sql in [*ledger, *(query["sql"] for query in asked)] for rule in _RULE.findall(sql)}


@pytest.mark.main
def test_each_rule_has_its_contradiction() -> None:
    assert rules() == set(PLANTED)
