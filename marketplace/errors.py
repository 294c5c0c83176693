"""The codes of this step, each named once."""

from marketplace.core.errors import BadRequest, Conflict, Forbidden, TooManyRequests, Unauthorized, Unavailable


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
    # Without Retry-After: no waiting makes this code good again.
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


class KeyLimitReached(Conflict):
    code = "key_limit_reached"
    message = "An account has at most 25 active API keys. Revoke one with DELETE /api/keys/{id} first."


class KeyRevoked(Conflict):
    code = "key_revoked"
    message = "This key was revoked, for good. Make another one with POST /api/keys."


class InvalidCursor(BadRequest):
    code = "invalid_cursor"
    message = "This cursor belongs to another list or other filters. Start again without a cursor."


class InvalidLimit(BadRequest):
    code = "invalid_limit"


class IdempotencyKeyMismatch(BadRequest):
    code = "idempotency_key_mismatch"
    message = "The Idempotency-Key header and the idempotencyKey field differ. Send one of them."
