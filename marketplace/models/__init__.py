from marketplace.models.accounts import Account
from marketplace.models.files import File
from marketplace.models.idempotency import IdempotencyRecord
from marketplace.models.keys import ApiKey
from marketplace.models.limits import RateTier
from marketplace.models.mails import Mail
from marketplace.models.signup import SignupCode

__all__ = ("Account", "ApiKey", "File", "IdempotencyRecord", "Mail", "RateTier", "SignupCode")
