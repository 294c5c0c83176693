"""Mails to a worker about their application and seat: one for each event, in its transaction. And staff decisions about a
seat, to both sides. `words` and `reason` are the message of the owner or staff."""

from datetime import datetime
from typing import Any

from django.conf import settings

from bounties.models import Application, Bounty, Contest
from bounties.rules.bounties import DIRECT
from bounties.rules.contests import SILENCE_ENDS_AFTER
from bounties.rules.owner_mails import GRANT_PAUSE
from bounties.rules.terms import TERMS, Difference, in_words
from escrow.models import Escrow
from marketplace.core import addresses, clock, countries, ids, money, reader
from marketplace.core.actor import Actor
from marketplace.services import mail_templates

_DUE_BY_DEFAULT = ("ordinary", "rental")  # without a window of their own


def hired(bounty: Bounty, application: Application) -> None:
    """Hired: what, pay, place, time, and how to confirm within two hours; without confirmation, the work's deadline. Always
    sent."""
    start, zone = bounty.scheduled_start_at, bounty.scheduled_start_time_zone
    with reader.written_to(application.human):
        begins = mail_templates.moment(start, zone) if start and zone else start
    _send(
        "hired",
        bounty,
        application,
        confirm_by=application.confirm_by,
        due=application.complete_by,
        direct=bounty.kind in DIRECT,
        pay=_pay(application),
        place="" if bounty.is_remote_allowed else _place(bounty),
        start=begins,
        start_minutes=bounty.start_window_minutes,
        hours=bounty.completion_window_hours,
        finish_by=bounty.due_by_default(clock.now()) if bounty.kind in _DUE_BY_DEFAULT else None,
        words=mail_templates.Words(application.response),
    )


def rejected(bounty: Bounty, application: Application, *, automatic: bool) -> None:
    """Sent once for each application, also when it is un-rejected and rejected again; not for direct hires, where nobody
    applied. The application is locked by the caller."""
    if application.rejection_mailed_at is not None or bounty.kind in DIRECT:
        return
    application.rejection_mailed_at = clock.now()
    application.save(update_fields=["rejection_mailed_at"])
    words = {"reason": application.response} if automatic else {"words": mail_templates.Words(application.response)}
    _send("rejected", bounty, application, about="applications", automatic=automatic, **words)


def may_apply_again(bounty: Bounty, application: Application) -> None:
    """The owner allows the person of an ended seat to apply again."""
    _send("apply_again", bounty, application, about="applications", until=bounty.deadline)


def terms_changed(bounty: Bounty, application: Application, changes: list[Difference]) -> None:
    """The terms of the work changed: the difference, and what can be done until when. Without changes: they are as before.
    Always sent."""
    _send(
        "terms_changed",
        bounty,
        application,
        changes=[
            {
                "name": TERMS[one.field],
                "before": mail_templates.Words(in_words(one.field, one.before)),
                "after": mail_templates.Words(in_words(one.field, one.after)),
            }
            for one in changes
        ],
        answer_by=application.terms_answer_by,
    )


def sent_back(bounty: Bounty, application: Application, *, redo: bool, reason: str, by_rule: bool = False) -> None:
    """Evidence has to be sent again: why, and until when. `by_rule`: decided by a rule, not by a person."""
    _send(
        "sent_back",
        bounty,
        application,
        about="work",
        redo=redo,
        by_rule=by_rule,
        due=application.complete_by,
        ends=application.complete_by + SILENCE_ENDS_AFTER if application.complete_by else None,
        pay=_pay(application),
        words=mail_templates.Words(reason),
    )


def approved(bounty: Bounty, application: Application, *, words: str = "") -> None:
    """The work counts as accepted; the money comes when it is released."""
    escrow = _escrow(application)
    _send(
        "approved",
        bounty,
        application,
        about="work",
        uploads=bounty.submission_mode != "application",
        pay=_pay(application),
        release_at=escrow.auto_release_at,
        words=mail_templates.Words(words),
    )


def paid(bounty: Bounty, application: Application, escrow: Escrow) -> None:
    """The worker was paid. Always sent."""
    pay = money.format_usd(escrow.human_payout_cents)
    _send("paid", bounty, application, pay=pay, reference=escrow.public_id)


def seat_lost(actor: Actor, bounty: Bounty, application: Application, *, reason: str, words: str) -> None:
    """The seat has ended without pay. Always sent, unless the worker withdrew."""
    if actor.account is not None and actor.account.pk == application.human_id:
        return
    support = settings.SUPPORT_EMAIL
    _send("seat_lost", bounty, application, reason=reason, words=mail_templates.Words(words), support=support)


def silent(bounty: Bounty, application: Application, *, last: bool = False) -> None:
    """Evidence was returned and none came in time: when the seat ends without pay, and what prevents it. Always sent."""
    _send("silent", bounty, application, last=last, ends=application.complete_by)


def contested(bounty: Bounty, application: Application, contest: Contest) -> None:
    """A seat is contested: to the worker what happens now, to the owner the worker's reason. Always sent."""
    words = mail_templates.Words(contest.reason)
    _send("contest_taken", bounty, application, due=contest.due_at, words=words)
    mail_templates.send(
        bounty.owner,
        "contested",
        title=bounty.title,
        person_url=addresses.owned_person(bounty.public_id, application.public_id),
        worker=application.human_name,
        due=contest.due_at,
        words=words,
    )


def extension_decided(
    bounty: Bounty, application: Application, *, state: str, hours: int, before: datetime | None
) -> None:
    """`state`: approved, denied or granted; `before` (UTC): the previous decision. Repeated grants are mailed once an hour."""
    if state == "granted" and before is not None and before > clock.now() - GRANT_PAUSE:
        return
    due = application.complete_by
    _send("extension", bounty, application, about="work", state=state, hours=hours, due=due)


def nudge(bounty: Bounty, application: Application) -> None:
    """No activity for half of the response window."""
    _send("nudge", bounty, application, about="work")


def overdue(bounty: Bounty, application: Application, *, last: bool) -> None:
    """The work is due and nothing came: the seat ends at `ends_at`, unless evidence comes. Always sent. `last`: the second and
    last warning."""
    _send(
        "overdue",
        bounty,
        application,
        last=last,
        due=application.complete_by,
        ends=application.ends_at,
        pay=_pay(application),
    )


def case_decided(bounty: Bounty, application: Application, *, outcome: str, reason: str) -> None:
    """Staff decided a case: to owner and worker. `outcome` is one sentence for both. Always sent. The worker is led to the page of
    their work, which has the reason, too."""
    pages = ((bounty.owner, bounty.public_url), (application.human, addresses.work(application.public_id)))
    for account, page_url in pages:
        mail_templates.send(
            account,
            "case_decided",
            title=bounty.title,
            page_url=page_url,
            worker=application.human_name,
            is_worker=account.pk == application.human_id,
            outcome=outcome,
            words=mail_templates.Words(reason),
        )


def _send(template: str, bounty: Bounty, application: Application, *, about: str = "", **values: Any) -> None:
    conversation_id = application.conversation_id
    mail_templates.send(
        application.human,
        template,
        about=about,
        title=bounty.title,
        owner=bounty.agent_name or bounty.owner.display_name,
        bounty_url=bounty.public_url,
        work_url=addresses.work(application.public_id),
        conversation_url=addresses.conversation(ids.encode("cnv", conversation_id)) if conversation_id else "",
        **values,
    )


def _escrow(application: Application) -> Escrow:
    assert application.escrow is not None
    return application.escrow


def _pay(application: Application) -> str:
    return money.format_usd(_escrow(application).human_payout_cents)


def _place(bounty: Bounty) -> str:
    return countries.place(bounty.city, bounty.state, country=bounty.country)
