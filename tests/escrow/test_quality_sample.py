"""The quality sample: a tenth of the closed cases in which staff had a hand, scored by a colleague who had none."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from escrow.errors import OwnCase
from escrow.models import Case, CaseFinding, CaseMessage, CaseRequest, CaseReview, Dispute, DisputePolicy
from escrow.rules import quality as rules
from escrow.selectors import quality as reads
from escrow.services import cases, decisions, disputes, quality
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, Invalid
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from tests.api import Api
from tests.escrow.test_decisions import given_dispute, given_staff
from tests.escrow.test_office_disputes import office
from tests.factories.accounts import given_agent
from tests.factories.decisions import given_decision, given_preview
from tests.factories.market import Seat, acting, given_funded_agent, untouched

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
SHEET = dict.fromkeys(rules.QUESTIONS, 4)


def told(answer: Any) -> str:
    return " ".join(str(message) for message in answer.context["messages"])


@pytest.fixture
def all_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "is_drawn", lambda *_: True)


def given_closed(by: Actor | None = None, **how: Any) -> tuple[Seat, Case]:
    """Decided by staff, and the time for an appeal is over."""
    seat, dispute = given_dispute(**how)
    given_decision(by or given_staff(), dispute.pk, worker_cents=250)
    return seat, ended(dispute)


def ended(dispute: Dispute) -> Case:
    case = Case.objects.get(dispute=dispute)
    unit(lambda: cases.move(Case.objects.locked().get(pk=case.pk), "end"))
    return Case.objects.get(pk=case.pk)


def given_review(by: Actor | None = None) -> tuple[CaseReview, Case]:
    _, case = given_closed(by)
    return CaseReview.objects.create(case=case), case


def test_a_tenth_is_drawn_always_the_same_and_not_foreseeable() -> None:
    keys = [uuid.UUID(int=number) for number in range(20_000)]

    drawn = [key for key in keys if rules.is_drawn(key, "one secret")]

    assert 1_800 < len(drawn) < 2_200
    assert drawn == [key for key in keys if rules.is_drawn(key, "one secret")]
    both = set(drawn) & {key for key in keys if rules.is_drawn(key, "another secret")}
    assert len(both) < 400, "without the secret nothing can be told"


def test_each_closed_case_is_drawn_or_not_once(monkeypatch: pytest.MonkeyPatch) -> None:
    _, one = given_closed()
    _, other = given_closed(agent=given_funded_agent(590))
    _, open_dispute = given_dispute(agent=given_funded_agent(590))
    monkeypatch.setattr(rules, "is_drawn", lambda pk, secret: pk == one.pk and secret == settings.SECRET_KEY)

    assert quality.draw() == 2
    assert quality.draw() == 0

    assert [review.case_id for review in CaseReview.objects.all()] == [one.pk]
    assert Case.objects.filter(pk__in=[one.pk, other.pk], sampled_at__isnull=False).count() == 2
    assert Case.objects.get(dispute=open_dispute).sampled_at is None


def test_what_no_staff_touched_is_not_scored(all_are_drawn: None) -> None:
    seat, dispute = given_dispute()
    unit(lambda: disputes.withdraw(acting(seat.agent), dispute.public_id))

    quality.draw()

    case = Case.objects.get(dispute=dispute)
    assert case.sampled_at is not None and not CaseReview.objects.exists()


def test_a_colleague_scores_it_once_and_for_good() -> None:
    review, _ = given_review()
    colleague = given_staff()

    quality.score(colleague, review.pk, scores=SHEET, words="  Clear letters. ")

    review.refresh_from_db()
    assert (review.reviewer, review.scores, review.words) == (colleague.account, SHEET, "Clear letters.")
    assert review.done_at is not None
    with untouched(), pytest.raises(InvalidState):
        quality.score(given_staff(), review.pk, scores=SHEET, words="Again.")


def _asked(case: Case, who: Actor) -> None:
    due = clock.now() + timedelta(hours=1)
    CaseRequest.objects.create(case=case, asked_id=case.worker_id, made_by=who.me, items=["A photo"], due_at=due)


def _wrote(case: Case, who: Actor) -> None:
    CaseMessage.objects.create(case=case, author=who.me, to="both", words="Wait.")


def _found(case: Case, who: Actor) -> None:
    CaseFinding.objects.create(case=case, key="criterion:1", asked="Sharp.", finding="met", found_by=who.me)


def _had_it(case: Case, who: Actor) -> None:
    Case.objects.filter(pk=case.pk).update(assignee=who.me, assigned_at=clock.now())


@pytest.mark.parametrize("hand", [_asked, _wrote, _found, _had_it])
def test_nobody_scores_a_case_in_which_they_had_a_hand(hand: Any) -> None:
    review, case = given_review()
    who = given_staff()
    hand(case, who)

    with untouched(), pytest.raises(OwnCase):
        quality.score(who, review.pk, scores=SHEET, words="Mine.")
    assert review not in reads.queue(who.id) and review in reads.queue(given_staff().id)


def test_neither_who_decided_nor_who_approved_nor_who_only_previewed_scores_it() -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    first, second, third = given_staff(), given_staff(), given_staff()
    _, dispute = given_dispute(agent=given_funded_agent(590))
    given_preview(third, dispute.pk, worker_cents=0)
    proposed = given_decision(first, dispute.pk, worker_cents=250)
    unit(lambda: decisions.approve(second, proposed.pk))
    review = CaseReview.objects.create(case=ended(dispute))

    for who in (first, second, third):
        with untouched(), pytest.raises(OwnCase):
            quality.score(who, review.pk, scores=SHEET, words="Mine.")
        assert review not in reads.queue(who.id)


def test_a_party_of_the_staff_does_not_score_it() -> None:
    review, case = given_review()
    case.owner.is_staff = True
    case.owner.save()

    with untouched(), pytest.raises(OwnCase):
        quality.score(Actor.staff(case.owner), review.pk, scores=SHEET, words="Mine.")


@pytest.mark.parametrize(
    ("scores", "words", "field"),
    [
        (SHEET | {"facts": 0}, "x", "facts"),
        (SHEET | {"letters": 6}, "x", "letters"),
        (SHEET | {"time": True}, "x", "time"),
        (SHEET | {"extra": 1}, "x", "extra"),
        (dict.fromkeys(list(rules.QUESTIONS)[1:], 3), "x", "facts"),
        (SHEET, " \n", "words"),
        (SHEET, "x" * 5001, "words"),
    ],
)
def test_an_incomplete_sheet_is_refused(scores: dict[str, int], words: str, field: str) -> None:
    review, _ = given_review()

    with untouched(), pytest.raises(Invalid) as refused:
        quality.score(given_staff(), review.pk, scores=scores, words=words)

    assert field in refused.value.extra["fields"]


def test_auditors_and_strangers_score_nothing(agent: Api) -> None:
    review, _ = given_review()

    with untouched(), pytest.raises(Forbidden):
        quality.score(Actor.staff(agent.account), review.pk, scores=SHEET, words="x")


def sheet_of(who: Api, review: CaseReview, *, confirmed: bool = True, **over: Any) -> Any:
    path = reverse("admin:escrow_casereview_decide", args=[review.pk, "score"])
    values = SHEET | {"words": "Read <b>all</b> of it."} | over
    sent = {f"score-{name}": value for name, value in values.items()}
    return office(who).post(path, sent | ({"confirmed": "1"} if confirmed else {}), follow=True)


def test_the_page_takes_the_sheet_of_a_colleague_and_offers_none_to_who_decided(support: Api) -> None:
    decider = given_agent(is_staff=True)
    review, _ = given_review(Actor.staff(decider.account))
    page = reverse("admin:escrow_casereview_change", args=[review.pk])
    listed = reverse("admin:escrow_casereview_changelist")

    assert "Score this case" in office(support).get(page).content.decode()
    assert "Score this case" not in office(decider).get(page).content.decode()
    mine = [
        [row.pk for row in office(who).get(listed, {"queue": "mine"}).context["cl"].result_list]
        for who in (support, decider)
    ]
    assert mine == [[review.pk], []]
    with untouched():
        assert sheet_of(decider, review).status_code == 403
        assert "It can&#x27;t be changed" in sheet_of(support, review, confirmed=False).content.decode()
        sheet_of(support, review, facts="9")
        sheet_of(support, review, words=" ")

    assert "scored" in told(sheet_of(support, review))

    review.refresh_from_db()
    assert review.reviewer == support.account and review.scores == SHEET
    shown = office(support).get(page).content.decode()
    assert "Read &lt;b&gt;all&lt;/b&gt; of it." in shown and "<b>all</b>" not in shown
    assert LogEntry.objects.filter(object_id=str(review.pk)).count() == 1


def test_auditors_read_and_owners_see_nothing(agent: Api, worker: Api) -> None:
    from django.contrib.auth.models import Group

    review, _ = given_review()
    worker.account.is_staff = True
    worker.account.save()
    worker.account.groups.add(Group.objects.get(name="auditor"))
    page = reverse("admin:escrow_casereview_change", args=[review.pk])

    shown = office(worker).get(page)
    assert shown.status_code == 200 and "Score this case" not in shown.content.decode()
    with untouched():
        assert sheet_of(worker, review).status_code == 403
        assert office(agent).get(page).status_code == 302
