"""Cases on the desk: made by playing the services, as many as a test wants."""

from datetime import timedelta
from typing import Any

from escrow.models import Case, Dispute, Escrow
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from tests.api import Api
from tests.escrow.test_decisions import given_dispute
from tests.factories.accounts import given_agent


def given_case(*, ready: bool = True, **columns: Any) -> Case:
    """A dispute's case. `ready`: the other party's time is over, and it is staff's turn; it is due in three days."""
    _, dispute = given_dispute()
    return changed(dispute, ready=ready, **columns)


def changed(dispute: Dispute, *, ready: bool = True, **columns: Any) -> Case:
    now = clock.now()
    if ready:
        columns = {"stage": "decision", "paused_at": None, "due_at": now + timedelta(days=3)} | columns
        columns = {"decision_due_at": columns["due_at"], "first_look_due_at": now + timedelta(days=1)} | columns
    Case.objects.filter(dispute=dispute).update(**columns)
    return Case.objects.get(dispute=dispute)


def given_support(**fields: Any) -> Api:
    return given_agent(is_staff=True, **fields)


def acting_staff(who: Api) -> Actor:
    return Actor.staff(who.account)


def given_copies(case: Case, number: int, **columns: Any) -> list[Case]:
    """As many more like it, each with an escrow and a dispute of its own: for lists, not for money."""
    escrow, dispute = Escrow.objects.get(pk=case.escrow_id), Dispute.objects.get(pk=case.dispute_id)
    made = []
    for _ in range(number):
        escrow.pk, escrow.subject_id, dispute.pk, dispute.escrow = ids.new(), ids.new(), ids.new(), escrow
        for row in (escrow, dispute):
            row._state.adding = True
            row.save(force_insert=True)
        copy = Case(**{field.attname: getattr(case, field.attname) for field in Case._meta.concrete_fields})
        copy.pk, copy.escrow_id, copy.dispute_id = ids.new(), escrow.pk, dispute.pk
        for name, value in columns.items():
            setattr(copy, name, value)
        copy.save(force_insert=True)
        made.append(copy)
    return made
