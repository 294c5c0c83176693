"""A desk on a full day, for whoever looks at its pages: cases in each state with long words, other scripts and pictures, two
parties with a history, settings that were changed and wait to be changed, macros, score sheets."""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.urls import reverse

from bounties.models import Application
from config.demo.pictures import street
from config.demo.scenes import Services
from escrow.models import Case, CaseReview, Dispute, DisputePolicy, Macro, SavedView
from escrow.rules.quality import QUESTIONS
from escrow.selectors import case_contract
from escrow.services import (
    case_messages,
    cases,
    decisions,
    desk,
    findings,
    quality,
    requests,
)
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Account, Proposal, StaffLimit
from marketplace.services import account_restrictions
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.cases import answer, given_offer, respond
from tests.factories.conversations import Talk
from tests.factories.desk import given_copies
from tests.factories.files import picture
from tests.factories.market import (
    Seat,
    acting,
    given_charged,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    given_taken_back,
)
from tests.factories.office import approve_open, office

LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"
ARABIC = "صورة واضحة لواجهة المخبز في ضوء النهار، مرحبا بالعالم"
EMOJI = "🥐🥖👩🏽‍🍳📸"
TITLE = f"Photograph the bakery {LONG} {ARABIC} {EMOJI}"
CRITERIA = f"""- The shop's sign is readable from the other side of the street, and nothing stands before it.
- Taken by daylight between nine and eleven, with the door and both windows whole.
- {ARABIC}
- {LONG}{LONG}
- The opening hours {EMOJI} can be read without zooming in."""
OBJECTION = (
    f"The sign can't be read, and the second picture is of another shop. I asked for daylight: this is dusk. {EMOJI}\n\n"
    f"{ARABIC}\n\nSee https://example.com/{'a-very-long-path-' * 9}end for how it looks from the front."
)
LETTER = "We have compared each line of what was agreed with what was delivered. " * 3


@dataclass
class WholeDesk:
    """Who works there, and its cases by their state."""

    operator: Api
    sam: Api
    kim: Api
    read: Case
    proposed: Case
    decided: Case
    appealed: Case
    contested: Case
    review: CaseReview
    scored: CaseReview
    funder: Account
    worker: Account
    policy: DisputePolicy
    proposal: Proposal
    done_proposal: Proposal
    macro: Macro

    def pages(self, who: str) -> dict[str, str]:
        """Name -> address below /admin/ of every page of the desk that its support, or its operator ("olga"), may open."""
        queue = "escrow/case/"
        tabs = ("contract", "evidence", "timeline", "dialogue", "money", "parties", "alike")
        found = {
            "my-desk": "",
            "queue": queue,
            **{f"queue-{name}": f"{queue}?tab={name}" for name in ("mine", "approve", "appeals", "closed")},
            "queue-found": f"{queue}?q=bakery",
            "queue-nothing": f"{queue}?q=nothing-like-it",
            **{f"case-{name}": f"{_page(self.read)}?tab={name}" for name in tabs},
            "case-side-by-side": f"{_page(self.read)}?tab=evidence&piece=1&beside=2",
            "case-proposed": _page(self.proposed),
            "case-decided": f"{_page(self.decided)}?tab=money",
            "case-appealed": _page(self.appealed),
            "case-contested": _page(self.contested),
            "funder": _page(self.funder),
            "worker": _page(self.worker),
            "reviews": "escrow/casereview/",
            "review": _page(self.review),
            "review-scored": _page(self.scored),
            "report": "escrow/casereview/report/?period=90",
            "report-nothing": "escrow/casereview/report/?from=2020-01-01&to=2020-01-02",
            "policy": _page(self.policy),
            "policies": "escrow/disputepolicy/",
            "limits": "marketplace/stafflimit/",
            "codes": "escrow/reasoncode/",
            "changes": "marketplace/settingchange/",
            "proposals": "marketplace/proposal/",
            "proposal": _page(self.proposal),
            "proposal-done": _page(self.done_proposal),
            "macros": "escrow/macro/",
            "macro": _page(self.macro),
        }
        new = {"limit": "marketplace/stafflimit", "clocks": "escrow/deskclocks", "macro-new": "escrow/macro"}
        return found | ({name: f"{page}/add/" for name, page in new.items()} if who == "olga" else {})


def _page(row: Any) -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk]).removeprefix("/admin/")


def given_whole_desk() -> WholeDesk:
    operator = given_agent(username="olga", name="Olga Lindqvist", is_staff=True, is_superuser=True)
    sam = given_agent(username="sam", name="Samantha Featherstonehaugh-Cholmondeley", is_staff=True)
    kim = given_agent(username="kim", name="Kim Đặng", is_staff=True)
    agent = _funder()
    worker = given_worker(name=f"Inês Magalhães {ARABIC[:18]}", language="en")
    policy, proposal, done_proposal = _settings(operator, kim)
    read = _read(sam, agent, worker)
    proposed = _decided(given_delivered(agent=agent, price_cents=40_000, title="Ein Schild, gut lesbar"), kim, 12_345)
    _give(sam, proposed)
    decided = _decided(given_delivered(agent=agent, worker=worker, title=f"Count the trams {EMOJI}"), sam, 217)
    appealed = _appealed(_seat(agent, given_worker(name="Jonas Weiß"), title="Two photos of one door"), kim, sam)
    _queue(read, sam)
    review, scored = _reviews(agent, kim, sam)
    _history(operator, agent, worker)
    return WholeDesk(
        operator=operator,
        sam=sam,
        kim=kim,
        read=Case.objects.get(pk=read.pk),
        proposed=proposed,
        decided=decided,
        appealed=appealed,
        contested=_contested(agent),
        review=review,
        scored=scored,
        funder=agent.account,
        worker=worker.account,
        policy=policy,
        proposal=proposal,
        done_proposal=done_proposal,
        macro=_macros(),
    )


def _funder() -> Api:
    agent = given_funded_agent(500_000)
    Account.objects.filter(pk=agent.account.pk).update(name=f"{LONG} & Söhne GmbH")
    agent.account.refresh_from_db()
    return agent


def _seat(agent: Api, worker: Api, **fields: Any) -> Seat:
    """Delivered with two pictures of which the second was sent before."""
    given = {"evidence_types": ["photo", "text"], "completion_criteria": CRITERIA, "price_cents": 4_500} | fields
    seat = given_hired(agent=agent, worker=worker, until="confirm", **given)
    shots = [
        street("front", "Rua da Bica, 9:40", name=f"front-{LONG}.jpg"),
        street("side", "Rua da Bica", name="b.jpg"),
    ]
    Services(acting(worker)).deliver(seat.bounty.public_id, f"Here it is. {ARABIC}", shots, live=True)
    return seat.fresh()


def _opened(seat: Seat, **how: Any) -> tuple[Dispute, Case]:
    body = {"category": "poor_quality", "description": OBJECTION, "urls": ["https://example.com/front"]} | how
    made = seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", body)
    assert made.status == 200, made.body
    case = Case.objects.select_related("dispute").get(escrow_id=seat.escrow.pk)
    assert case.dispute is not None
    return case.dispute, case


def _give(who: Api, case: Case) -> Actor:
    """Theirs; the proposal of a colleague stays what it is."""
    staff = Actor.staff(who.account)
    unit(lambda: desk.take(staff, case.pk))
    return staff


def _read(sam: Api, agent: Api, worker: Api) -> Case:
    """Somebody's own: both sides have spoken, one was asked and answered, another request is open, an offer was declined,
    findings are begun."""
    at = clock.now() + timedelta(hours=5)
    wanted = {
        "title": TITLE[:200],
        "description": f"{ARABIC}\n\nOne sharp photo of the front. {LONG}",
        "completion_questions": [{"id": "q1", "prompt": f"When is it open? {ARABIC}", "required": True}],
        "check_ins": {"times": [at.isoformat()], "photoRequired": False},
        "evidence_types": ["photo", "text"],
        "completion_criteria": CRITERIA,
        "price_cents": 4_500,
    }
    seat = given_hired(agent=agent, worker=worker, until="confirm", **wanted)
    talk = Talk(seat.agent, seat.worker, seat.bounty, seat.application)
    talk.by_agent(f"Please mind the sign: it has to be readable. {EMOJI}")
    talk.by_human(f"Of course. {ARABIC}")
    shots = [
        street("front", "Rua da Bica, 9:40", name=f"front-{LONG}.jpg"),
        street("side", "Rua da Bica", name="side.jpg"),
        street("front", "again", name="again.jpg"),
        street("odd", "Nobody asked", name=f"{ARABIC}.jpg"),
    ]
    answers = [{"questionId": "q1", "value": f"From seven to nineteen. {ARABIC}"}]
    Services(acting(worker)).deliver(seat.bounty.public_id, f"Here it is. {ARABIC}", shots, live=True, answers=answers)
    dispute, case = _opened(seat.fresh())
    path = f"/api/disputes/{dispute.public_id}/evidence"
    worker.upload(path, {"text": f"The sign is readable in the first picture. {ARABIC}", "files": [picture("PNG")]})
    agent.post(path, {"text": f"It is not. {LONG}", "urls": ["https://example.com/b"]})
    offered = given_offer(agent, dispute, 1_000, words="So that it ends.")
    respond(worker, dispute, offered, "decline")
    staff = _give(sam, case)
    unit(lambda: case_messages.write(staff, case.pk, to="both", words=f"We read all of it today. {EMOJI}"))
    unit(lambda: desk.note(staff, case_id=case.pk, words=f"The second picture is known from another case. {ARABIC}"))
    unit(lambda: requests.ask(staff, case.pk, of="worker", items=["One photo by daylight", LONG], words=ARABIC))
    answer(worker, dispute, text="It was cloudy, so it only looks like dusk.")
    lines = case_contract.contract_of(Case.objects.select_related("escrow").get(pk=case.pk)).lines
    told = {
        line.key: (finding, f"As seen. {ARABIC[:30]}")
        for line, finding in zip(lines[:3], ("met", "not_met", "unclear"), strict=True)
    }
    unit(lambda: findings.record(staff, case.pk, told))
    unit(lambda: requests.ask(staff, case.pk, of="funder", items=["How it looks from the front"], hours=3))
    return case


def _decided(seat: Seat, by: Api, cents: int) -> Case:
    """Decided, or proposed above the amount for one person."""
    dispute, case = _opened(seat)
    staff = Actor.staff(by.account)
    words = {"funder": LETTER, "worker": f"{ARABIC} {LETTER}"}
    made = unit(
        lambda: decisions.preview(staff, dispute.pk, worker_cents=cents, reason=f"A part is there. {LONG}", words=words)
    )
    unit(lambda: decisions.decide(staff, made.pk))
    return Case.objects.get(pk=case.pk)


def _appealed(seat: Seat, first: Api, second: Api) -> Case:
    """Decided once with findings, appealed by the worker, and another person's now."""
    dispute, case = _opened(seat)
    staff = _give(first, case)
    lines = case_contract.contract_of(Case.objects.select_related("escrow").get(pk=case.pk)).lines
    unit(lambda: findings.record(staff, case.pk, {line.key: ("not_met", "It is not there.") for line in lines[:3]}))
    made = unit(lambda: decisions.preview(staff, dispute.pk, worker_cents=1_500, reason="A third of it is there."))
    unit(lambda: decisions.decide(staff, made.pk))
    body = {"ground": "error", "words": f"The second photo was not read. {ARABIC}"}
    assert seat.worker.post(f"/api/disputes/{dispute.public_id}/appeal", body).status == 200
    other = _give(second, case)
    unit(lambda: findings.record(other, case.pk, {lines[0].key: ("met", "It is on the second photo.")}))
    return Case.objects.get(pk=case.pk)


def _queue(like: Case, sam: Api) -> None:
    """More rows: late, with a lead, resting, tagged, of one title that never ends."""
    now = clock.now()
    given_copies(like, 2, due_at=now - timedelta(hours=30), with_lead_at=now, stage="decision", assignee_id=None)
    given_copies(like, 1, due_at=now + timedelta(hours=3), title=LONG * 3, tags=["photos", "دليل", LONG[:20]])
    given_copies(like, 1, snoozed_until=now + timedelta(days=2), title="It rests", assignee_id=None)
    given_copies(like, 3, due_at=now + timedelta(days=2), stage="decision", assignee_id=None, title="Count the trams")
    SavedView.objects.create(staff=sam.account, name="Late photos 📸", query="tab=unassigned&clock=late")
    SavedView.objects.create(staff=sam.account, name=LONG, query="tab=mine")


def _reviews(agent: Api, by: Api, reader: Api) -> tuple[CaseReview, CaseReview]:
    """Two closed cases in the sample: one waits for a colleague, one is scored."""
    made = []
    for title in (f"Read the meter {ARABIC}", "Buy one loaf"):
        case = _decided(given_delivered(agent=agent, title=title), by, 250)
        unit(partial(_end, case))
        made.append(CaseReview.objects.create(case=case))
    scores = dict(zip(QUESTIONS, (5, 4, 2, 3, 1), strict=True))
    staff = Actor.staff(reader.account)
    unit(
        lambda: quality.score(staff, made[1].pk, scores=scores, words=f"Name the photo that you mean. {ARABIC} {LONG}")
    )
    return made[0], CaseReview.objects.get(pk=made[1].pk)


def _end(case: Case) -> None:
    cases.move(Case.objects.locked().get(pk=case.pk), "end")


def _contested(agent: Api) -> Case:
    seat = given_delivered(agent=agent, title=f"Fill the shelf {ARABIC}")
    pending = seat.application.submissions.get(status="pending_review")
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
    assert agent.patch(path, {"action": "reject", "response": "Not the shelf."}).status == 200
    reason = {"reason": f"The shelf is on the second photo. {ARABIC}"}
    assert seat.worker.post(f"/api/work/{seat.application.public_id}/contest", reason).status == 200
    return Case.objects.get(escrow_id=Application.objects.get(pk=seat.application.pk).escrow_id)


def _settings(operator: Api, person: Api) -> tuple[DisputePolicy, Proposal, Proposal]:
    """A guarded amount that was changed once and is to change again, and a limit of somebody."""
    policy, _ = DisputePolicy.objects.get_or_create(defaults={"approval_above_cents": 25_000})
    page = reverse("admin:escrow_disputepolicy_change", args=[policy.pk])
    browser = office(operator)
    browser.post(page, {"approval_above_cents": "200", "why": f"Smaller sums are plain. {ARABIC} {LONG}"})
    done = approve_open()
    browser.post(page, {"approval_above_cents": "5000", "why": f"Too many wait {EMOJI}: {LONG}"})
    StaffLimit.objects.create(person=person.account, case_cents=10_000, day_cents=50_000)
    StaffLimit.objects.create(role="support", case_cents=25_000, day_cents=None)
    policy.refresh_from_db()
    return policy, Proposal.objects.get(state="open"), done


def _history(operator: Api, agent: Api, worker: Api) -> None:
    """What stands on the pages of the two: paid work, a chargeback, a restriction, notes."""
    given_released(agent=agent, worker=worker)
    given_taken_back(given_charged(agent, 5_000))
    staff = Actor.staff(operator.account)
    words = f"Called us twice about the same photo. {ARABIC} {LONG}"
    unit(lambda: desk.note(staff, about_id=worker.account.pk, words=words))
    account_restrictions.restrict(
        staff,
        worker.account.pk,
        no_jobs=False,
        no_applications=True,
        no_withdrawals=True,
        reason=f"Duplicate pictures are looked into. {LONG}",
        until=clock.now() + timedelta(days=3),
    )


def _macros() -> Macro:
    since = clock.now() - timedelta(days=1)
    steps = [
        {"do": "tag", "tag": "photos"},
        {"do": "ask", "of": "worker", "items": ["A sharp photo by daylight"], "hours": 24},
        {"do": "send", "to": "both"},
    ]
    text = "{me} looks at {title}: {funder} and {worker}, until {due}."
    Macro.objects.create(name="photos", language="es", text="Hasta {due}.", steps=[], holds_from=since, why="Spanish.")
    Macro.objects.create(name=LONG[:40], language="en", text=ARABIC, steps=[], holds_from=since, why=ARABIC)
    made: Macro = Macro.objects.create(
        name="photos", language="en", text=text, steps=steps, holds_from=since, why="We write it daily."
    )
    return made
