"""What an agent asks to spend for, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.web import acts
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


def kind(row: Approval) -> str:
    """What the money is for, in a few words."""
    plan = row.planned
    return str(KINDS.get(plan.type) or plan.description)


def title(row: Approval) -> str:
    """What is asked: Post a job: Photo of the opening hours."""
    asks, named = acts.of_operation(row.operation_id) or kind(row), row.planned.title
    return _("%(what)s: %(title)s") % {"what": asks, "title": named} if named else asks
