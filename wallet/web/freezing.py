"""The stop button, the same on each page that has it (`templates/wallet/stop.html`)."""

from datetime import datetime, timedelta
from typing import Final

from django.http import HttpResponse
from django.utils.translation import gettext as _

from marketplace.selectors import calls
from marketplace.web import acts
from marketplace.web.page import Page
from wallet.serializers.wallet import FreezeIn
from wallet.services import controls

_ONE_CALL: Final = timedelta(minutes=1)  # a later line is of another call, which found it stopped


def stopped_by(page: Page, frozen_at: datetime | None) -> str:
    """Who has stopped all spending, for the reader; empty while nobody has, and where the timeline doesn't reach so far back."""
    if frozen_at is None:
        return ""
    ours = [name for name, operation in acts.BY_PAGE.items() if operation == "freezeWallet"]
    found = calls.first_since(page.actor, ["freezeWallet", *ours], frozen_at, within=_ONE_CALL)
    return acts.who(found, page.person.pk) if found is not None else ""


class Freezing(Page):
    """A page with the button. Its context has `frozen_at` and `frozen_reason`."""

    operations = {"freeze": "freezeWallet", "unfreeze": "unfreezeWallet"}

    def act_freeze(self) -> HttpResponse:
        reason = self.read(FreezeIn, self.given("reason"))["reason"]
        return self.once(
            lambda: controls.freeze(self.actor, reason=reason),
            said=_(
                "Stopped: no key, no connected program and no running template can spend. What is owed is still paid."
            ),
        )

    def act_unfreeze(self) -> HttpResponse:
        return self.once(
            lambda: controls.unfreeze(self.actor),
            said=_("Your keys, programs and templates may spend again, within your limits."),
        )
