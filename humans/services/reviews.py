"""Reviews: one for each released seat, by the owner of its bounty; answered once by the person reviewed; hidden by staff."""

from typing import Any
from uuid import UUID

from escrow.errors import WorkNotReleased
from escrow.selectors import hires
from humans.errors import AlreadyAnswered, AlreadyReviewed, MessageRefused, NotOwner
from humans.models import Conversation, Profile, Review
from humans.providers import moderation
from humans.selectors import access, relations, search
from humans.selectors import reviews as reading
from humans.services import conversations
from marketplace.core import addresses, clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.states import InvalidState
from marketplace.services import mail_templates


def post(actor: Actor, *, bounty_id: str, human_id: str, rating: int, comment: str) -> Review:
    """Write the one review of a released seat, add it to the totals of the person's profile, and mail the person.

    `rating`: 1 to 5. Runs in the caller's transaction. Locks the profile.
    Raises NotFound (404) for an unknown bounty or person, NotOwner, NotForOneself, WorkNotReleased (403), AlreadyReviewed (409).
    Route: POST /api/reviews.
    """
    bounty = _own_bounty(actor, bounty_id)
    account_id = search.account_id_of(human_id)
    actor.check_not_about_oneself(account_id)
    if not hires.is_released(owner_id=actor.id, worker_id=account_id, bounty_id=bounty):
        held = hires.held_seat(owner_id=actor.id, worker_id=account_id, bounty_id=bounty)
        seat: dict[str, Any] = {"escrowId": held} if held else {}
        raise WorkNotReleased(**seat)
    profile: Profile = Profile.objects.locked().select_related("account").get(pk=account_id)
    if Review.objects.filter(bounty_id=bounty, human_id=account_id).exists():
        raise AlreadyReviewed()
    review = Review(bounty_id=bounty, human=profile.account, author=actor.me, rating=rating, comment=comment)
    review.save(force_insert=True)
    profile.review_count += 1
    profile.rating_total += rating
    profile.save(update_fields=["review_count", "rating_total"])
    work = reading.work_of(review)
    mail_templates.send(
        review.human,
        "reviewed",
        about="work",
        title=_title(work),
        author=review.author.display_name,
        rating=rating,
        words=mail_templates.Words(comment),
        review_url=_page(work),
    )
    return review


def check_answer(actor: Actor, review_id: str, answer: str) -> None:
    """Check permission and moderation. Call it outside any transaction: moderation may be a call over the network.

    Raises NotFound (404), NotReviewee, MessageRefused (403).
    """
    access.review_of_me(actor, review_id)
    objection = moderation.chosen().objection(answer)
    if objection is not None:
        raise MessageRefused(f"This answer was not published: {objection}")


def answer(actor: Actor, review_id: str, *, answer: str) -> Review:
    """Publish the one answer of the person reviewed, which opens the feedback conversation: the author of the review gets
    message.received and a mail. Call `check_answer` first.

    Whoever was blocked by the author may answer all the same, since the review is public; but nothing is sent to the author, and
    no conversation opens. `answer`: 1 to 2,000 characters, never changed afterwards.

    Runs in the caller's transaction. Locks the review. Raises NotFound (404), NotReviewee (403), AlreadyAnswered (409).
    Route: POST /api/reviews/{id}/answer. Contract: section 8.
    """
    review = access.review_of_me(actor, review_id, lock=True)
    if review.answered_at is not None:
        raise AlreadyAnswered()
    review.answer, review.answered_at = answer, clock.now()
    if not relations.is_blocked(review.author_id, actor.id):
        review.conversation = _open_conversation(actor, review)
    review.save(update_fields=["answer", "answered_at", "conversation"])
    return review


def _open_conversation(actor: Actor, review: Review) -> Conversation:
    work = reading.work_of(review)
    title = _title(work)
    conversation = conversations.open_feedback(
        agent_id=review.author_id,
        human_id=review.human_id,
        bounty_id=review.bounty_id,
        run_ref=work.run_ref if work else "",
        subject=f"Review: {title}",
        answer=review.answer,
        actor=actor,
    )
    mail_templates.send(
        review.author,
        "review_answered",
        about="messages",
        title=title,
        person=review.human.display_name,
        words=mail_templates.Words(review.answer),
        conversation_url=addresses.conversation(conversation.public_id),
    )
    return conversation


def hide(actor: Actor, pk: UUID, *, what: str, reason: str) -> None:
    """Staff hide the comment or the answer (`what`) of a review, and mail whoever wrote it; with an empty `reason` they show it
    again. The rating goes on to count. Locks the review. Raises InvalidState (409)."""
    review: Review = Review.objects.locked().select_related("human", "author").get(pk=pk)
    column = {"comment": "comment_hidden_reason", "answer": "answer_hidden_reason"}[what]
    if not getattr(review, what) or bool(getattr(review, column)) == bool(reason):
        state = "hidden" if getattr(review, column) else "shown" if getattr(review, what) else "none"
        raise InvalidState(f"The {what} of this review is {state} already.", currentState=state, allowedActions=[])
    setattr(review, column, reason)
    review.save(update_fields=[column])
    if reason:
        mail_templates.send(
            review.author if what == "comment" else review.human,
            "words_hidden",
            what=what,
            title=_title(reading.work_of(review)),
            words=mail_templates.Words(getattr(review, what)),
            reason=reason,
        )


def _title(work: Conversation | None) -> str:
    return work.subject if work else "your work"


def _page(work: Conversation | None) -> str:
    """Where the person answers: the page of the work, or the list of their reviews."""
    if work is None or work.application_id is None:
        return addresses.own_reviews()
    return f"{addresses.work(ids.encode('app', work.application_id))}#review"


def _own_bounty(actor: Actor, bounty_id: str) -> UUID:
    """The key of the caller's bounty. Raises NotOwner (403) for another owner's; NotFound (404) when strangers can't know
    that it exists: it was never funded, or it ended without any pay."""
    try:
        bounty = ids.decode("bty", bounty_id)
    except ValueError:
        bounty = None
    found = hires.owner_of(bounty) if bounty else None
    if bounty is None or found is None or (found[0] != actor.id and not found[1]):
        raise NotFound("There is no such bounty among yours. GET /api/bounties?mine=true lists them.")
    if found[0] != actor.id:
        raise NotOwner()
    return bounty
