"""The error codes of this app, each named once."""

from marketplace.core.errors import BadRequest, Conflict, Forbidden, Gone
from marketplace.core.money import format_usd
from wallet.errors import InsufficientFunds


class NotOwner(Forbidden):
    code = "not_owner"
    message = "Only the owner of this bounty may do that."


class NotYourSeat(Forbidden):
    code = "not_your_seat"
    message = "This application belongs to another person."


class PoolTooLarge(BadRequest):
    code = "pool_too_large"
    message = "The workers' pay of one bounty is at most 10,000.00 USD in all: lower the price or the number of spots."


class SeatTooSmall(BadRequest):
    code = "seat_too_small"
    message = "price x estimatedHours comes to less than a cent for one worker: raise one of them."


class PayBelowMinimum(BadRequest):
    """400. All sums in cents: what an hour must pay in `area`, and the least `price` of this bounty that pays it."""

    code = "pay_below_minimum"

    def __init__(self, *, area: str, hourly_cents: int, price_cents: int, per_hour: bool) -> None:
        what = "an hour" if per_hour else "a seat of these hours"
        super().__init__(
            f"An hour on site in {area} pays at least {format_usd(hourly_cents)}: give a price of {format_usd(price_cents)} "
            f"or more for {what}.",
            area=area,
            minimumHourlyCents=hourly_cents,
            minimumPriceCents=price_cents,
            fields={"price": [f"At least {format_usd(price_cents)} here."]},
        )


class CostChanged(Conflict):
    code = "cost_changed"
    message = "This costs another sum than when it was looked at. Look at it again, and confirm that sum."


class OwnBounty(Forbidden):
    code = "own_bounty"
    message = "You can't apply to your own bounty."


class NotEligible(Forbidden):
    code = "not_eligible"
    message = "You can't apply to this bounty. GET /api/bounties lists others."  # does not reveal which rule refused


class IdentityRequired(Forbidden):
    code = "identity_required"
    message = "This bounty takes people with a verified identity only. Verify yours once, then apply again."


class LinkedinRequired(Forbidden):
    code = "linkedin_required"
    message = "This bounty takes people with a verified LinkedIn account only. Connect yours, then apply again."


class MicCheckRequired(Forbidden):
    code = "mic_check_required"
    message = "Record a microphone sample first: GET /api/bounties/{id}/mic-check shows how you stand."


class MicCheckNotRequired(BadRequest):
    code = "mic_check_not_required"
    message = "This bounty asks for no microphone sample."


class LanguageProficiencyNotRequired(BadRequest):
    code = "language_proficiency_not_required"
    message = "This bounty asks for no language level."


class LanguageProficiencyRequired(Forbidden):
    code = "language_proficiency_required"
    message = "Pass the language check first: GET /api/bounties/{id}/language-proficiency shows how you stand."


class LocationRequired(Forbidden):
    code = "location_required"
    message = (
        "This bounty takes people in certain countries only. Send where your device is in the X-Application-Location "
        'header: {"lat", "lng", "accuracyM", "capturedAt"} (epoch milliseconds).'
    )


class CountryNotAllowed(Forbidden):
    code = "country_not_allowed"
    message = "This bounty takes no applications from where you are."


class IntakeClosed(Forbidden):
    code = "intake_closed"
    message = "Applications from your country are closed for this bounty."


class OwnHire(BadRequest):
    code = "own_hire"
    message = "You can't hire yourself. Give the profile id of another person."


class OverlappingShift(Conflict):
    code = "overlapping_shift"
    message = (
        "The applicant is hired for another shift at that time. Nothing was charged; the application stays pending."
    )


class NoTermsChanged(Conflict):
    code = "no_terms_changed"
    message = "The terms of this work have not changed, or you have accepted the change already."


class TermsChangedAgain(Conflict):
    code = "terms_changed_again"
    message = "The terms were changed again since you saw them. GET /api/work shows the difference; accept that one."


class TermsWindowClosed(Conflict):
    code = "terms_window_closed"
    message = (
        "The 48 hours for leaving because of this change are over. The terms that you agreed to count; accept the new ones, or "
        "withdraw as from any work."
    )


class NotWithdrawable(Conflict):
    code = "evidence_exists"
    message = "Evidence was sent for this seat, so it can't be given back: wait for the review."


class LanguageProficiencyUnsatisfied(Conflict):
    code = "language_proficiency_unsatisfied"
    message = (
        "The applicant has not shown the language level that this bounty asks for. Nothing was charged; the application "
        "stays pending."
    )


class StartWindowClosed(Conflict):
    code = "start_window_closed"
    message = "The time for starting is over; this seat goes back to the listing."


class CompletionWindowClosed(Conflict):
    code = "completion_window_closed"
    message = "The time for finishing is over; this seat goes back to the listing."


class ExtensionPending(Conflict):
    code = "extension_pending"
    message = "Your last request for more time has no answer yet. Wait for it."


class NoExtensionPending(Conflict):
    code = "no_extension_pending"
    message = "There is no request for more time to decide. Use grant with hours to give some all the same."


class FieldNotEditable(BadRequest):
    code = "field_not_editable"


class ManagedBounty(Conflict):
    code = "managed_bounty"
    message = "This bounty belongs to a managed product, which edits it itself."


class CompletionQuestionsLocked(Conflict):
    code = "completion_questions_locked"
    message = "Somebody has applied, so the completion questions stay as they are."


class WalletImpactConfirmationRequired(Conflict):
    code = "wallet_impact_confirmation_required"
    message = (
        "This edit takes money from your wallet. Send it again with walletImpactAcknowledged true and walletImpactCents "
        "as named here in cents."
    )


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
    message = (
        "All spots are taken. Add one, or wait for one that opens again; once every hired person has confirmed, the others "
        "are turned down."
    )


class ConfirmationWindowClosed(Conflict):
    code = "confirmation_window_closed"
    message = "The two hours for confirming this seat are over; it goes back to the listing."


class SeatNotConfirmed(Conflict):
    code = "seat_not_confirmed"
    message = "Confirm your seat first: POST /api/bounties/{id}/applications/{appId}/confirm."


class SubmissionInReview(Conflict):
    code = "submission_in_review"
    message = "Your last submission is being reviewed. Wait for the answer before sending another."


class NothingToContest(Conflict):
    code = "nothing_to_contest"
    message = (
        "There is nothing to contest here: contest a rejection or redo within 7 days of it, while the seat is open, or work that "
        "nobody has looked at for 72 hours and that no clock accepts. GET /api/work shows your seats."
    )


class AlreadyContested(Conflict):
    code = "already_contested"
    message = "Our staff look at this seat already: GET /api/work shows the case and until when they decide."


class WorkersHired(Conflict):
    code = "workers_hired"
    message = (
        "Somebody is hired for this bounty, so it can't be ended as a whole. Pause it, lower spotsAvailable to what is "
        "filled, or expire a seat that has not delivered."
    )


class NoReceiptYet(Conflict):
    code = "no_receipt_yet"
    message = "Nothing was released for this bounty yet. The receipt lists what was: POST /api/escrow/{id}/release."


class BillingAddressRequired(Conflict):
    code = "billing_address_required"
    message = "There is no address to send this to. Set billingEmail with PATCH /api/humans/me, then send again."


class NotACollection(Conflict):
    code = "not_a_collection"
    message = (
        "This bounty collects no uploads: its submissionMode is application. See GET /api/bounties/{id}/submissions."
    )


class AmountMismatch(Conflict):
    """409. Both sums in cents: the worker's pay, and what it takes with the fee."""

    code = "amount_mismatch"

    def __init__(self, *, price_cents: int, total_cents: int) -> None:
        super().__init__(
            f"This seat pays {format_usd(price_cents)} and takes {format_usd(total_cents)} with the fee; another amount was "
            "asked for or offered, so nothing was charged. Change the price first: PATCH /api/bounties/{id}.",
            workerPayoutCents=price_cents,
            expectedCents=total_cents,
        )


class ConversationNotPayable(Conflict):
    code = "conversation_not_payable"
    message = (
        "This conversation is about no application and has no payment offer, so there is nothing to pay for. Name bountyId "
        "and applicationId, send an offer, or hire this person: POST /api/escrow/agent-checkout."
    )


class NoOutreach(Conflict):
    code = "no_outreach"
    message = (
        "Nobody is invited to this bounty: it is private, hires a person by name, or belongs to a managed product."
    )


class BoostNotAvailable(Conflict):
    code = "boost_not_available"
    message = "Invitations were boosted in the last 24 hours. Boost again from boostAvailableAt on."


class PictureWaits(InsufficientFunds):
    """402. The request is kept, and its own page pays for it; all figures in cents."""

    def __init__(
        self,
        *,
        required_cents: int,
        balance_cents: int,
        until: str,
        picture_id: str,
        page: str,
        headers: dict[str, str],
    ) -> None:
        super().__init__(required_cents=required_cents, balance_cents=balance_cents)
        self.message = (
            f"This picture takes {format_usd(required_cents)}, and the wallet holds {format_usd(balance_cents)}. The request is "
            f"kept until its target, {until}, and starts by itself once the wallet covers it: a person can pay at fundingUrl, "
            "or POST /api/wallet/deposit. The same key is the same request; poll it at Content-Location."
        )
        self.extra |= {"pictureId": picture_id, "fundingUrl": page}
        self.headers |= headers


class PictureUnfulfilled(Gone):
    code = "picture_unfulfilled"
    message = "Nobody took this picture in time, and its money is back in your wallet. Ask again with a new key."


class NotAssigned(Forbidden):
    code = "not_assigned"
    message = "The text is shown to the person who is hired for it, as long as the work goes on. You are not."


class QuoteExpired(Gone):
    code = "quote_expired"
    message = "This quote is over. Ask for another one: POST /api/cake-orders/quote."


class AlreadyPlaying(Conflict):
    code = "already_playing"
    message = "This person plays in this bounty already. Stop that play first, or take somebody else."


class NotPlayable(Conflict):
    code = "not_playable"
    message = (
        "This script is not for this kind of bounty: `rewrites` is for humanizations, `takes_picture` for pictures, `votes` for "
        "taste runs, `tests` for QA runs, the others are for ordinary bounties. Leave script out for the right one. Direct hires "
        "and cakes take nobody who plays."
    )
