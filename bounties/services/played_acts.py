"""What simulated people do, by the services behind the routes that everybody else uses: each refusal is theirs, too."""

from collections.abc import Callable
from typing import Any, Final, cast

from bounties.models import Application, Play
from bounties.ports import products
from bounties.rules.plays import ALL_TO_WORKER, NOTHING_TO_WORKER, Planned, reason_for
from bounties.rules.simulated_people import PEOPLE
from bounties.selectors import terms as terms_read
from bounties.selectors.plays import State
from bounties.services import (
    admissions,
    applications,
    attendance,
    checks,
    contests,
    extensions,
    play_files,
    played_texts,
    seats,
    simulated_people,
    staff_cases,
    submissions,
    terms,
)
from bounties.services.evidence import EvidenceForm
from bounties.services.screening import Position
from escrow.models import Dispute, DisputeDecision, Escrow
from escrow.rules.disputes import OPEN_DISPUTE
from escrow.selectors.desk_settings import overturning_codes
from escrow.services import appeals, decisions, disputes
from humans.services import messages
from marketplace.core import clock, ids
from marketplace.core.actor import Actor

_HOURS_MORE: Final = 12
_PAID_FROM: Final = 50  # percent: a contested verdict is not divided


def prepare(play: Play, planned: Planned, state: State) -> Any:
    """What an act needs before its transaction: stored files. Locks nothing. Raises what the act's own service raises."""
    step, actor = planned.step, _actor(play)
    bounty = play.bounty
    match step.act:
        case "apply":
            form = play_files.application(bounty, step.words, f"{play.public_id}-apply")
            return form, admissions.admit(actor, bounty.public_id, form, position=_position(play))
        case "submit" | "submit_weak":
            assert state.application is not None
            seed = f"{play.public_id}-{state.application.submissions.count()}"
            agreed = terms_read.as_agreed(bounty, state.application)
            form_ = play_files.evidence(agreed, step.words, seed, is_weak=step.act == "submit_weak")
            if (product := products.find(bounty.kind)) is not None:
                part = product.simulated_part(bounty, play.person.handle)
                form_ = cast(EvidenceForm, {**form_, **part, "files": [*form_["files"], *part.get("files", [])]})
            return form_, submissions.keep(actor, bounty.public_id, form_)
        case "record":
            checks.check_may_record(actor, bounty)
            return checks.keep_sample(play_files.voice())
        case "apply_with_sample":
            return played_texts.sample(actor, bounty)
        case "hand_in":
            return played_texts.whole(actor, bounty)
        case "ask":
            assert state.application is not None
            messages.check(actor, _conversation(state.application), step.words)
    return None


def perform(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    """Do it, in the caller's transaction, with the play locked. Locks and raises what the act's own service does."""
    _ACTS[planned.step.act](play, planned, state, prepared)


def _apply(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    form, admitted = prepared
    applications.apply(_actor(play), play.bounty.public_id, form, position=_position(play), admitted=admitted)


def _record(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    checks.record(_actor(play), play.bounty.public_id, prepared)


def _apply_with_sample(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    played_texts.apply(_actor(play), play.bounty, prepared)


def _hand_in(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    played_texts.hand_in(_actor(play), play.bounty, prepared)


def _be(play: Play, where: str) -> None:
    at = _position(play)
    attendance.report(
        _actor(play),
        play.bounty.public_id,
        state=where,
        lat=at.lat,
        lng=at.lng,
        accuracy_meters=at.accuracy_m,
        captured_at=at.captured_at,
    )


def _on_the_way(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    _be(play, "on_the_way")


def _arrive(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    _be(play, "arrived")


def _leave(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    _be(play, "left")


def _ask(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    assert state.application is not None
    messages.send(_actor(play), _conversation(state.application), content=planned.step.words)


def _confirm(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    seats.confirm(_actor(play), play.bounty.public_id, _application(state))


def _start(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    seats.start(_actor(play), play.bounty.public_id, _application(state))


def _submit(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    form, kept = prepared
    submissions.submit(_actor(play), play.bounty.public_id, form, kept)


def _ask_for_time(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    extensions.request(
        _actor(play), play.bounty.public_id, _application(state), hours=_HOURS_MORE, reason=planned.step.words
    )


def _withdraw(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    applications.withdraw(_actor(play), play.bounty.public_id, _application(state), response=planned.step.words)


def _contest(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    contests.contest(_actor(play), _application(state), {"reason": planned.step.words, "files": []})


def _accept_terms(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    terms.answer(_actor(play), _application(state), accept=True, changed_at=planned.moment)


def _answer_dispute(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    assert state.application is not None and state.application.escrow_id is not None
    opened = Dispute.objects.get(escrow_id=state.application.escrow_id, status__in=OPEN_DISPUTE)
    disputes.add_evidence(_actor(play), opened.public_id, text=planned.step.words, urls=[])


def _decide(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    """As on the page of a dispute: what is read is decided."""
    assert state.about is not None
    escrow: Escrow = Escrow.objects.get(disputes=state.about)
    pay = escrow.human_payout_cents
    cents = pay * play.worker_percent // 100
    seen = decisions.preview(_staff(play), state.about, worker_cents=cents, reason=reason_for(cents, of=pay))
    decisions.decide(_staff(play), seen.pk)


def _appeal(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    assert state.about is not None
    appeals.appeal(_actor(play), ids.encode("dsp", state.about), ground="error", words=planned.step.words)


def _uphold(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    _decide_again(planned, state, _first_of(state).worker_cents)


def _overturn(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    """Whoever appealed gets all that they asked for."""
    assert state.about is not None
    dispute = Dispute.objects.select_related("escrow", "appeal").get(pk=state.about)
    by_worker = dispute.appeal.made_by_id == dispute.worker_id
    _decide_again(planned, state, dispute.escrow.human_payout_cents if by_worker else 0)


def _decide_again(planned: Planned, state: State, cents: int) -> None:
    assert state.about is not None
    actor = Actor.staff(simulated_people.get("staff-3").account)
    code = next(iter(overturning_codes()), "") if cents != _first_of(state).worker_cents else ""
    seen = appeals.preview(actor, state.about, worker_cents=cents, reason=planned.step.words, reason_code=code)
    appeals.decide(actor, seen.pk)


def _first_of(state: State) -> DisputeDecision:
    """The decision that an appeal is about."""
    assert state.about is not None
    found: DisputeDecision = DisputeDecision.objects.get(dispute_id=state.about, round=1, state="final")
    return found


def _approve(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    assert state.about is not None
    is_first = DisputeDecision.objects.get(pk=state.about).round == 1
    second = simulated_people.get("staff-2" if is_first else "staff-4")
    decisions.approve(Actor.staff(second.account), state.about)


def _decide_contest(play: Play, planned: Planned, state: State, prepared: Any) -> None:
    assert state.about is not None
    pays = play.worker_percent >= _PAID_FROM
    decide = staff_cases.release if pays else staff_cases.take_back
    decide(_staff(play), state.about, reason=ALL_TO_WORKER if pays else NOTHING_TO_WORKER)


_ACTS: Final[dict[str, Callable[[Play, Planned, State, Any], None]]] = {
    "apply": _apply,
    "ask": _ask,
    "confirm": _confirm,
    "start": _start,
    "submit": _submit,
    "submit_weak": _submit,
    "ask_for_time": _ask_for_time,
    "withdraw": _withdraw,
    "contest": _contest,
    "accept_terms": _accept_terms,
    "answer_dispute": _answer_dispute,
    "decide": _decide,
    "approve": _approve,
    "decide_contest": _decide_contest,
    "record": _record,
    "on_the_way": _on_the_way,
    "arrive": _arrive,
    "leave": _leave,
    "apply_with_sample": _apply_with_sample,
    "hand_in": _hand_in,
    "appeal": _appeal,
    "uphold": _uphold,
    "overturn": _overturn,
}


def _actor(play: Play) -> Actor:
    """The person as if they had signed in."""
    return Actor(account=play.person.account, via="session")


def _staff(play: Play) -> Actor:
    return Actor.staff(play.person.account)


def _position(play: Play) -> Position:
    lat, lng = PEOPLE[play.person.handle].at
    return Position(lat=lat, lng=lng, accuracy_m=20, captured_at=clock.wall())


def _application(state: State) -> str:
    assert state.application is not None
    return state.application.public_id


def _conversation(application: Application) -> str:
    assert application.conversation_id is not None
    return ids.encode("cnv", application.conversation_id)
