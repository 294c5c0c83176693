"""Support reports of agents, and the conversation about each."""

from uuid import UUID

from django.conf import settings

from marketplace.core import addresses, clock, ids
from marketplace.core.actor import Actor
from marketplace.models import SupportReport
from marketplace.ports import support_threads
from marketplace.rules import REPORT
from marketplace.services import accounts, mail_templates


def report(
    actor: Actor,
    *,
    summary: str,
    description: str,
    category: str,
    priority: str,
    error_code: str = "",
    source_tool: str = "",
) -> SupportReport:
    """Create a support report for the caller's account, open the conversation for its answers, and mail the staff. In the
    caller's transaction. Spec: Support.

    category, priority: one of `rules.REPORT_CATEGORIES`, `rules.REPORT_PRIORITIES`. Locks nothing.
    """
    created = SupportReport(
        account=actor.me,
        key=actor.key,
        summary=summary,
        description=description,
        category=category,
        priority=priority,
        error_code=error_code,
        source_tool=source_tool,
    )
    created.conversation_id = support_threads.get().open(
        account_id=actor.id,
        platform_id=accounts.platform().pk,
        subject=f"Support: {created.summary}",
        words=created.description,
    )
    created.save(force_insert=True)
    _mail_staff(created, created.description)
    return created


def answer(actor: Actor, pk: UUID, words: str) -> SupportReport:
    """Staff's answer to a report: written into its conversation, and mailed to the reporter. Also reopens a closed report, as
    answered.

    pk: the report's primary key. actor: staff. Locks the conversation, then the report. Raises InvalidState (409).
    """
    conversation_id = SupportReport.objects.values_list("conversation_id", flat=True).get(pk=pk)
    assert conversation_id is not None  # `report` opened it
    support_threads.get().say(conversation_id, platform_id=accounts.platform().pk, words=words, actor=actor)
    found: SupportReport = SupportReport.objects.locked().select_related("account").get(pk=pk)
    found.status = REPORT.next(found.status, "answer")
    found.answered_at = clock.now()
    found.save(update_fields=["status", "answered_at"])
    mail_templates.send(
        found.account,
        "support_answer",
        number=found.number,
        summary=found.summary,
        words=mail_templates.Words(words),
        conversation_url=_conversation_url(found),
    )
    return found


def close(actor: Actor, pk: UUID) -> SupportReport:
    """Close a report; the reporter is not notified, and a message from them reopens it. Locks the report. Raises InvalidState
    (409).
    """
    found: SupportReport = SupportReport.objects.locked().get(pk=pk)
    found.status = REPORT.next(found.status, "close")
    found.save(update_fields=["status"])
    return found


def on_message(conversation_id: UUID, words: str) -> None:
    """The reporter has written into the conversation: reopen an answered or closed report, and mail the staff (once until they
    answer). The caller holds the conversation's lock. Locks the report.
    """
    found = SupportReport.objects.locked().select_related("account").filter(conversation_id=conversation_id).first()
    if found is None or found.status == "open":
        return
    found.status = REPORT.next(found.status, "ask")
    found.save(update_fields=["status"])
    _mail_staff(found, words)


def _mail_staff(found: SupportReport, words: str) -> None:
    mail_templates.send_to_address(
        settings.SUPPORT_EMAIL,
        "support_report",
        number=found.number,
        report=found.public_id,
        summary=found.summary,
        category=found.category,
        priority=found.priority,
        error_code=found.error_code,
        source_tool=found.source_tool,
        account=found.account.display_name,
        profile=found.account.public_profile_id,
        words=mail_templates.Words(words),
        is_new=found.answered_at is None,
        page_url=addresses.office("marketplace.supportreport", found.pk),
    )


def _conversation_url(found: SupportReport) -> str:
    key = found.conversation_id
    return addresses.conversation(ids.encode("cnv", key)) if key else ""
