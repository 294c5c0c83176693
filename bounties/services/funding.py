"""Pay for a bounty: from the wallet when it covers the whole sum, else by a page for the shortfall (money.md, section 8)."""

from dataclasses import dataclass

from bounties import events
from bounties.errors import DeadlinePassed
from bounties.models import Bounty
from bounties.rules.bounties import BOUNTY, DIRECT
from bounties.selectors import access, policies
from bounties.services import applications, outreach
from escrow.selectors import access as escrow_access
from escrow.services import escrows, pools
from humans.selectors import access as talks
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.money import format_usd
from marketplace.core.states import InvalidState
from marketplace.core.transactions import Retry
from wallet import ledger
from wallet.errors import InsufficientFunds, NoCardProvider, WalletOwes
from wallet.models import Checkout
from wallet.services import checkouts, mpp_quotes, spending

MIN_DEPOSIT_CENTS = 100
_REASON_MAX = 300  # what the column takes
STANDINGS = ("funded", "requires_payment", "closed", "cancelled")


@dataclass(slots=True)
class Quote:
    """What funding takes, all in cents. `deposit` is what a page would ask: at least 1.00, the change stays in the wallet."""

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
    """What funding takes, in cents, the fees with it. Reads nothing."""
    return bounty.unit.total * bounty.spots_available


def quote(bounty: Bounty) -> Quote:
    """The sums of a bounty, saved or not, against its owner's wallet now. Each seat's fee is rounded by itself."""
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


def warnings(bounty: Bounty) -> list[str]:
    """What stands between an unsaved bounty and its money, as `fund_or_ask` would meet it now. Changes nothing."""
    need = quote(bounty)
    # What a page would bring is bounded by no cap.
    if refused := spending.preview_refusal(
        bounty.owner_id, cents=need.funding_total - need.deposit, bounty_id=bounty.pk
    ):
        return [f"{refused.code}: {refused.message}"]
    if need.shortfall:
        return [
            f"insufficient_funds: your wallet holds {format_usd(need.wallet_balance)}, {format_usd(need.shortfall)} less "
            f"than this takes. The bounty would wait for a payment of {format_usd(need.deposit)}."
        ]
    return []


def fund_or_ask(actor: Actor, bounty: Bounty, *, by_page: bool = False) -> Checkout | None:
    """Fund a pending_deposit bounty from the wallet and put it live; when the wallet is short, open a checkout instead.
    `by_page` leaves the wallet alone: the page asks for the whole sum.

    The caller's `unit`, the bounty locked, or unsaved (`bounties.prepare`). Returns the open checkout, None when funded.
    Raises InsufficientFunds (402) when the wallet is short and no card rail is up, NoCardProvider (503) when it is not,
    SpendingCapExceeded (403) when a cap forbids what the wallet would pay, also beside a page.
    """
    need = quote(bounty)
    if need.shortfall == 0 and not by_page:
        try:
            go_live(actor, bounty, source="wallet")
        except WalletOwes:  # no page helps: what it brings would pay the debt
            raise
        except InsufficientFunds as short:  # the race for the last cents is lost: from the start, which asks for a page
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
            purpose="bounty",
            subject_id=bounty.pk,
            cents=asked,
            from_wallet_cents=need.funding_total - asked,
            bounty_id=bounty.pk,
            description=f"Bounty: {bounty.title}"[:200],
        )
    except NoCardProvider:  # no page to send anybody to: the wallet is the only way
        if need.shortfall == 0:
            raise
        raise InsufficientFunds(required_cents=need.funding_total, balance_cents=need.wallet_balance)
    mpp_quotes.offer(page)
    return page


def deposit(actor: Actor, bounty_id: str) -> tuple[Bounty, Checkout | None]:
    """POST /api/bounties/deposit: fund an own bounty. On one that is funded already it changes nothing.

    Raises NotFound, NotOwner, DeadlinePassed (409), InvalidState (409) for a cancelled or closed one.
    """
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    if waits_for_money(bounty):
        check_deadline(bounty)
        return bounty, fund_or_ask(actor, bounty)
    return bounty, None


def pay_from_wallet(actor: Actor, bounty_id: str, *, conversation_id: str | None = None) -> Bounty:
    """POST …/enterprise-payment: fund an own bounty from the wallet, never by a page. On one that is funded already it
    changes nothing. `conversation_id`, where the payment was agreed upon, must be the owner's and about this bounty.

    Locks the bounty. Raises NotFound, NotOwner (403), InsufficientFunds (402), DeadlinePassed, HumanNotAvailable (409),
    InvalidState (409) for a cancelled or closed one.
    """
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    if conversation_id is not None:
        talk = talks.own_conversation(actor, conversation_id)
        if talk.bounty_id != bounty.pk or talk.viewer_side != "agent":
            raise NotFound("This bounty has no such conversation. Leave conversationId out, or correct it.")
    if waits_for_money(bounty):
        go_live(actor, bounty, source="wallet")
    return bounty


def waits_for_money(bounty: Bounty) -> bool:
    """False when it is funded already. Raises InvalidState (409) for one that is over."""
    if bounty.status in ("closing", "closed", "cancelled"):
        raise InvalidState(
            f"This bounty is {bounty.status}; it can't be funded.", currentState=bounty.status, allowedActions=[]
        )
    return bounty.status == "pending_deposit"


def standing(actor: Actor, bounty_id: str) -> tuple[Bounty, Checkout | None]:
    """The bounty as it is now and the page that still asks for its deposit or raise: for a replayed call. Changes
    nothing. Raises NotFound, NotOwner (403)."""
    bounty = access.owned_bounty(actor, bounty_id)
    waits_for = {"pending_deposit": "bounty", "pending_funding": "bounty_raise"}.get(bounty.status)
    return bounty, checkouts.open_page(subject_id=bounty.pk, purpose=waits_for) if waits_for else None


def standing_of(bounty: Bounty) -> str:
    """One word of STANDINGS: the last two are what a replayed call may find, a fresh one is refused then."""
    if bounty.status == "pending_deposit":
        return "requires_payment"
    if bounty.went_live_at is None and bounty.status in ("closed", "cancelled"):
        return bounty.status
    return "funded"


def check_deadline(bounty: Bounty) -> None:
    """Raises DeadlinePassed (409): money for a bounty that nobody can apply to any more is not taken."""
    if bounty.deadline <= clock.now():
        raise DeadlinePassed(
            "The deadline for applications has passed, so this bounty can't go live. Post it again with a later one.",
            currentState=bounty.status,
            allowedActions=["cancel"],
        )


def go_live(actor: Actor, bounty: Bounty, *, source: str, brought: int = 0) -> None:
    """pending_deposit -> open, or pending_review when an operator's screening rule matches; and the money last:
    wallet -> pool, `brought` cents of it by the page that `source` names. A direct hire goes on with the hire,
    pool -> hold, in the same transaction.

    Raises InvalidState, DeadlinePassed (409): nobody could apply any more; InsufficientFunds (402); of a direct hire
    HumanNotAvailable (409).
    """
    now = clock.now()
    found = policies.screened(policies.texts(bounty)).values()
    suspicion = "; ".join(dict.fromkeys(why for reasons in found for why in reasons))
    status = BOUNTY.next(bounty.status, "screen" if suspicion else "fund")
    check_deadline(bounty)
    bounty.status, bounty.screening_reason = status, suspicion[:_REASON_MAX]
    bounty.went_live_at, bounty.updated_at = None if suspicion else now, now
    if bounty._state.adding:
        bounty.save(force_insert=True)
    else:
        bounty.save(update_fields=["status", "screening_reason", "went_live_at", "updated_at"])
        checkouts.cancel_open(subject_id=bounty.pk, purpose="bounty")  # nobody is to pay for it twice
        bounty.pool = escrow_access.lock_pool(bounty.pool_id)
    if not suspicion:
        outreach.begin(bounty)
    events.mark_dirty(bounty)
    assert bounty.pool is not None
    pools.record_funding(actor, bounty.pool, source=source)
    seat = applications.hire_named(actor, bounty) if bounty.kind in DIRECT and status == "open" else None
    pools.post_funding(actor, bounty.pool, prepaid_cents=brought)
    if seat is not None:
        escrows.lock_share(actor, seat)
