"""Fetch with permission: a bounty, application or submission for a caller, or the error that the contract names.

Below a bounty that a stranger can see they get 403 `not_owner`, below a hidden one 404.
"""

from typing import Any
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
    """Whether the caller is the owner or staff, who see hidden bounties and fields."""
    return is_owner(actor, bounty) or (actor is not None and actor.is_staff)


def visible_bounty(actor: Actor | None, bounty_id: str, *, share: bool = False) -> Bounty:
    """A bounty that the caller may see, with `share` for a verb of one person (`share_bounty`). Private ones and those that never
    went live are visible to owner, staff and applicants only. Raises NotFound (404)."""
    try:
        pk = ids.decode("bty", bounty_id)
        bounty: Bounty = share_bounty(pk) if share else Bounty.objects.for_reading().get(pk=pk)
    except (ValueError, Bounty.DoesNotExist):
        raise NotFound(_NO_BOUNTY)
    hidden = bounty.went_live_at is None or bounty.is_private
    if hidden and not sees_all(actor, bounty) and not _has_applied(actor, bounty):
        raise NotFound(_NO_BOUNTY)
    return bounty


def owned_bounty(actor: Actor, bounty_id: str, *, lock: bool = False, share: bool = False) -> Bounty:
    """The caller's own bounty, locked as a whole with `lock`, for a verb of one seat with `share`. Raises NotFound (404), NotOwner
    (403)."""
    bounty = visible_bounty(actor, bounty_id)
    if not is_owner(actor, bounty):
        raise NotOwner()
    if share:
        return share_bounty(bounty.pk)
    return lock_bounty(bounty.pk) if lock else bounty


def editable_bounty(actor: Actor, bounty_id: str, *, lock: bool = True) -> Bounty:
    """A bounty that the caller may edit: the owner, or an operator, who may change a part of it. Locked unless `lock` is false.

    Raises NotFound (404), NotOwner (403).
    """
    bounty = visible_bounty(actor, bounty_id)
    if not is_owner(actor, bounty) and not actor.is_operator:
        raise NotOwner()
    return lock_bounty(bounty.pk) if lock else bounty


def readable_below(actor: Actor, bounty_id: str) -> Bounty:
    """A bounty whose sub-lists the caller may read: the owner and staff. Raises NotFound (404), NotOwner (403)."""
    bounty = visible_bounty(actor, bounty_id)
    if not sees_all(actor, bounty):
        raise NotOwner()
    return bounty


def readable_submissions(actor: Actor, bounty_id: str) -> tuple[Bounty, UUID | None]:
    """A bounty whose submissions the caller may read, and the account whose they are when that is their own only.

    Owner and staff read all of them, applicants their own. Raises NotFound (404), NotOwner (403).
    """
    bounty = visible_bounty(actor, bounty_id)
    if sees_all(actor, bounty):
        return bounty, None
    if not _has_applied(actor, bounty):
        raise NotOwner()
    return bounty, actor.id


def readable_application(actor: Actor, bounty_id: str, application_id: str) -> Application:
    """One application, for the bounty's owner, staff and its applicant. Raises NotFound (404), NotOwner (403)."""
    bounty = visible_bounty(actor, bounty_id)
    is_privileged = sees_all(actor, bounty)
    if not is_privileged and not _has_applied(actor, bounty):
        raise NotOwner()
    application = application_of(bounty, application_id)
    if not is_privileged and application.human_id != actor.id:
        raise NotOwner()
    application.bounty = bounty
    return application


def check_not_reserved(bounty: Bounty, verb: str, application_id: str = "") -> None:
    """Whether this action is open on a managed bounty. Raises ManagedBounty (409) when only the product may take it, with its run
    and the application whose work it was about."""
    product = products.find(bounty.kind)
    if product is not None and verb in product.reserved:
        about: dict[str, Any] = {"runId": bounty.run_ref} if bounty.run_ref else {}
        about |= {"applicationId": application_id} if application_id else {}
        raise ManagedBounty(product.reserved[verb], currentState=bounty.status, allowedActions=[], **about)


def lock_bounty(pk: UUID) -> Bounty:
    """The whole bounty, locked: the first lock of what concerns more than one seat. No seat's verb is under way meanwhile."""
    return locks.bounty(pk)


def share_bounty(pk: UUID) -> Bounty:
    """The bounty for a verb of one seat: the first lock of each. Nobody edits or ends it meanwhile; what follows its seats may be
    changed by others (`bounties.services.counts`)."""
    return locks.shared_bounty(pk)


def lock_seat(application_id: UUID) -> tuple[Bounty, Application]:
    """An application and its escrow, locked, with the bounty and the pool, which are shared: for timers and sockets, without a
    permission."""
    seat = locks.seat(application_id)
    if seat is None:
        bounty = share_bounty(Application.objects.values_list("bounty_id", flat=True).get(pk=application_id))
        seat = _with_escrow(bounty, Application.objects.locked().select_related("human").get(pk=application_id))
    return seat.bounty, seat


def own_seat(
    actor: Actor, bounty_id: str, application_id: str | None = None, *, lock: bool = True
) -> tuple[Bounty, Application]:
    """The caller's own application and its bounty; unless `lock` is false, they are locked as `lock_seat` does.

    Raises NotFound (404) without one, NotYourSeat (403) for another person's application, OnlyForOneself (403) for a member.
    """
    actor.check_oneself()
    if lock:
        key, pk = _keys(("bty", bounty_id), ("app", application_id))
        if key and (seat := locks.seat_of(actor.id, bounty_id=key, pk=pk)) is not None:
            return seat.bounty, seat
    bounty = visible_bounty(actor, bounty_id)
    if lock:
        bounty = share_bounty(bounty.pk)
    if application_id is not None:
        application = application_of(bounty, application_id, lock=lock)
        if application.human_id != actor.id:
            raise NotYourSeat()
        return bounty, application
    rows = Application.objects.select_related("human", "escrow").filter(bounty_id=bounty.pk, human_id=actor.id)
    mine = (rows.locked() if lock else rows).first()
    if mine is None:
        product = products.find(bounty.kind)
        how = product.reserved.get("apply") if product is not None else None
        raise NotFound(
            f"You have no application on this bounty. {how or 'Apply first: POST /api/bounties/{id}/applications.'}"
        )
    return bounty, _with_escrow(bounty, mine) if lock else mine


def own_work(actor: Actor, application_id: str) -> tuple[Bounty, Application]:
    """The caller's own application by its id alone, with its bounty, locked as `lock_seat` does.

    Raises NotFound (404), also for other people's.
    """
    (pk,) = _keys(("app", application_id))
    rows = Application.objects.filter(human_id=actor.id).values_list("bounty_id", flat=True)
    bounty_id = rows.filter(pk=pk).first() if pk is not None else None
    if bounty_id is None:
        raise NotFound("You have no such application. GET /api/work lists yours.")
    return own_seat(actor, ids.encode("bty", bounty_id), application_id)


def own_application(actor: Actor, application_id: str) -> Application:
    """The caller's own application, with its escrow, by its id alone. Locks nothing. Raises NotFound (404), also for another
    person's."""
    try:
        found: Application = Application.objects.select_related("human", "escrow").get(
            pk=ids.decode("app", application_id), human_id=actor.id
        )
        return found
    except (ValueError, Application.DoesNotExist):
        raise NotFound("You have no such application. GET /api/work lists yours.")


def owned_application(actor: Actor, bounty_id: str, application_id: str, verb: str) -> tuple[Bounty, Application]:
    """The caller's own bounty, one of its applications, and the pool, for an action that a managed product may reserve. The
    application is locked; bounty and pool are shared. Raises NotFound (404), NotOwner, NotForOneself (403), ManagedBounty (409)."""
    key, pk = _keys(("bty", bounty_id), ("app", application_id))
    application = locks.application_to(actor.id, bounty_id=key, pk=pk) if key and pk else None
    if application is not None:
        actor.check_not_about_oneself(application.human_id)
        check_not_reserved(application.bounty, verb)
        return application.bounty, application
    bounty = owned_bounty(actor, bounty_id, share=True)
    check_not_reserved(bounty, verb)
    application = application_of(bounty, application_id, lock=True)
    actor.check_not_about_oneself(application.human_id)
    return bounty, application


def owned_submission(actor: Actor, bounty_id: str, submission_id: str, verb: str) -> tuple[Bounty, Submission]:
    """As `owned_application`, for a submission: it and its escrow are locked, too."""
    key, pk = _keys(("bty", bounty_id), ("sub", submission_id))
    submission = locks.submission_to(actor.id, bounty_id=key, pk=pk) if key and pk else None
    if submission is not None:
        actor.check_not_about_oneself(submission.application.human_id)
        check_not_reserved(submission.bounty, verb, submission.application.public_id)
        return submission.bounty, submission
    bounty = owned_bounty(actor, bounty_id, share=True)
    check_not_reserved(bounty, verb)
    submission = submission_of(bounty, submission_id)
    submission.application = application_of(bounty, submission.application.public_id, lock=True)
    actor.check_not_about_oneself(submission.application.human_id)
    return bounty, submission


def application_of(bounty: Bounty, application_id: str, *, lock: bool = False) -> Application:
    """An application of this bounty; with `lock`, it and its escrow are locked. Raises NotFound (404)."""
    rows = Application.objects.select_related("human", "escrow")
    try:
        found: Application = (rows.locked() if lock else rows).get(
            pk=ids.decode("app", application_id), bounty_id=bounty.pk
        )
    except (ValueError, Application.DoesNotExist):
        raise NotFound("This bounty has no such application. GET /api/bounties/{id}/applications lists them.")
    return _with_escrow(bounty, found) if lock else found


def _with_escrow(bounty: Bounty, application: Application) -> Application:
    """Lock the escrow of an application, and read its pool; bounty and application are locked already."""
    application.bounty = bounty
    if application.escrow_id is not None:
        rows = Escrow.objects.locked().select_related("parent", "worker")
        application.escrow = rows.get(pk=application.escrow_id, parent__kind="pool")
    return application


def _keys(*named: tuple[str, str | None]) -> list[UUID | None]:
    """The primary keys of public ids: None for one that is not given, and for all when one of them is invalid."""
    try:
        return [ids.decode(prefix, name) if name is not None else None for prefix, name in named]
    except ValueError:
        return [None] * len(named)


def submission_of(bounty: Bounty, submission_id: str, *, author_id: UUID | None = None) -> Submission:
    """A submission of this bounty, by `author_id` when that is given. Raises NotFound (404)."""
    rows = Submission.objects.select_related("application__human", "application__escrow", "rewrite")
    if author_id is not None:
        rows = rows.filter(application__human_id=author_id)
    try:
        found: Submission = rows.get(pk=ids.decode("sub", submission_id), bounty_id=bounty.pk)
        return found
    except (ValueError, Submission.DoesNotExist):
        raise NotFound("This bounty has no such submission. GET /api/bounties/{id}/submissions lists them.")


def _has_applied(actor: Actor | None, bounty: Bounty) -> bool:
    return (
        actor is not None
        and actor.account is not None
        and actor.member is None
        and bounty.applications.filter(human_id=actor.account.pk).exists()
    )


def own_picture(actor: Actor, picture_id: str) -> Picture:
    """The caller's own picture request. Raises NotFound (404), also for other people's."""
    try:
        found: Picture = Picture.objects.select_related("bounty", "submission").get(
            pk=ids.decode("pic", picture_id), owner_id=actor.id
        )
        return found
    except (ValueError, Picture.DoesNotExist):
        raise NotFound("You have no such picture. POST /api/picture-of-sf asks for one.")


def get_humanization(humanization_id: str) -> Humanization:
    """A humanization with its bounty. The caller must check the permission to see the bounty. Raises NotFound (404)."""
    try:
        found: Humanization = Humanization.objects.select_related("bounty").get(pk=ids.decode("hmz", humanization_id))
        return found
    except (ValueError, Humanization.DoesNotExist):
        raise NotFound(_NO_HUMANIZATION)


def owned_humanization(actor: Actor, humanization_id: str) -> Humanization:
    """The caller's own humanization, or any for staff. Raises NotFound (404), also for other people's."""
    found = get_humanization(humanization_id)
    if not sees_all(actor, found.bounty):
        raise NotFound(_NO_HUMANIZATION)
    return found


_NO_BOUNTY = (
    "There is no such bounty. GET /api/bounties?mine=true lists yours, GET /api/bounties those that anybody may see."
)
_NO_HUMANIZATION = "There is no such humanization, or it is not yours. Check the id."


def own_cake(actor: Actor, order_id: str, *, lock: bool = False) -> CakeOrder:
    """The caller's own cake quote or order, locked with `lock`. Raises NotFound (404), also for other people's."""
    rows = CakeOrder.objects.locked() if lock else CakeOrder.objects.all()
    try:
        found: CakeOrder = rows.get(pk=ids.decode("cak", order_id), owner_id=actor.id)
        return found
    except (ValueError, CakeOrder.DoesNotExist):
        raise NotFound("You have no such cake order. POST /api/cake-orders/quote begins one.")
