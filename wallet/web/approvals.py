"""What an agent asks to spend for, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wallet.models import Approval

# By the plan's type: what the agent would do with the money.
KINDS = {
    "bounty_funding": gettext_lazy("Pay for a job"),
    "bounty_repricing": gettext_lazy("Raise the pay or the places of a job"),
    "service_payment": gettext_lazy("Book a service"),
    "transfer": gettext_lazy("Send money to people"),
    "runs": gettext_lazy("Start tests that pay for themselves each time"),
    "when_funded": gettext_lazy("Order something that starts once the wallet holds enough"),
    "beside_page": gettext_lazy("Use the wallet beside what somebody pays on a page"),
}
# By operation of the API, where that says more than the kind of the plan.
_ASKS = {
    "createBounty": gettext_lazy("Post a job"),
    "createPersonalBounty": gettext_lazy("Post a job for one person"),
    "rentHuman": gettext_lazy("Hire a person"),
    "payForSeat": gettext_lazy("Hire a person"),
    "sendTransfer": gettext_lazy("Send money to a person"),
    "requestPicture": gettext_lazy("Order a picture"),
    "sendCakeOrder": gettext_lazy("Send a cake"),
    "createHumanization": gettext_lazy("Have a text rewritten by a person"),
    "createTasteRun": gettext_lazy("Ask a taste panel"),
}


def kind(row: Approval) -> str:
    """What the agent would do, in a few words."""
    plan = row.planned
    return str(_ASKS.get(row.operation_id) or KINDS.get(plan.type) or plan.description)


def title(row: Approval) -> str:
    """What is asked: Post a job: Photo of the opening hours."""
    named = row.planned.title
    return _("%(kind)s: %(title)s") % {"kind": kind(row), "title": named} if named else kind(row)
