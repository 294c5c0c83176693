"""Mails to the parties of a dispute about what is asked, offered and said; each is a push, too (`core/push_kinds.py`). The mails
about its beginning and its end are sent where it begins and ends."""

from datetime import datetime

from escrow.models import Case, CaseOffer, CaseRequest, Dispute
from escrow.services import disputes
from marketplace.core.money import format_usd
from marketplace.models import Account
from marketplace.services.mail_templates import Words


def asked(dispute: Dispute, case: Case, request: CaseRequest) -> None:
    """To who is asked: what for, until when."""
    disputes.mail_party(
        dispute,
        _party(dispute, request.asked_id),
        "dispute_asked",
        case.title,
        items=Words("\n".join(request.items)),
        words=Words(request.words),
        due=request.due_at,
    )


def reminder(dispute: Dispute, case: Case, account: Account, *, waits: str, due_at: datetime) -> None:
    """A day before the end of a party's clock. `waits`: what for: answer (to the objection), asked (by staff) or offer."""
    disputes.mail_party(dispute, account, "dispute_reminder", case.title, waits=waits, due=due_at)


def offer_made(dispute: Dispute, case: Case, offer: CaseOffer) -> None:
    """To the other side, with the exact sums."""
    maker, other = _maker_and_other(dispute, offer)
    disputes.mail_party(
        dispute,
        other,
        "dispute_offer",
        case.title,
        maker=maker.display_name,
        words=Words(offer.words),
        due=offer.due_at,
        **_sums(offer),
    )


def offer_declined(dispute: Dispute, case: Case, offer: CaseOffer) -> None:
    """To who made it."""
    maker, other = _maker_and_other(dispute, offer)
    values = _sums(offer) | {"other": other.display_name}
    disputes.mail_party(dispute, maker, "dispute_offer_ended", case.title, is_mine=True, is_declined=True, **values)


def offer_lapsed(dispute: Dispute, case: Case, offer: CaseOffer) -> None:
    """To both."""
    maker, other = _maker_and_other(dispute, offer)
    for account in (maker, other):
        disputes.mail_party(
            dispute,
            account,
            "dispute_offer_ended",
            case.title,
            is_mine=account.pk == maker.pk,
            is_declined=False,
            other=other.display_name,
            **_sums(offer),
        )


def message(dispute: Dispute, case: Case, words: str, *, to: str) -> None:
    """Staff's words, to whom they are to: funder, worker or both."""
    for account in (dispute.owner, dispute.worker):
        if to in ("both", dispute.side_of(account.pk)):
            disputes.mail_party(dispute, account, "dispute_message", case.title, words=Words(words))


def _party(dispute: Dispute, account_id: object) -> Account:
    return dispute.worker if account_id == dispute.worker_id else dispute.owner


def _maker_and_other(dispute: Dispute, offer: CaseOffer) -> tuple[Account, Account]:
    maker = _party(dispute, offer.made_by_id)
    return maker, dispute.owner if maker.pk == dispute.worker_id else dispute.worker


def _sums(offer: CaseOffer) -> dict[str, str]:
    return {
        "worker_gets": format_usd(offer.worker_cents),
        "returned": format_usd(offer.refund_cents),
        "fee": format_usd(offer.fee_cents),
    }
