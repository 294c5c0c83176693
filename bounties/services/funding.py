"""Pay for a bounty: from the wallet when it covers the whole sum, else by a checkout for the shortfall (money.md, section 8)."""

from dataclasses import dataclass

from bounties import events
from bounties.errors import DeadlinePassed
from bounties.models import Bounty
from bounties.rules.bounties import BOUNTY, DIRECT
from bounties.selectors import access, policies
from bounties.services import applications, outreach, spending_rules
from escrow.selectors import access as escrow_access
from escrow.services import escrows, pools
from humans.selectors import access as conversation_access
from marketplace.core import clock, context
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound, Problem
from marketplace.core.money import format_usd
from marketplace.core.states import InvalidState
from marketplace.core.transactions import Retry
from marketplace.errors import CategoryNotAllowed, CountryNotAllowed
from marketplace.services import account_restrictions
from wallet import ledger
from wallet.errors import InsufficientFunds, NoCardProvider, WalletOwes
from wallet.models import Checkout
from wallet.services import checkouts, mpp_quotes, spending

MIN_DEPOSIT_CENTS = 100
_REASON_MAX = 300  # length of the column
FUNDING_STATUSES = ("funded", "requires_payment", "closed", "cancelled")


@dataclass(slots=True)
class Quote:
    """What funding costs, in cents. `deposit` is what a checkout would ask for: at least 1.00, the rest stays in the wallet."""

    bounty_id: str
    funding_total: int
    worker_total: int
    fee: int
    fee_bps: int
    spots: int
    wallet_balance: int

    @property
    def shortfall(self) -> int:
        return max(0, self.funding_total - self.wallet_balance)

    @property
    def deposit(self) -> int:
        return max(self.shortfall, MIN_DEPOSIT_CENTS) if self.shortfall else 0


def total(bounty: Bounty) -> int:
    """What funding costs, in cents, with the fees. Reads nothing from the database."""
    return bounty.unit.total * bounty.spots_available


def quote(bounty: Bounty) -> Quote:
    """The cost of a bounty, saved or not, and its owner's present balance, in cents. Each seat's fee is rounded by itself.

    Locks nothing. Spec, Endpoints, Bounties (funding-quote).
    """
    one, spots = bounty.unit, bounty.spots_available
    return Quote(
        bounty.public_id,
        total(bounty),
        one.price * spots,
        one.fee * spots,
        bounty.fee_bps,
        spots,
        ledger.balance(ledger.wallet(bounty.owner_id)),
    )


def warnings(actor: Actor, bounty: Bounty) -> list[str]:
    """Why `fund_or_ask` would not put this bounty live from the wallet now, as texts for the dry run; empty when it would.

    Locks nothing.
    """
    return obstacles(actor, bounty)[0]


def obstacles(actor: Actor, bounty: Bounty) -> tuple[list[str], Problem | None]:
    """The `warnings`, and of them what `fund_or_ask` would raise because of a debt, a freeze or a cap; None if it would not.

    Locks nothing.
    """
    found = []
    try:
        spending_rules.check(actor, bounty)
    except (CategoryNotAllowed, CountryNotAllowed) as other:
        found.append(f"{other.code}: {other.message}")
    if screening_reason(bounty):  # without the reason: a dry run is free, and phrases must not be found out by it
        found.append("pending_review: an operator reads this listing before it goes live.")
    need = quote(bounty)
    from_wallet = need.funding_total - need.deposit  # spending caps do not apply to what a checkout pays
    refused = spending.preview_refusal(bounty.owner_id, by=actor, cents=from_wallet, bounty_id=bounty.pk)
    if refused is not None:
        found.append(f"{refused.code}: {refused.message}")
    elif need.shortfall:
        found.append(
            f"insufficient_funds: your wallet holds {format_usd(need.wallet_balance)}, {format_usd(need.shortfall)} less "
            f"than this takes. The bounty would wait for a payment of {format_usd(need.deposit)}."
        )
    return found + spending.approval_warnings(bounty.owner_id, by=actor, cents=from_wallet), refused


def status_once_created(bounty: Bounty) -> str:
    """The status that an unsaved bounty would have after `fund_or_ask`, by the owner's present balance. Locks nothing."""
    if quote(bounty).shortfall:
        return bounty.status
    return BOUNTY.next(bounty.status, "screen" if screening_reason(bounty) else "fund")


def screening_reason(bounty: Bounty) -> str:
    """Why an operator must read this listing before it goes live; empty: it need not be read. Locks nothing."""
    found = policies.screening_matches(policies.texts(bounty)).values()
    return "; ".join(dict.fromkeys(why for reasons in found for why in reasons))[:_REASON_MAX]


def fund_or_ask(actor: Actor, bounty: Bounty, *, by_page: bool = False) -> Checkout | None:
    """Fund a pending_deposit bounty from the wallet and put it live, or open a checkout when the wallet is short.

    `by_page`: never use the wallet, the checkout asks for the whole sum. Returns the open checkout, None when funded.
    The bounty is locked by the caller, or unsaved (`bounties.prepare`); locks pool and wallet account. Call it within
    `unit`: it may raise Retry. Raises InsufficientFunds (402) when the wallet is short and there is no card provider,
    NoCardProvider (503) when `by_page` and there is none, SpendingCapExceeded (403), also for the wallet's part beside a
    checkout, DeadlinePassed, HumanNotAvailable, InvalidState (409).
    """
    spending_rules.check(actor, bounty)
    _check_not_restricted(bounty)
    need = quote(bounty)
    if need.shortfall == 0 and not by_page:
        try:
            go_live(actor, bounty, source="wallet")
        except WalletOwes:  # a checkout would not help: its payment would go to the debt
            raise
        except InsufficientFunds as short:  # the balance was spent concurrently: start again, which opens a checkout
            raise Retry(short)
        return None
    if bounty._state.adding:
        assert bounty.pool is not None
        bounty.pool.save(force_insert=True)
        bounty.save(force_insert=True)
    asked = need.funding_total if by_page else need.deposit
    try:
        page = checkouts.open_checkout(
            account_id=bounty.owner_id,
            by=actor,
            purpose="bounty",
            subject_id=bounty.pk,
            cents=asked,
            from_wallet_cents=need.funding_total - asked,
            bounty_id=bounty.pk,
            description=bounty.title[:200],
        )
    except NoCardProvider:  # without a card provider only the wallet can pay
        if need.shortfall == 0:
            raise
        raise InsufficientFunds(required_cents=need.funding_total, balance_cents=need.wallet_balance)
    mpp_quotes.offer(page)
    return page


def deposit(actor: Actor, bounty_id: str) -> tuple[Bounty, Checkout | None]:
    """POST /api/bounties/deposit: the owner funds a bounty. Idempotent once it is funded.

    Returns the bounty and the open checkout, if any. Locks bounty, pool, wallet account. Raises NotFound (404), NotOwner
    (403), InvalidState (409) for a cancelled or closed one, and what `fund_or_ask` raises.
    """
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    if waits_for_money(bounty):
        check_deadline(bounty)
        return bounty, fund_or_ask(actor, bounty)
    context.changes_nothing()
    return bounty, None


def pay_from_wallet(actor: Actor, bounty_id: str, *, conversation_id: str | None = None) -> Bounty:
    """POST …/enterprise-payment: the owner funds a bounty from the wallet, never by a checkout. Idempotent once funded.

    `conversation_id`: where the payment was agreed upon (cnv_…); only checked to be the owner's and about this bounty.
    Locks bounty, pool, wallet account. Raises NotFound (404), NotOwner, SpendingCapExceeded (403), InsufficientFunds (402),
    DeadlinePassed, HumanNotAvailable, InvalidState (409).
    """
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    if conversation_id is not None:
        conversation = conversation_access.own_conversation(actor, conversation_id)
        if conversation.bounty_id != bounty.pk or conversation.viewer_side != "agent":
            raise NotFound("This bounty has no such conversation. Leave conversationId out, or correct it.")
    if waits_for_money(bounty):
        go_live(actor, bounty, source="wallet")
    else:
        context.changes_nothing()
    return bounty


def waits_for_money(bounty: Bounty) -> bool:
    """Whether the deposit is still unpaid. Raises InvalidState (409) for a bounty that has ended."""
    if bounty.status in ("closing", "closed", "cancelled"):
        raise InvalidState(
            f"This bounty is {bounty.status}; it can't be funded.", currentState=bounty.status, allowedActions=[]
        )
    return bounty.status == "pending_deposit"


def current_state(actor: Actor, bounty_id: str) -> tuple[Bounty, Checkout | None]:
    """The owner's bounty now and the open checkout of its deposit or raise, to answer a replayed call.

    Locks nothing. Raises NotFound (404), NotOwner (403).
    """
    bounty = access.owned_bounty(actor, bounty_id)
    purpose = {"pending_deposit": "bounty", "pending_funding": "bounty_raise"}.get(bounty.status)
    return bounty, checkouts.open_page(subject_id=bounty.pk, purpose=purpose) if purpose else None


def funding_status(bounty: Bounty) -> str:
    """One of FUNDING_STATUSES. Only a replayed call can find the last two: a new call is refused then."""
    if bounty.status == "pending_deposit":
        return "requires_payment"
    if bounty.went_live_at is None and bounty.status in ("closed", "cancelled"):
        return bounty.status
    return "funded"


def check_deadline(bounty: Bounty) -> None:
    """No money is accepted for a bounty that nobody can apply to any more. Raises DeadlinePassed (409)."""
    if bounty.deadline <= clock.now():
        raise DeadlinePassed(
            "The deadline for applications has passed, so this bounty can't go live. Post it again with a later one; "
            f"{clock.here()}",
            currentState=bounty.status,
            allowedActions=["cancel"],
        )


def _check_not_restricted(bounty: Bounty) -> None:
    """A job that waits for its money is new until it is funded, also when its page was opened before: what is paid then stays in
    the owner's wallet. Of an unsaved one `bounties.draft` has checked it. Raises AccountRestricted (403)."""
    if not bounty._state.adding:
        account_restrictions.check(bounty.owner_id, "jobs")


def go_live(actor: Actor, bounty: Bounty, *, source: str, brought: int = 0) -> None:
    """Fund a bounty: pending_deposit -> open, or pending_review when a screening rule matches (spec, States: Bounty).

    The transfer wallet -> pool comes last; `brought` cents of it were paid by a checkout of the rail `source`. A direct
    hire is made in the same transaction. The bounty is locked by the caller, or unsaved; locks application, pool, wallet
    account. Raises InvalidState, DeadlinePassed (409), InsufficientFunds (402), SpendingCapExceeded, AccountRestricted (403); for a
    direct hire HumanNotAvailable (409).
    """
    if not brought:
        spending_rules.check(actor, bounty)
    _check_not_restricted(bounty)
    now = clock.now()
    reasons_found = screening_reason(bounty)
    status = BOUNTY.next(bounty.status, "screen" if reasons_found else "fund")
    check_deadline(bounty)
    bounty.status, bounty.screening_reason = status, reasons_found
    bounty.went_live_at, bounty.updated_at = None if reasons_found else now, now
    if bounty._state.adding:
        bounty.save(force_insert=True)
    else:
        bounty.save(update_fields=["status", "screening_reason", "went_live_at", "updated_at"])
        checkouts.cancel_open(subject_id=bounty.pk, purpose="bounty")  # it must not be paid twice
        bounty.pool = escrow_access.lock_pool(bounty.pool_id)
    if not reasons_found:
        outreach.begin(bounty)
    events.mark_dirty(bounty)
    assert bounty.pool is not None
    pools.record_funding(actor, bounty.pool, source=source)
    seat = applications.hire_named(actor, bounty) if bounty.kind in DIRECT and status == "open" else None
    pools.post_funding(actor, bounty.pool, prepaid_cents=brought)
    if seat is not None:
        escrows.lock_share(actor, seat)
