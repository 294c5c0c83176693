"""A case as papers that a stranger can read, such as a bank or a court: what was agreed, said, found, decided and posted."""

from datetime import datetime

from escrow.models import Case, Dispute, Escrow
from escrow.ports import Paper, case_papers
from marketplace.core.money import format_usd
from wallet import ledger
from webhooks.selectors.events import story

MOST = 2000  # rows of one paper; further ones are counted
_NAMED = {"key": "by an API key", "session": "signed in", "staff": "our staff", "oauth": "by a connected program"}


def of_case(case: Case) -> list[Paper]:
    """All papers, in the order in which a stranger reads them. A constant number of queries. Locks nothing."""
    escrow: Escrow = Escrow.objects.select_related("owner", "worker").get(pk=case.escrow_id)
    dispute = _dispute(case)
    found = [_summary(case, escrow, dispute)]
    above = [paper for plug in case_papers.all() for paper in plug(escrow)]
    found += [paper for paper in above if paper.is_agreement]
    if dispute is not None:
        found += [_objection(dispute), _pieces(dispute)]
    found += [paper for paper in above if not paper.is_agreement]
    found += [_asked(case), _offered(case), _findings(case)]
    if dispute is not None:
        found += [_decisions(dispute), *_appeal(dispute)]
    return [*found, _postings(escrow), _timeline(case, escrow)]


def _dispute(case: Case) -> Dispute | None:
    rows = Dispute.objects.select_related("owner", "worker", "appeal__made_by")
    found: Dispute | None = rows.filter(pk=case.dispute_id).first() if case.dispute_id else None
    return found


def at(moment: datetime | None) -> str:
    """In UTC, and saying so: the reader may be anywhere."""
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC" if moment else ""


def _summary(case: Case, escrow: Escrow, dispute: Dispute | None) -> Paper:
    worker = escrow.worker.display_name if escrow.worker else ""
    rows = {
        "Case": case.public_id,
        "Kind": "dispute, opened by the funder"
        if case.kind == "dispute"
        else "review, asked for by the worker or a rule",
        "Dispute": dispute.public_id if dispute else "",
        "Work": case.title,
        "Category": case.category.replace("_", " "),
        "Funder": f"{escrow.owner.display_name} ({escrow.owner.public_profile_id})",
        "Worker": f"{worker} ({escrow.worker.public_profile_id})" if escrow.worker else "",
        "Held in escrow": format_usd(escrow.amount_cents),
        "of which the worker's pay": format_usd(escrow.human_payout_cents),
        "of which our fee": format_usd(escrow.platform_fee_cents),
        "Escrow": f"{escrow.public_id}, now {escrow.status}",
        "Funded": at(escrow.funded_at),
        "First delivered": at(escrow.delivered_at),
        "Opened": at(case.created_at),
        "Stage": f"{case.stage}, since {at(case.stage_at)}",
        "Closed": at(case.closed_at),
    }
    return Paper("The case", ("What", "Value"), [(name, value) for name, value in rows.items() if value])


def _objection(dispute: Dispute) -> Paper:
    row = (
        at(dispute.created_at),
        f"funder: {dispute.owner.display_name}",
        dispute.description,
        "\n".join(dispute.urls),
    )
    return Paper("What the funder objects to", ("At", "Who", "Words", "Links"), [row])


def _pieces(dispute: Dispute) -> Paper:
    """Both sides' statements, in their order, with the files as they were uploaded."""
    rows, files = [], []
    for piece in dispute.evidence.prefetch_related("files").order_by("id")[:MOST]:
        side = _side(dispute, piece.author_id)
        own = list(piece.files.all())
        rows.append((at(piece.created_at), side, piece.text, "\n".join(piece.urls), ", ".join(f.name for f in own)))
        files += [(f"{side}, shown in the dispute {at(piece.created_at)}", file) for file in own]
    return Paper("What both sides show", ("At", "Who", "Words", "Links", "Files"), rows, files)


def _side(dispute: Dispute, account_id: object) -> str:
    if account_id == dispute.worker_id:
        return f"worker: {dispute.worker.display_name}"
    return f"funder: {dispute.owner.display_name}" if account_id == dispute.owner_id else "our staff"


def _asked(case: Case) -> Paper:
    """What staff asked for and wrote. Internal notes are no part of it."""
    rows = [
        (row.created_at, f"asked of the {_role(case, row.asked_id)}, by {at(row.due_at)}: {row.state}",
         "\n".join([*(str(item) for item in row.items), row.words]).strip())
        for row in case.requests.order_by("id")[:MOST]
    ] + [
        (row.created_at, f"written to {'both' if row.to == 'both' else 'the ' + row.to}", row.words)
        for row in case.messages.order_by("id")[:MOST]
    ]  # fmt: skip
    told = [(at(moment), what, words) for moment, what, words in sorted(rows, key=lambda row: row[0])]
    return Paper("What our staff asked and wrote", ("At", "What", "Words"), told)


def _offered(case: Case) -> Paper:
    rows = [
        (
            at(row.created_at),
            _role(case, row.made_by_id),
            f"{format_usd(row.worker_cents)} to the worker, {format_usd(row.refund_cents)} back",
            f"{row.state} {at(row.ended_at)}".strip(),
            row.words,
        )
        for row in case.offers.order_by("id")[:MOST]
    ]
    return Paper("Offers to settle", ("At", "By", "Offer", "State", "Words"), rows)


def _role(case: Case, account_id: object) -> str:
    return "worker" if account_id == case.worker_id else "funder"


def _findings(case: Case) -> Paper:
    rows = [
        (str(row.round), row.asked, row.finding.replace("_", " "), row.words)
        for row in case.findings.order_by("round", "key")[:MOST]
    ]
    return Paper("What our staff found", ("Round", "What was agreed", "Finding", "Why"), rows)


def _decisions(dispute: Dispute) -> Paper:
    """Who of the staff decided is named by role: the bundle leaves the house."""
    rows = [
        (
            at(row.decided_at or row.created_at),
            row.get_state_display().replace("_", " "),
            f"{row.decision}: {format_usd(row.worker_cents)} to the worker, {format_usd(row.fee_cents)} our fee, "
            f"{format_usd(row.refund_cents)} to the funder",
            row.reason,
            "the parties" if row.offer_id else "two members of our staff" if row.second_id else "our staff",
        )
        for row in dispute.decisions.order_by("id")[:MOST]
    ]
    return Paper("Decisions", ("At", "State", "Decision", "Reason", "By"), rows)


def _appeal(dispute: Dispute) -> list[Paper]:
    appeal = getattr(dispute, "appeal", None)
    if appeal is None:
        return []
    row = (
        at(appeal.created_at),
        _side(dispute, appeal.made_by_id),
        appeal.ground.replace("_", " "),
        appeal.words,
        f"{appeal.state} {at(appeal.decided_at)}".strip(),
    )
    return [Paper("Appeal", ("At", "By", "Ground", "Words", "Outcome"), [row])]


def _postings(escrow: Escrow) -> Paper:
    lines = ledger.lines(ledger.hold(escrow.pk)).select_related("transaction", "other").order_by("move_id")
    rows = [
        (
            at(line.created_at),
            line.description,
            line.other.kind,
            format_usd(line.cents),
            format_usd(line.balance_after or 0),
            str(line.transaction),
        )
        for line in lines[:MOST]
    ]
    return Paper("Postings of the held money", ("At", "What", "With", "Amount", "Held after", "Transaction"), rows)


def _timeline(case: Case, escrow: Escrow) -> Paper:
    about = [case.pk, case.dispute_id, escrow.pk, escrow.subject_id]
    events = story([pk for pk in about if pk is not None], latest=MOST + 1)
    who = {escrow.owner.public_profile_id: f"funder: {escrow.owner.display_name}"}
    if escrow.worker is not None:
        who[escrow.worker.public_profile_id] = f"worker: {escrow.worker.display_name}"
    rows = [(at(event.created_at), event.type, _actor(event.actor, who), event.note) for event in events[-MOST:]]
    return Paper(
        "Timeline", ("At", "What", "Who", "Note"), rows, left_out=max(0, len(events) - MOST)
    )  # the latest ones, in their order


def _actor(label: str, who: dict[str, str]) -> str:
    """`session:prf_…` as a party; of the staff nobody is named."""
    via, _, profile = label.partition(":")
    if via == "staff":
        return "our staff"
    if profile in who:
        return f"{who[profile]} ({_NAMED[via]})" if via in _NAMED else who[profile]
    return "the system" if label == "system" else "somebody else"
