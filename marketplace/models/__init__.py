from marketplace.models.accounts import Account
from marketplace.models.calls import Call
from marketplace.models.connectors import Connector
from marketplace.models.countries import BlockedCountry
from marketplace.models.devices import Device, Push
from marketplace.models.exports import Export
from marketplace.models.files import File, OrphanedFile, Thumbnail
from marketplace.models.idempotency import IdempotencyRecord
from marketplace.models.identities import Identity
from marketplace.models.keys import ApiKey
from marketplace.models.limits import RateTier
from marketplace.models.mails import Mail
from marketplace.models.members import Invitation, Membership
from marketplace.models.signup import SignupCode
from marketplace.models.support import SupportReport
from marketplace.models.switches import Switch

__all__ = (
    "Account",
    "ApiKey",
    "BlockedCountry",
    "Call",
    "Connector",
    "Device",
    "Export",
    "File",
    "IdempotencyRecord",
    "Identity",
    "Invitation",
    "Mail",
    "Membership",
    "OrphanedFile",
    "Push",
    "RateTier",
    "SignupCode",
    "SupportReport",
    "Switch",
    "Thumbnail",
)
