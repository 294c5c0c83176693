"""Fetch with permission: a bounty, an application, a submission for a caller, or the refusal the contract names.

A stranger gets 403 `not_owner` below a bounty that he can see, and 404 below one that he can't.
"""

from uuid import UUID

from bounties.errors import ManagedBounty, NotOwner, NotYourSeat
from bounties.models import Application, Bounty, CakeOrder, Humanization, Picture, Submission
from bounties.ports import products
from bounties.selectors import locks
from escrow.models import Escrow
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound


def is_owner(actor: Actor | None, bounty: Bounty) -> bool:
    return actor is not None and actor.account is not None and bounty.owner_id == actor.account.pk


def sees_all(actor: Actor | None, bounty: Bounty) -> bool:
    """The owner and staff see what is hidden."""
    return is_owner(actor, bounty) or (actor is not None and actor.is_staff)


def visible_bounty(actor: Actor | None, bounty_id: str, *, lock: bool = False) -> Bounty:
    """Its row locked when asked. Raises NotFound for an unknown bounty, and for one that is private or never went live
    unless the caller is its owner, staff or takes part."""
    try:
        pk = ids.decode("bty", bounty_id)
        bounty: Bounty = lock_bounty(pk) if lock else Bounty.objects.for_reading().get(pk=pk)
    except (ValueError, Bounty.DoesNotExist):
        raise NotFound(_NO_BOUNTY)
    hidden = bounty.went_live_at is None or bounty.is_private
    if hidden and not sees_all(actor, bounty) and not _takes_part(actor, bounty):
        raise NotFound(_NO_BOUNTY)
    return bounty


def owned_bounty(actor: Actor, bounty_id: str, *, lock: bool = False) -> Bounty:
    """The caller's own bounty, its row locked when asked. Raises NotFound, NotOwner (403)."""
    bounty = visible_bounty(actor, bounty_id)
    if not is_owner(actor, bounty):
        raise NotOwner()
    return lock_bounty(bounty.pk) if lock else bounty


def editable_bounty(actor: Actor, bounty_id: str, *, lock: bool = True) -> Bounty:
    """For edits, locked unless told not to: for its owner, and for operators, who may change a part of it.

    Raises NotFound, NotOwner (403).
    """
    bounty = visible_bounty(actor, bounty_id)
    if not is_owner(actor, bounty) and not actor.is_operator:
        raise NotOwner()
    return lock_bounty(bounty.pk) if lock else bounty


def readable_below(actor: Actor, bounty_id: str) -> Bounty:
    """For lists below a bounty: the owner, and staff for reading. Raises NotFound, NotOwner (403)."""
    bounty = visible_bounty(actor, bounty_id)
    if not sees_all(actor, bounty):
        raise NotOwner()
    return bounty


def readable_application(actor: Actor, bounty_id: str, application_id: str) -> Application:
    """One application, for the bounty's owner, for staff, and for whoever sent it. Raises NotFound, NotOwner (403)."""
    bounty = visible_bounty(actor, bounty_id)
    everything = sees_all(actor, bounty)
    if not everything and not _takes_part(actor, bounty):
        raise NotOwner()
    application = application_of(bounty, application_id)
    if not everything and application.human_id != actor.id:
        raise NotOwner()
    application.bounty = bounty
    return application


def check_not_kept(bounty: Bounty, verb: str) -> None:
    """Raises ManagedBounty (409) for what the product of a managed bounty does itself."""
    product = products.find(bounty.kind)
    if product is not None and verb in product.kept:
        raise ManagedBounty(product.kept[verb], currentState=bounty.status, allowedActions=[])


def lock_bounty(pk: UUID) -> Bounty:
    """The row, locked; the first lock of every verb below a bounty."""
    return locks.bounty(pk)


def lock_seat(application_id: UUID) -> tuple[Bounty, Application]:
    """For timers and sockets, which know an application only: its bounty, itself and its seat's money, locked in that order."""
    seat = locks.seat(application_id)
    if seat is None:
        bounty = lock_bounty(Application.objects.values_list("bounty_id", flat=True).get(pk=application_id))
        seat = _with_money(bounty, Application.objects.locked().select_related("human").get(pk=application_id))
    return seat.bounty, seat


def own_seat(
    actor: Actor, bounty_id: str, application_id: str | None = None, *, lock: bool = True
) -> tuple[Bounty, Application]:
    """The caller's own application and its bounty, locked from the top step down, its seat's money with them, unless told
    not to.

    Raises NotFound without one, NotYourSeat (403) for another person's application.
    """
    if lock:
        key, pk = _keys(("bty", bounty_id), ("app", application_id))
        if key and (seat := locks.seat_of(actor.id, bounty_id=key, pk=pk)) is not None:
            return seat.bounty, seat
    bounty = visible_bounty(actor, bounty_id)
    if lock:
        bounty = lock_bounty(bounty.pk)
    if application_id is not None:
        application = application_of(bounty, application_id, lock=lock)
        if application.human_id != actor.id:
            raise NotYourSeat()
        return bounty, application
    rows = Application.objects.select_related("human", "escrow").filter(bounty_id=bounty.pk, human_id=actor.id)
    mine = (rows.locked() if lock else rows).first()
    if mine is None:
        product = products.find(bounty.kind)
        how = product.kept.get("apply") if product is not None else None
        raise NotFound(
            f"You have no application on this bounty. {how or 'Apply first: POST /api/bounties/{id}/applications.'}"
        )
    return bounty, _with_money(bounty, mine) if lock else mine


def owned_application(actor: Actor, bounty_id: str, application_id: str, verb: str) -> tuple[Bounty, Application]:
    """The caller's own bounty, an application of it, and the bounty's pool, locked in that order, for a verb that the product
    of a managed bounty may keep to itself. Raises NotOwner (403), NotFound, ManagedBounty (409)."""
    key, pk = _keys(("bty", bounty_id), ("app", application_id))
    application = locks.application_to(actor.id, bounty_id=key, pk=pk) if key and pk else None
    if application is not None:
        check_not_kept(application.bounty, verb)
        return application.bounty, application
    bounty = owned_bounty(actor, bounty_id, lock=True)
    check_not_kept(bounty, verb)
    application = application_of(bounty, application_id, lock=True)
    if bounty.pool_id is not None:
        bounty.pool = Escrow.objects.locked().get(pk=bounty.pool_id)
    return bounty, application


def owned_submission(actor: Actor, bounty_id: str, submission_id: str, verb: str) -> tuple[Bounty, Submission]:
    """As `owned_application`, for evidence: locked are its bounty, application and the seat's money, and itself."""
    key, pk = _keys(("bty", bounty_id), ("sub", submission_id))
    submission = locks.submission_to(actor.id, bounty_id=key, pk=pk) if key and pk else None
    if submission is not None:
        check_not_kept(submission.bounty, verb)
        return submission.bounty, submission
    bounty = owned_bounty(actor, bounty_id, lock=True)
    check_not_kept(bounty, verb)
    submission = submission_of(bounty, submission_id)
    submission.application = application_of(bounty, submission.application.public_id, lock=True)
    return bounty, submission


def application_of(bounty: Bounty, application_id: str, *, lock: bool = False) -> Application:
    """An application of this bounty; with `lock`, its seat's money is locked, too. Raises NotFound."""
    rows = Application.objects.select_related("human", "escrow")
    try:
        found: Application = (rows.locked() if lock else rows).get(
            pk=ids.decode("app", application_id), bounty_id=bounty.pk
        )
    except (ValueError, Application.DoesNotExist):
        raise NotFound("This bounty has no such application. GET /api/bounties/{id}/applications lists them.")
    return _with_money(bounty, found) if lock else found


def _with_money(bounty: Bounty, application: Application) -> Application:
    """The bounty and the application are locked already: the pool and the seat's escrow follow."""
    application.bounty = bounty
    if application.escrow_id is not None:
        rows = Escrow.objects.select_for_update(no_key=True, of=("parent", "self"))
        application.escrow = rows.select_related("parent", "worker").get(pk=application.escrow_id, parent__kind="pool")
    return application


def _keys(*named: tuple[str, str | None]) -> list[UUID | None]:
    """The keys behind public ids: None for one that is not given, and for all when one of them is no id."""
    try:
        return [ids.decode(prefix, name) if name is not None else None for prefix, name in named]
    except ValueError:
        return [None] * len(named)


def submission_of(bounty: Bounty, submission_id: str) -> Submission:
    rows = Submission.objects.select_related("application__human", "application__escrow")
    try:
        found: Submission = rows.get(pk=ids.decode("sub", submission_id), bounty_id=bounty.pk)
        return found
    except (ValueError, Submission.DoesNotExist):
        raise NotFound("This bounty has no such submission. GET /api/bounties/{id}/submissions lists them.")


def _takes_part(actor: Actor | None, bounty: Bounty) -> bool:
    return (
        actor is not None
        and actor.account is not None
        and bounty.applications.filter(human_id=actor.account.pk).exists()
    )


def own_picture(actor: Actor, picture_id: str) -> Picture:
    """The caller's own request for a picture. Raises NotFound for everybody else."""
    try:
        found: Picture = Picture.objects.select_related("bounty", "submission").get(
            pk=ids.decode("pic", picture_id), owner_id=actor.id
        )
        return found
    except (ValueError, Picture.DoesNotExist):
        raise NotFound("You have no such picture. POST /api/picture-of-sf asks for one.")


def get_humanization(humanization_id: str) -> Humanization:
    """With its bounty; whether the caller may see that is asked by whoever goes on from here. Raises NotFound."""
    try:
        found: Humanization = Humanization.objects.select_related("bounty").get(pk=ids.decode("hmz", humanization_id))
        return found
    except (ValueError, Humanization.DoesNotExist):
        raise NotFound(_NO_HUMANIZATION)


def owned_humanization(actor: Actor, humanization_id: str) -> Humanization:
    """One's own; staff reads every one. Raises NotFound for anybody else, whether it exists or not."""
    found = get_humanization(humanization_id)
    if not sees_all(actor, found.bounty):
        raise NotFound(_NO_HUMANIZATION)
    return found


_NO_BOUNTY = "There is no such bounty. GET /api/bounties lists the open ones."
_NO_HUMANIZATION = "There is no such humanization, or it is not yours. Check the id."


def own_cake(actor: Actor, order_id: str, *, lock: bool = False) -> CakeOrder:
    """The caller's own quote or order. Raises NotFound for everybody else."""
    rows = CakeOrder.objects.locked() if lock else CakeOrder.objects.all()
    try:
        found: CakeOrder = rows.get(pk=ids.decode("cak", order_id), owner_id=actor.id)
        return found
    except (ValueError, CakeOrder.DoesNotExist):
        raise NotFound("You have no such cake order. POST /api/cake-orders/quote begins one.")
