"""The statement of a wallet in words for a person: what each line is, and for which job."""

from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from marketplace.core import ids
from wallet.ports import Job, jobs
from wallet.serializers.wallet import LineOut

# By the kind of the ledger's transaction; the API's words where one is not listed.
KINDS = {
    "deposit": _("Money added"),
    "fund": _("Set aside for a job"),
    "cycle": _("Set aside for an appointment"),
    "reprice": _("The price or the places of a job changed"),
    "close": _("Not used by a job, back here"),
    "seat_back": _("A place ended, its money is back here"),
    "decision": _("Back here, as our staff decided"),
    "correction": _("Put right after an appeal, as our staff decided"),
    "attendance": _("A place ended early, the rest is back here"),
    "transfer": _("Tip, or an expense paid back"),
    "bulk_transfer": _("Tip, or an expense paid back"),
    "withdrawal": _("Withdrawal to your bank"),
    "withdrawal_failed": _("Withdrawal that could not be paid out, back here"),
    "withdrawal_returned": _("Withdrawal that your bank sent back"),
    "funding_refund": _("Returned to where it came from"),
    "funding_refund_failed": _("Could not be returned, back here"),
    "funding_refund_returned": _("Sent back to us, back here"),
    "surplus_failed": _("A second payment, kept here"),
    "surplus_returned": _("A second payment, kept here"),
    "checkout_refund": _("Returned to a customer"),
    "checkout_refund_failed": _("Could not be returned to a customer, back here"),
    "checkout_refund_returned": _("A customer's refund was sent back, back here"),
    "chargeback": _("Taken back by a bank"),
    "chargeback_won": _("Taken back by a bank, here again"),
    "recovery": _("Paid off what was owed"),
}
SETTLEMENT = _("Back here, as you both agreed in a dispute")  # a `decision`, too, but none of our staff's
# What a person looks for, with the kinds that it is made of.
GROUPS = {
    "added": (_("Money added"), ("deposit", "surplus_failed", "surplus_returned")),
    "work": (_("Set aside for work"), ("fund", "cycle", "reprice")),
    "back": (_("Back from work"), ("close", "seat_back", "decision", "correction", "attendance")),
    "sent": (_("Tips and other payments"), ("transfer", "bulk_transfer")),
    "out": (
        _("Withdrawn and returned"),
        (
            *("withdrawal", "withdrawal_failed", "withdrawal_returned", "funding_refund", "funding_refund_failed"),
            *("funding_refund_returned", "checkout_refund", "checkout_refund_failed", "checkout_refund_returned"),
        ),
    ),
    "bank": (_("Taken back by a bank"), ("chargeback", "chargeback_won", "recovery")),
}


def kind(row: Any) -> str:
    """What a line is, in words."""
    if row.transaction.kind == "deposit" and "top_up" in row.transaction.tags:
        return str(_("Added automatically, from your card"))
    return str(SETTLEMENT if row.is_settlement else KINDS.get(row.transaction.kind) or row.description)


def shown(owner_id: UUID, rows: Collection[Any]) -> list[dict[str, Any]]:
    """Lines as the API has them, with `what`, signed `cents`, their `job`, or the page of the `appointment` that they are about,
    and `paid_at`: the page of the payment that came in. One query for the names of all jobs."""
    named = names(owner_id, rows)
    return [
        LineOut.render(row)
        | {
            "what": kind(row),
            "cents": row.cents,
            "job": named.get(row.about_bounty_id),
            "appointment": _appointment(row),
            "paid_at": f"/checkout/{page}" if (page := row.transaction.tags.get("checkout")) else "",
        }
        for row in rows
    ]


def _appointment(row: Any) -> str:
    """The page of the appointment whose money this is; empty for all else. Only an appointment is held without a job."""
    escrow = row.escrow_id if row.about_bounty_id is None else None
    return f"/owner/appointments/{ids.encode('esc', escrow)}" if escrow is not None else ""


def names(owner_id: UUID, rows: Iterable[Any]) -> dict[UUID | None, Job]:
    """The jobs of these lines, by their ids."""
    found = jobs.get()(owner_id, {row.about_bounty_id for row in rows if row.about_bounty_id})
    return {key: found[key] for key in found}


def job(owner_id: UUID, public_id: str) -> tuple[UUID | None, Job | None]:
    """A job that a filter names (bty_…); no name for somebody else's and for what is no id."""
    try:
        key = ids.decode("bty", public_id)
    except ValueError:
        return None, None
    return key, jobs.get()(owner_id, [key]).get(key)
