"""A case as it is shown to one person: what is asked once for the head, the tabs and the decision."""

from datetime import datetime, timedelta
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse

from escrow.models import Case, CaseFinding, DecisionPreview, DisputeDecision, ReasonCode
from escrow.ports import Contract, Fact, StaffOutcome, case_subjects
from escrow.rules.cases import OPEN_STAGES
from escrow.rules.suggestions import Suggestion
from escrow.selectors import appeals, approvals, case_contract, case_facts, desk, desk_settings, letters
from marketplace.api.backoffice import is_decider
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.models import Account
from webhooks.selectors.events import story

_PRESENT_FOR = timedelta(minutes=1)
_CONTEST = "contest"  # in the session


class Opened:
    """Each attribute is read at most once for a page."""

    def __init__(self, request: HttpRequest, case: Case) -> None:
        assert isinstance(request.user, Account)  # admin_view lets nobody else through
        self.request, self.case = request, case
        self.actor = Actor.staff(request.user)
        self.now = clock.now()

    @cached_property
    def address(self) -> str:
        return reverse("admin:escrow_case_change", args=[self.case.pk])

    @property
    def dispute_id(self) -> UUID:
        """Of a contested seat the key of its case, which no dispute has."""
        return self.case.dispute_id or self.case.pk

    # ------------------------------------------------------------------ who may

    @cached_property
    def is_party(self) -> bool:
        return self.actor.id in (self.case.owner_id, self.case.worker_id)

    @cached_property
    def may_decide(self) -> bool:
        return is_decider(self.request) and not self.is_party

    @cached_property
    def is_mine(self) -> bool:
        return self.may_decide and self.case.assignee_id == self.actor.id

    @cached_property
    def is_open(self) -> bool:
        return self.case.stage in OPEN_STAGES

    @cached_property
    def closed_parties(self) -> list[tuple[str, Account]]:
        """Sides of an open case that can do nothing any more, with their accounts."""
        sides = (("funder", self.case.owner), ("worker", self.case.worker))
        return [(side, who) for side, who in sides if not who.is_active] if self.is_open else []

    @cached_property
    def may_ask(self) -> bool:
        """While a proposal waits for a second person nobody is asked for anything."""
        return self.is_mine and self.is_open and self.case.stage != "approval"

    @cached_property
    def has_decided(self) -> bool:
        """Whether the decision that is appealed is theirs, proposed or approved: a colleague decides about the appeal."""
        return appeals.has_decided(self.case, self.actor.id)

    @cached_property
    def may_take(self) -> bool:
        return self.may_decide and self.is_open and self.case.assignee_id is None and not self.has_decided

    @cached_property
    def is_decidable(self) -> bool:
        """Whether the form of the decision is shown: the assignee of an open dispute without a proposal."""
        is_theirs = self.is_mine and self.is_open and not self.has_decided
        return is_theirs and self.case.dispute_id is not None and self.proposed is None

    # ------------------------------------------------------------------ what there is

    @cached_property
    def contract(self) -> Contract:
        return self.sheet.contract if "sheet" in self.__dict__ else case_contract.contract_of(self.case)

    @cached_property
    def sheet(self) -> case_contract.Sheet:
        return case_contract.sheet(self.case)

    @cached_property
    def findings(self) -> list[CaseFinding]:
        """Of the round that is decided now."""
        return list(self.case.findings.filter(round=self.case.round).order_by("id"))

    @cached_property
    def suggestion(self) -> Suggestion:
        return case_contract.suggestion(self.case, self.contract, self.findings)

    @cached_property
    def codes(self) -> list[ReasonCode]:
        return desk_settings.reason_codes(overturning=self.case.round > 1)

    @cached_property
    def letters(self) -> dict[str, str]:
        return letters.drafts(self.case, self.findings)

    @cached_property
    def needs_second(self) -> bool:
        return approvals.needs_second(self.actor, self.case.amount_cents)

    @cached_property
    def is_above_limit(self) -> bool:
        """Whether not even their approval is enough."""
        return approvals.is_above_limit(self.actor, self.case.amount_cents)

    @cached_property
    def waits_on(self) -> tuple[str, list[StaffOutcome]]:
        return case_subjects.get(self.case.escrow.subject_kind).waits_on(self.case.escrow)

    def way(self, name: str) -> StaffOutcome | None:
        """A way to decide this contested seat now, by its name."""
        if not self.is_open or self.case.dispute_id is not None:
            return None
        return next((one for one in self.waits_on[1] if one.name == name), None)

    def keep_contest(self, way: StaffOutcome, values: dict[str, Any]) -> None:
        """What was typed about this contested seat, in the session: until another one is decided."""
        kept = {"reason": values["reason"], "hours": str(values.get("hours") or "")}
        self.request.session[_CONTEST] = {"case": str(self.case.pk), "way": way.name, **kept}

    @cached_property
    def typed_contest(self) -> dict[str, str]:
        """What `keep_contest` kept of this case; empty without it."""
        kept: dict[str, str] = self.request.session.get(_CONTEST) or {}
        return kept if kept.get("case") == str(self.case.pk) else {}

    @cached_property
    def decisions(self) -> list[DisputeDecision]:
        case = self.case
        about = Q(case_id=case.pk) if case.dispute_id is None else Q(dispute_id=case.dispute_id)
        rows = DisputeDecision.objects.filter(about)
        return list(rows.select_related("proposer", "second", "preview", "offer").order_by("id"))

    @cached_property
    def proposed(self) -> DisputeDecision | None:
        return next((row for row in self.decisions if row.state == "proposed"), None)

    @cached_property
    def sent_back(self) -> DisputeDecision | None:
        """The last proposal of this round, when it was sent back and nothing was proposed since."""
        last = self.decisions[-1] if self.decisions else None
        return last if last is not None and last.state == "sent_back" and last.round == self.case.round else None

    @cached_property
    def why_sent_back(self) -> str:
        """In the words of whoever sent it back; empty when it was not approved in time."""
        found = [event for event in story([self.dispute_id], latest=20) if event.type == "dispute.sent_back"]
        return found[-1].note if found else ""

    @cached_property
    def next_to_approve(self) -> Case | None:
        """What this person may approve after this case: asked for whoever may approve what is proposed here, or has approved it."""
        waits = self.proposed is not None and self.proposed.proposer_id != self.actor.id
        did = not self.is_open and self.final is not None and self.final.second_id == self.actor.id
        return desk.next_to_approve(self.actor, but=self.case.pk) if self.may_decide and (waits or did) else None

    @cached_property
    def final(self) -> DisputeDecision | None:
        """The decision that holds; that about the appeal, if there was one."""
        return next((row for row in reversed(self.decisions) if row.state == "final"), None)

    @cached_property
    def first(self) -> DisputeDecision | None:
        """What was decided first, while somebody decides about its appeal."""
        if self.case.round < 2:
            return None
        return next((row for row in self.decisions if row.state == "final" and row.round == 1), None)

    @cached_property
    def flags(self) -> list[str]:
        """As in the queue: repeated parties, pictures that were sent before, chargebacks, closed accounts."""
        return desk.flags([self.case])[self.case.pk]

    @cached_property
    def others(self) -> list[str]:
        """Who else has it open: names."""
        recent = self.case.presences.filter(seen_at__gt=self.now - _PRESENT_FOR).exclude(staff_id=self.actor.id)
        return [row.staff.display_name for row in recent.select_related("staff").order_by("-seen_at")]

    # ------------------------------------------------------------------ previews

    @cached_property
    def preview(self) -> DecisionPreview | None:
        return self._preview("preview")

    @cached_property
    def edited(self) -> DecisionPreview | None:
        """A preview whose words are taken up again."""
        return self._preview("edit")

    def _preview(self, name: str) -> DecisionPreview | None:
        try:
            key = ids.decode("dpv", self.request.GET.get(name, ""))
        except ValueError:
            return None
        rows = DecisionPreview.objects.filter(dispute_id=self.dispute_id, made_by_id=self.actor.id, made=None)
        found: DecisionPreview | None = rows.filter(pk=key).first()
        return found

    @cached_property
    def facts(self) -> list[Fact]:
        if self.case.dispute is None:
            return case_facts.read_contest(self.case, self.case.escrow)
        return case_facts.read(self.case.dispute, self.case.escrow)

    def changes(self, preview: DecisionPreview) -> list[dict[str, Any]]:
        """What came since a preview, with its age in words; empty while it holds."""
        if case_facts.digest(self.facts) == preview.digest:
            return []
        return [row | {"age": self.age(row["at"])} for row in case_facts.changes(preview, self.facts)]

    def new_since(self, at: datetime | None) -> list[dict[str, Any]]:
        """What came after the page was opened, the latest first."""
        if at is None:
            return []
        new = sorted((fact for fact in self.facts if fact.at > at), key=lambda fact: fact.at, reverse=True)
        return [{"what": fact.words, "at": fact.at, "age": self.age(fact.at)} for fact in new]

    @cached_property
    def outdated(self) -> DecisionPreview | None:
        """What does not hold any more, because something came since: one's own preview that is shown, or what is proposed."""
        made = self.proposed if self.case.stage == "approval" else None
        shown = made.preview if made is not None else self.preview
        return shown if shown is not None and self.changes(shown) else None

    def is_new(self, at: datetime, by: UUID | str | None = None) -> bool:
        """Whether something came after a preview that it outdated, from anybody but the reader. `by`: as in a timeline's entry."""
        return self._new_since is not None and at > self._new_since and by not in (self.actor.id, self.actor.label)

    @cached_property
    def _new_since(self) -> datetime | None:
        """When the preview that does not hold any more was made; of a proposal, when it was proposed: nothing came in between, and
        that it was proposed is no news."""
        if self.outdated is None or self.case.stage != "approval" or self.proposed is None:
            return self.outdated.created_at if self.outdated is not None else None
        found = story([self.dispute_id], latest=20) if self.dispute_id else []
        told = [event.created_at for event in found if event.type.endswith("proposed")]
        return max([self.proposed.created_at, *told])

    def age(self, at: datetime | None) -> str:
        """`40 s ago`, `5 min ago`, `3 h ago`, `2 days ago`."""
        if at is None:
            return ""
        seconds = max(int((self.now - at).total_seconds()), 0)
        for size, word in ((86_400, "days"), (3_600, "h"), (60, "min")):
            if seconds >= 2 * size or (size < 86_400 and seconds >= size):
                return f"{seconds // size} {word} ago"
        return f"{seconds} s ago"
