from marketplace.models.accountability import Proposal, SettingChange, StaffEntry, StaffLogHead
from marketplace.models.accounts import Account
from marketplace.models.beats import BeatPlace, HeldPlace, TimerTurn
from marketplace.models.calls import Call
from marketplace.models.connectors import Connector
from marketplace.models.countries import BlockedCountry
from marketplace.models.devices import Device, Push
from marketplace.models.erasures import Erasure, PrivateRead
from marketplace.models.exports import Export
from marketplace.models.files import File, OrphanedFile, Thumbnail
from marketplace.models.idempotency import IdempotencyRecord
from marketplace.models.identities import Identity
from marketplace.models.keeping import KeepingTime
from marketplace.models.keys import ApiKey
from marketplace.models.limits import RateTier
from marketplace.models.mails import Mail
from marketplace.models.members import Invitation, Membership
from marketplace.models.restrictions import AccountRestriction
from marketplace.models.signup import SignupCode
from marketplace.models.staff_limits import StaffLimit
from marketplace.models.status import StatusDay
from marketplace.models.support import SupportReport
from marketplace.models.switches import Switch

__all__ = (
    "Account",
    "AccountRestriction",
    "ApiKey",
    "BeatPlace",
    "BlockedCountry",
    "Call",
    "Connector",
    "Device",
    "Erasure",
    "Export",
    "File",
    "HeldPlace",
    "IdempotencyRecord",
    "Identity",
    "Invitation",
    "KeepingTime",
    "Mail",
    "Membership",
    "OrphanedFile",
    "PrivateRead",
    "Proposal",
    "Push",
    "RateTier",
    "SettingChange",
    "SignupCode",
    "StaffEntry",
    "StaffLimit",
    "StaffLogHead",
    "StatusDay",
    "SupportReport",
    "Switch",
    "Thumbnail",
    "TimerTurn",
)
