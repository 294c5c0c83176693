"""What jobs, and what people do in them, are called: for the books of lower steps, and for the timeline."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q

from bounties.models import Application, Bounty, Submission
from escrow.models import Dispute
from marketplace.core import ids
from wallet.ports import Job


def of_own(owner_id: UUID, bounty_ids: Collection[UUID]) -> dict[UUID, Job]:
    """Those of these bounties that this account owns, in one query; none is asked for nothing."""
    if not bounty_ids:
        return {}
    rows = Bounty.objects.filter(pk__in=bounty_ids, owner_id=owner_id).values_list("pk", "title", "category")
    return {key: Job(title, category, f"/owner/jobs/{ids.encode('bty', key)}") for key, title, category in rows}


def called(account_id: UUID, bounty_ids: Collection[UUID]) -> dict[UUID, str]:
    """The titles of this account's own jobs."""
    return {key: job.title for key, job in of_own(account_id, bounty_ids).items()}


def called_applications(account_id: UUID, keys: Collection[UUID]) -> dict[UUID, str]:
    """Who applied for which job, for its owner; the job, for whoever applied."""
    rows = Application.objects.filter(Q(bounty__owner_id=account_id) | Q(human_id=account_id), pk__in=keys)
    return {row.pk: _seat(row, account_id) for row in rows.select_related("bounty", "human")}


def called_evidence(account_id: UUID, keys: Collection[UUID]) -> dict[UUID, str]:
    """Whose evidence it is and for which job, for its owner; the job, for whoever sent it."""
    rows = Submission.objects.filter(
        Q(bounty__owner_id=account_id) | Q(application__human_id=account_id), pk__in=keys
    ).select_related("application__bounty", "application__human")
    return {row.pk: _seat(row.application, account_id) for row in rows}


def called_money(account_id: UUID, keys: Collection[UUID]) -> dict[UUID, str]:
    """For whose place of which job money is held. What is held for an appointment has no name here."""
    rows = Application.objects.filter(Q(bounty__owner_id=account_id) | Q(human_id=account_id), escrow_id__in=keys)
    return {row.escrow_id: _seat(row, account_id) for row in rows.select_related("bounty", "human") if row.escrow_id}


def called_disputes(account_id: UUID, keys: Collection[UUID]) -> dict[UUID, str]:
    """Which place of which job a dispute is about."""
    about = dict(Dispute.objects.filter(pk__in=keys).values_list("pk", "escrow_id"))
    places = called_money(account_id, list(about.values()))
    return {key: places[escrow] for key, escrow in about.items() if escrow in places}


def _seat(row: Application, account_id: UUID) -> str:
    title = row.bounty.title
    return title if row.human_id == account_id else f"{title} · {row.human.display_name}"
