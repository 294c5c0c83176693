"""/owner/jobs/{id}/edit: change one's own job. What the wallet pays or gets back is said, and confirmed, before it is saved."""

import json
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from bounties.errors import WalletImpactConfirmationRequired
from bounties.models import Bounty
from bounties.pages import edit_form
from bounties.pages.owned import OwnedPage
from bounties.pages.posting import EVIDENCE
from bounties.rules.bounties import MANAGED
from bounties.selectors import access, listing, policies, terms
from bounties.serializers.bounties import render_own
from bounties.serializers.edits import LOCKED_BY_APPLICANTS, BountyPatch, without_echoes
from bounties.services import edits
from bounties.services.edits import Edited
from marketplace.core import countries, rights
from marketplace.core.errors import Invalid
from marketplace.web import inputs
from marketplace.web.drafts import Refused
from marketplace.web.formats import cents_words


class OwnedEdit(OwnedPage):
    template = "bounties/owned_edit.html"
    least = rights.MANAGER  # the page is nothing but its form
    operations = {"edit": "editBounty"}
    impact = 0

    def show(self, bounty_id: str) -> dict[str, Any]:
        bounty = self.owned(bounty_id)
        value = edit_form.texts(_own(bounty))
        return self.head(bounty, "edit") | {
            "value": value,
            "was": json.dumps(value),
            "unit": bounty.unit,
            "total": bounty.unit.total * bounty.spots_available,
            "hired_count": terms.asked_when_changed(bounty),
            "may_edit": bounty.kind not in MANAGED and bounty.status in edits.EDITABLE,
            "categories": [("", _("None")), *((slug, _category(slug)) for slug in policies.categories())],
            "countries": [("", _("None")), *countries.choices()],
            "evidence": EVIDENCE,
            "zone": timezone.get_current_timezone_name(),
            "city": value["location.city"],
            "state": value["location.state"],
            "country": value["location.country"],
            "remote": value["location.isRemoteAllowed"],
            "impact": self.impact,  # what is confirmed by the next press
            "back": max(0, -self.impact),
            "again": f"/owner/jobs/new?from={bounty.public_id}",
        }

    def render(self, ids: dict[str, str], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        self.impact = refused.extra.get("cents", 0) if refused is not None else 0
        return super().render(ids, refused=refused, status=status)

    def act_edit(self, bounty_id: str) -> HttpResponse:
        """Send what differs from what the page showed, as PATCH /api/bounties/{id} takes it."""
        shown = _own(access.editable_bounty(self.actor, bounty_id, lock=False))
        body = without_echoes(edit_form.body(self.request.POST, self._was()), shown)
        changes = self.read(BountyPatch, body)
        locked = [name for name in LOCKED_BY_APPLICANTS if name in body]
        agreed = inputs.number(self.request.POST.get("walletImpactCents", ""))

        def perform() -> Edited:
            if not body:  # not asked of a repetition, after which nothing differs any more
                raise Invalid({}, _("Nothing is changed yet."))
            done = edits.edit(
                self.actor,
                bounty_id,
                changes,
                locked_names=locked,
                acknowledged=agreed is not None,
                expected_cents=agreed if isinstance(agreed, int) else None,
            )
            if (
                done.cents < 0 and agreed != done.cents
            ):  # what comes back is confirmed, too; until then nothing is changed
                raise WalletImpactConfirmationRequired(direction="credit", cents=done.cents)
            return done

        return self.once(perform, to=f"/owner/jobs/{bounty_id}", said=_said)

    def _was(self) -> dict[str, Any]:
        """What the fields held when the page was made."""
        try:
            was = json.loads(self.request.POST.get("was", ""))
        except ValueError:
            was = None
        if not isinstance(was, dict):
            raise Invalid({}, _("This form is not from our page. Load the page anew, and send it again."))
        return was


def _said(done: Edited) -> str:
    if done.checkout is not None:
        return _("Your wallet holds too little. Pay the rest on the page below: then the change is made.")
    if done.cents > 0:
        return _("Saved. %s was taken from your wallet.") % cents_words(done.cents)
    if done.cents < 0:
        return _("Saved. %s is back in your wallet.") % cents_words(-done.cents)
    return _("Saved.")


def _own(bounty: Bounty) -> dict[str, Any]:
    return render_own(bounty, listing.hired_profile_ids(bounty))


def _category(slug: str) -> str:
    return slug.replace("-", " ").capitalize()
