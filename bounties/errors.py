"""The codes of this step, each named once."""

from marketplace.core.errors import BadRequest, Conflict, Forbidden


class NotOwner(Forbidden):
    code = "not_owner"
    message = "Only the owner of this bounty may do that."


class NotYourSeat(Forbidden):
    code = "not_your_seat"
    message = "This application belongs to another person."


class PoolTooLarge(BadRequest):
    code = "pool_too_large"
    message = "The workers' pay of one bounty is at most 10,000.00 USD in all: lower the price or the number of spots."


class OwnBounty(Forbidden):
    code = "own_bounty"
    message = "You can't apply to your own bounty."


class ProfileIncomplete(Forbidden):
    code = "profile_incomplete"
    message = "Complete your profile first: PATCH /api/humans/me. GET /api/humans/me shows isProfileComplete."


class AlreadyApplied(Conflict):
    code = "already_applied"
    message = "You have applied to this bounty already."


class BountyNotOpen(Conflict):
    code = "bounty_not_open"
    message = "This bounty takes no applications right now."


class DeadlinePassed(Conflict):
    code = "deadline_passed"
    message = "The deadline for applications has passed."


class NoSpotsLeft(Conflict):
    code = "no_spots_left"
    message = "All spots are taken. The application stays pending; accept it when a spot opens again."


class ConfirmationWindowClosed(Conflict):
    code = "confirmation_window_closed"
    message = "The two hours for confirming this seat are over; it goes back to the listing."


class SeatNotConfirmed(Conflict):
    code = "seat_not_confirmed"
    message = "Confirm your seat first: POST /api/bounties/{id}/applications/{appId}/confirm."


class SubmissionInReview(Conflict):
    code = "submission_in_review"
    message = "Your last submission is being reviewed. Wait for the answer before sending another."


class WorkersHired(Conflict):
    code = "workers_hired"
    message = "Somebody is hired for this bounty. Release, cancel or finish the seats first."
