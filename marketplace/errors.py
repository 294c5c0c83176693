"""Error codes of this app, each defined once."""

from typing import Any

from marketplace.core.errors import (
    BadRequest,
    Conflict,
    Forbidden,
    Gone,
    TooLarge,
    TooManyRequests,
    Unauthorized,
    Unavailable,
)

_ASK = "Its owner changes that, signed in:"


class InvalidCredentials(Unauthorized):
    code = "invalid_credentials"
    message = "This API key or session token is not valid (any more). Sign in again, or make a new key."


class MixedCredentials(Unauthorized):
    code = "mixed_credentials"
    message = "The request carries credentials of two accounts. Send one."


class SessionRequired(Forbidden):
    code = "session_required"
    message = "This takes a person's session: sign in at /api/auth/app/v1/auth/login and send X-Session-Token."


class ApiKeyRequired(Forbidden):
    code = "api_key_required"
    message = "This takes an API key: make one with POST /api/keys and send it as X-API-Key."


class NotByConnector(ApiKeyRequired):
    message = (
        "A connected program can't do this, so that disconnecting it ends all that it may do. The account's owner does it signed "
        "in, or with an API key."
    )


class ScopeNotAllowed(Forbidden):
    """403. The owner gave this key or program other scopes; `scope` is the missing one."""

    code = "scope_not_allowed"

    def __init__(self, *, scope: str, allowed: list[str], where: str) -> None:
        super().__init__(
            f"This credential lacks the scope {scope}, so nothing was done. {_ASK} {where}.",
            scope=scope,
            allowedScopes=allowed,
        )


class CategoryNotAllowed(Forbidden):
    """403. `category` is the job's, empty for a job without one."""

    code = "category_not_allowed"

    def __init__(self, *, category: str, allowed: list[str], where: str) -> None:
        which = f"work of the category {category}" if category else "work without a category"
        super().__init__(
            f"This credential may not spend on {which}; it may on: {', '.join(allowed) or 'nothing'}. {_ASK} {where}.",
            category=category,
            allowedCategories=allowed,
        )


class CountryNotAllowed(Forbidden):
    """403. `countries` are those of the job that are not allowed; empty for a remote job that takes people from everywhere."""

    code = "country_not_allowed"

    def __init__(self, *, found: list[str], allowed: list[str], where: str) -> None:
        which = (
            f"work in {', '.join(found)}" if found else "work that people may do from any country (supportedCountries)"
        )
        super().__init__(
            f"This credential may not spend on {which}; it may in: {', '.join(allowed) or 'none'}. {_ASK} {where}.",
            countries=found,
            allowedCountries=allowed,
        )


class LimitedCredential(Forbidden):
    code = "limited_credential"
    message = "This key has limits of its own, so it makes no other keys. Its owner does it, signed in: POST /api/keys."


class TermsNotCurrent(Conflict):
    code = "terms_not_current"
    message = "The terms have changed once more. Read them again, then accept them."


class ExportTooSoon(Conflict):
    code = "export_too_soon"
    message = "A copy of your data was made within the last 24 hours. Fetch that one, or ask again later."


class AccountInUse(Conflict):
    code = "account_in_use"
    message = "This account still has money, work or disputes that are not settled. Nothing was changed."


class ProofNeeded(Forbidden):
    code = "proof_needed"
    message = (
        "Show once more that it is you, and call again within five minutes: POST /api/auth/app/v1/auth/reauthenticate with the "
        "password, .../auth/2fa/reauthenticate with a code of the app, or a new sign-in by a mailed code. Nothing was changed."
    )


class UnsupportedCurrency(BadRequest):
    code = "unsupported_currency"
    message = "Everything here is in US dollars: leave currency out, or send USD."


class OperatorRequired(Forbidden):
    code = "operator_required"
    message = "Only operators may do that."


class TermsNotAccepted(BadRequest):
    code = "terms_not_accepted"
    message = "Set acceptTerms to true after reading the terms and the privacy policy."


class CountryRequired(BadRequest):
    code = "country_required"
    message = "Give the country you operate from, as a code (US) or a name (United States)."


class InvalidCountry(BadRequest):
    code = "invalid_country"
    message = "This country is not known. Give an ISO 3166 code such as US, or an English name."


class CityRequired(BadRequest):
    code = "city_required"
    message = "Give the city you operate from (2 to 100 characters)."


class InvalidCode(BadRequest):
    code = "invalid_code"
    message = "This code does not fit. Check the newest mail, or ask for a new code with POST /api/agents/signup."


class CodeExpired(BadRequest):
    code = "code_expired"
    message = "This code is older than 15 minutes. Ask for a new one with POST /api/agents/signup."


class TooManyAttempts(TooManyRequests):
    code = "too_many_attempts"
    message = "Five wrong tries: this code is burnt, and waiting does not help. Ask for a new one with POST /api/agents/signup."


class AccountExists(Conflict):
    code = "account_exists"
    message = "An account with this e-mail address exists. Sign in and make a key with POST /api/keys."


class CountryBlocked(Forbidden):
    code = "country_blocked"
    message = "This service does no business in that country."


class MailUnavailable(Unavailable):
    code = "mail_unavailable"
    message = "The mail with the code could not be written. Nothing was changed; try again."


class InvalidSignature(Unauthorized):
    code = "invalid_signature"
    message = (
        "The signature of this agent identity does not fit. Sign `<timestamp>:<agentId>:<action>` anew, or send none."
    )


class SignupSignature(BadRequest):
    code = "invalid_signature"
    message = "The signature of this agent identity does not fit. Sign `<timestamp>:<agentId>:register_identity` anew."


class IdentityTaken(Conflict):
    code = "identity_taken"
    message = "This agent identity belongs to another account. Make a new Ed25519 key pair and register that."


class StorageUnavailable(Unavailable):
    code = "storage_unavailable"
    message = "Files can't be stored or read right now. Nothing was changed; try again shortly."


class KeyLimitReached(Conflict):
    code = "key_limit_reached"
    message = "An account has at most 25 active API keys. Revoke one with DELETE /api/keys/{id} first."


class NotAMember(Forbidden):
    code = "not_a_member"
    message = "You are not a member of that account any more, so nothing was done. You act for your own account again."


class AccountSwitched(Conflict):
    code = "account_switched"
    message = "You act for another account than when this page was loaded, so nothing was done. Load the page anew."


class AlreadyMember(Conflict):
    code = "already_member"
    message = "This person is a member of the account already."


class MemberLimitReached(Conflict):
    code = "member_limit_reached"
    message = "An account has at most 50 members, with the invitations that wait, and a person is a member of at most 50 accounts."


class FoundingOwner(Conflict):
    code = "founding_owner"
    message = "The account's own person stays its owner, so that it is never without one. They can close the account."


class StaffAccount(Forbidden):
    code = "staff_account"
    message = "Accounts of our staff have no members, and are members of no account."


class InvitationForAnother(Forbidden):
    code = "invitation_for_another_address"
    message = (
        "This invitation was mailed to another address. Sign in with the account of that address, and confirm it there."
    )


class KeyRevoked(Conflict):
    code = "key_revoked"
    message = "This key was revoked, for good. Make another one with POST /api/keys."


class InvalidCursor(BadRequest):
    code = "invalid_cursor"
    message = "This cursor belongs to another list or other filters. Start again without a cursor."


class InvalidLimit(BadRequest):
    code = "invalid_limit"


class IdempotencyKeyRequired(BadRequest):
    code = "idempotency_key_required"
    message = "Send idempotencyKey, or an Idempotency-Key header, so that a repeated request has no second effect."
    in_header = (
        "Send an Idempotency-Key header (here a field idempotencyKey does not do), so that a repeated request has no second "
        "effect."
    )


class IdempotencyKeyMismatch(BadRequest):
    code = "idempotency_key_mismatch"
    message = "The Idempotency-Key header and the idempotencyKey field differ. Send one of them."


class PairingRetired(Gone):
    code = "route_retired"
    message = (
        "Agents are not paired by a code any more. Use a key of the account: POST /api/agents/signup opens an account by a "
        "mailed code, and POST /api/keys makes keys for whoever has one."
    )


class BookingsPaused(Forbidden):
    code = "service_bookings_unavailable"
    message = (
        "Bookings are paused, and nothing was charged. Hire the person directly with POST /api/escrow/agent-checkout, or post "
        "what is to be done with POST /api/bounties."
    )


class ProductUnavailable(Unavailable):
    """An operator has switched off a managed product; the message is the operator's, if there is one."""

    code = "product_unavailable"
    message = "This product is switched off for now. Nothing was charged."

    def __init__(self, message: str | None = None, **rest: Any) -> None:
        super().__init__(message, retry_after=3600, **rest)


class InvalidRecording(BadRequest):
    code = "invalid_recording"
    message = "This is no WAV file that can be used."


class RecordingTooLarge(TooLarge):
    """Raised from the Content-Length, before any of the recording is read."""

    code = "recording_too_large"
    message = "This recording is larger than this address takes."


class AccountRestricted(Forbidden):
    """403. Staff have restricted the account; `restricted` is what was asked for, `until` when it ends (None: not set)."""

    code = "account_restricted"
    message = "Our staff have restricted this account, so nothing was done."


class SecondPersonNeeded(Forbidden):
    code = "second_person_needed"
    message = "This takes two operators: propose it, and another operator approves it."


class ProposalOutdated(Conflict):
    code = "proposal_outdated"
    message = "What it is about is no longer as it was when this was proposed. Nothing was changed: propose it again."


class ProposalOpen(Conflict):
    code = "proposal_open"
    message = "A change of this row is proposed already. It is approved, declined or withdrawn first."
