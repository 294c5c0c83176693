"""The error codes of this app, each defined once. The base class gives the HTTP status."""

from marketplace.core.errors import BadRequest, Conflict, Forbidden, Invalid, TooManyRequests, Unavailable


class ProfileIncomplete(Forbidden):
    code = "profile_incomplete"
    message = "Complete your profile first: PATCH /api/humans/me. GET /api/humans/me shows isProfileComplete."


class HumanNotAvailable(Conflict):
    code = "human_not_available"
    message = "This person can't be hired right now. Choose another one: GET /api/humans lists who is available."


class UsernameTaken(Conflict):
    code = "username_taken"
    message = "Somebody has this username. Choose another."


class OwnProfile(Invalid):
    """400 `validation_error`: nobody blocks or prefers themselves."""

    def __init__(self) -> None:
        super().__init__({"humanId": ["This is your own profile. Give the id of another person."]})


class NotOwner(Forbidden):
    code = "not_owner"
    message = "Only the owner of this bounty may do that."


class AlreadyReviewed(Conflict):
    code = "already_reviewed"
    message = "You have reviewed this person for this bounty. A seat is reviewed once."


class NotReviewee(Forbidden):
    code = "not_reviewee"
    message = "Only the person reviewed answers a review."


class AlreadyAnswered(Conflict):
    code = "already_answered"
    message = "You have answered this review. A review is answered once, and the answer can't be changed."


class PhotoLimitReached(Conflict):
    code = "photo_limit_reached"
    message = "A profile has at most 6 photos. Remove one first: DELETE /api/humans/me/photos/{fileId}."


class ConversationsRetired(Forbidden):
    code = "conversations_retired"
    message = "Conversations open with an application or a hire; nobody opens one directly any more. Post a bounty."


class NotParticipant(Forbidden):
    code = "not_participant"
    message = "Only the two people of this conversation write in it. Staff may read it."


class NotTheWorker(Forbidden):
    code = "not_worker"
    message = "Only the hired person says that the work is done."


class DirectMessagesDisabled(Forbidden):
    code = "direct_messages_disabled"
    message = "This is an old direct thread: it can be read, and nothing can be changed in it."


class MessageRefused(Forbidden):
    code = "message_refused"
    message = "This message was not sent."


class OwnService(Invalid):
    """400 `validation_error`: nobody books their own service."""

    def __init__(self) -> None:
        super().__init__({"serviceId": ["This is your own service. Subscribe to somebody else's."]})


class ServiceLimitReached(Conflict):
    code = "service_limit_reached"
    message = "A person has at most 50 services. Remove one first: DELETE /api/services/{id}."


class SlotUnavailable(Conflict):
    code = "slot_unavailable"
    message = (
        "The person does not work at that time. GET /api/humans/{humanId} shows `availability`; choose another slot."
    )


class SlotTaken(Conflict):
    code = "slot_taken"
    message = "Somebody else has this slot. GET /api/services/bookings shows what is taken; choose another one."


class UnpaidLimitReached(Conflict):
    """409. `subscriptionIds`: the caller's unpaid subscriptions."""

    code = "unpaid_limit_reached"
    message = (
        "A slot is kept for an hour while it is not paid: one with the same person, and three in all. Pay for one of "
        "`subscriptionIds`, or cancel it with DELETE /api/services/subscriptions/{id}; or fill the wallet first."
    )


class NotProvider(Forbidden):
    code = "not_provider"
    message = "Only the provider of this service may do that."


class AppointmentNotBegun(Conflict):
    code = "appointment_not_begun"
    message = "The appointment has not begun yet. Confirm it when you have been there."


class AppointmentBegun(Conflict):
    code = "appointment_begun"
    message = (
        "The appointment has begun, so its money is not simply taken back. If nobody came, it returns by itself after three "
        "days; else release it, or open a dispute: POST /api/escrow/{id}/dispute."
    )


class CheckInProgress(Conflict):
    code = "check_in_progress"
    message = "Your last recording is still being scored. Ask how it stands before you send another."


class AttemptLimitReached(TooManyRequests):
    code = "attempt_limit_reached"
    message = "There are no attempts left."


class RecordingTooShort(BadRequest):
    code = "recording_too_short"
    message = "Speak for 5 to 90 seconds; about 45 are best."


class RecordingTooLong(BadRequest):
    code = "recording_too_long"
    message = "Speak for 5 to 90 seconds; about 45 are best."


class NoLanguageScorer(Unavailable):
    code = "language_check_unavailable"
    message = "Spoken language can't be checked on this service at present."
