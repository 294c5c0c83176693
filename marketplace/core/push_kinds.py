"""Which mails are also pushed to a person's devices: what they have to act on, and what brings them money or messages. Data only;
the words are those of the mail's subject.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class PushKind:
    """`page`: the address that it leads to; `{name}` stands for a value of the mail. `until`: the value with the moment after which
    it is of no use. `urgency`: high wakes a phone that saves power, low waits for one that is in use. `matter`: the value that
    names what it is about. `replaces`: a later one about the same page takes its place.
    """

    page: str
    until: str = ""
    urgency: str = "normal"
    matter: str = "title"
    replaces: bool = False


_WORK = "{work_url}"
_OWNED, _PERSON = "{owner_url}", "{person_url}"  # one's own job, and one person on it
_DISPUTE = "{dispute_url}"
_SERVICES = "/profile/services"
# By the name of the mail's template.
PUSH_KINDS: Final = {
    # to act on
    "hired": PushKind(_WORK, until="confirm_by", urgency="high"),
    "nudge": PushKind(_WORK, urgency="high", replaces=True),
    "overdue": PushKind(_WORK, until="ends", urgency="high", replaces=True),
    "silent": PushKind(_WORK, until="ends", urgency="high", replaces=True),
    "sent_back": PushKind(_WORK, until="due", urgency="high"),
    "terms_changed": PushKind(_WORK, until="answer_by", urgency="high", replaces=True),
    "service_requested": PushKind(_SERVICES, until="approve_by", urgency="high"),
    "dispute_opened": PushKind(_DISPUTE, urgency="high"),
    "dispute_asked": PushKind(_DISPUTE, until="due", urgency="high"),
    "dispute_reminder": PushKind(_DISPUTE, until="due", urgency="high"),
    "dispute_offer": PushKind(_DISPUTE, until="due", urgency="high"),
    "dispute_message": PushKind(_DISPUTE),
    "dispute_offer_ended": PushKind(_DISPUTE),
    "approval_requested": PushKind("{page_url}", until="until", urgency="high", replaces=True),
    "account_restricted": PushKind("/settings", replaces=True),
    "payout_failed": PushKind("{withdraw_url}"),
    "topup_off": PushKind("/owner/wallet/controls"),
    "chargeback": PushKind("/owner/wallet"),
    "refund_failed": PushKind("/owner/wallet/refunds"),
    "apply_again": PushKind("{bounty_url}", until="until"),
    "invitation": PushKind("{bounty_url}", until="deadline", urgency="low"),
    # the same for owners
    "owner_update": PushKind(_OWNED, replaces=True),
    "terms_left": PushKind(_PERSON, until="settle_by", urgency="high"),
    "unfilled": PushKind(_OWNED),
    "contested": PushKind(_PERSON),
    "not_raised": PushKind(_OWNED),
    "listing_approved": PushKind(_OWNED),
    "listing_refused": PushKind(_OWNED),
    # what changes where they have to be, and until when
    "extension": PushKind(_WORK),
    "seat_lost": PushKind(_WORK, urgency="high"),
    "dispute_withdrawn": PushKind(_DISPUTE),
    "service_booking": PushKind("{page_url}"),
    "service_ended": PushKind("{page_url}"),
    # money
    "approved": PushKind(_WORK),
    "paid": PushKind("/earnings"),
    "tip": PushKind("/earnings"),
    "payout_paid": PushKind("{withdraw_url}"),
    "dispute_resolved": PushKind(_DISPUTE),
    "dispute_settled": PushKind(_DISPUTE),
    "dispute_appealed": PushKind(_DISPUTE, urgency="high"),
    "appeal_decided": PushKind(_DISPUTE),
    "case_decided": PushKind("{page_url}"),
    # answers and messages
    "rejected": PushKind(_WORK),
    "reviewed": PushKind("{review_url}", urgency="low"),
    "review_answered": PushKind("{conversation_url}", urgency="low"),
    "messages": PushKind("{conversation_url}", matter="subject", replaces=True),
    "support_answer": PushKind("{conversation_url}", matter="summary"),
}
