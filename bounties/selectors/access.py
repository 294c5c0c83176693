"""Fetch with permission: a bounty, an application, a submission for a caller, or the refusal the contract names.

A stranger gets 403 `not_owner` below a bounty that he can see, and 404 below one that he can't.
"""

from uuid import UUID

from bounties.errors import ManagedBounty, NotOwner, NotYourSeat
from bounties.models import Application, Bounty, CakeOrder, Humanization, Picture, Submission
from bounties.ports import products
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound


def is_owner(actor: Actor | None, bounty: Bounty) -> bool:
    return actor is not None and actor.account is not None and bounty.owner_id == actor.account.pk


def sees_all(actor: Actor | None, bounty: Bounty) -> bool:
    """The owner and staff see what is hidden."""
    return is_owner(actor, bounty) or (actor is not None and actor.is_staff)


def visible_bounty(actor: Actor | None, bounty_id: str) -> Bounty:
    """Raises NotFound for an unknown bounty, and for one that is private or never went live unless the caller is its
    owner, staff or takes part."""
    try:
        bounty: Bounty = Bounty.objects.for_reading().get(pk=ids.decode("bty", bounty_id))
    except (ValueError, Bounty.DoesNotExist):
        raise NotFound("There is no such bounty. GET /api/bounties lists the open ones.")
    if (
        (bounty.went_live_at is None or bounty.is_private)
        and not sees_all(actor, bounty)
        and not _takes_part(actor, bounty)
    ):
        raise NotFound("There is no such bounty. GET /api/bounties lists the open ones.")
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
    bounty: Bounty = Bounty.objects.locked().select_related("owner").get(pk=pk)
    return bounty


def lock_seat(application_id: UUID) -> tuple[Bounty, Application]:
    """For timers and sockets, which know an application only: its bounty and itself, locked in that order."""
    bounty = lock_bounty(Application.objects.values_list("bounty_id", flat=True).get(pk=application_id))
    return bounty, Application.objects.locked().select_related("human", "escrow").get(pk=application_id)


def application_of(bounty: Bounty, application_id: str, *, lock: bool = False) -> Application:
    """An application of this bounty. Raises NotFound."""
    rows = Application.objects.select_related("human", "escrow")
    try:
        found: Application = (rows.locked() if lock else rows).get(
            pk=ids.decode("app", application_id), bounty_id=bounty.pk
        )
        return found
    except (ValueError, Application.DoesNotExist):
        raise NotFound("This bounty has no such application. GET /api/bounties/{id}/applications lists them.")


def own_seat(
    actor: Actor, bounty_id: str, application_id: str | None = None, *, lock: bool = True
) -> tuple[Bounty, Application]:
    """The caller's own application and its bounty, locked from the top step down unless told not to.

    Raises NotFound without one, NotYourSeat (403) for another person's application.
    """
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
    return bounty, mine


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


_NO_HUMANIZATION = "There is no such humanization, or it is not yours. Check the id."


def own_cake(actor: Actor, order_id: str, *, lock: bool = False) -> CakeOrder:
    """The caller's own quote or order. Raises NotFound for everybody else."""
    rows = CakeOrder.objects.locked() if lock else CakeOrder.objects.all()
    try:
        found: CakeOrder = rows.get(pk=ids.decode("cak", order_id), owner_id=actor.id)
        return found
    except (ValueError, CakeOrder.DoesNotExist):
        raise NotFound("You have no such cake order. POST /api/cake-orders/quote begins one.")
