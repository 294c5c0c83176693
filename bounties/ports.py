"""Sockets for the managed products: what a bounty of theirs lets people do, asks of them, and who looks when it stirs."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from bounties.models import Application, Bounty
from marketplace.models import Account, File
from marketplace.ports import Registry


class Product:
    """One kind of managed bounty (rules.bounties.MANAGED). A product overrides what it needs; none of these writes.

    Whatever happens on its bounty, the product is not called: the bounty is marked dirty (`events.mark_dirty`), and the product's
    task looks at it under locks of its own, taken from the top step down (`services.products.follow`).
    """

    task = "bounties.follow_products"  # works on dirty bounties of this kind
    # Verbs of the bounty routes that the product keeps to itself -> what to do instead, for the refusal. They are apply,
    # submit, accept, reject, unreject, expire, review and cancel. `expire` stands for every way in which the owner ends a
    # hired seat: also his withdrawal of an unconfirmed one, and cancelling its escrow; `cancel` also for that of the pool.
    kept: Mapping[str, str] = {}

    def office_url(self, bounty: Bounty) -> str:
        """The address at which its owner reads and decides what the product leaves to him, for mails to him. Decisions go to
        `…/escalations/{applicationId}` below it. Empty: he does it with the bounty's own routes."""
        return ""

    def asks_about(self, bounty: Bounty) -> Collection[UUID] | None:
        """The applications that its owner is asked to decide. None: all that wait."""
        return None

    def check_applicant(self, bounty: Bounty, account: Account) -> None:
        """May this person apply? Asked beside the usual gates. Raises a Problem (403)."""

    def due(self, bounty: Bounty, application: Application, now: datetime) -> datetime | None:
        """When the work of a seat that is taken now must be there. Naming a time skips the two hours of confirmation:
        whoever applies has said yes. None: the person confirms as everywhere, and the bounty's own windows hold."""
        return None

    def due_once_confirmed(self, bounty: Bounty, application: Application, now: datetime) -> datetime | None:
        """When the work of a seat that its person confirms now must be there. None: the bounty's own window holds."""
        return None

    def read(
        self, bounty: Bounty, application: Application, sent: Mapping[str, Any], files: Sequence[File]
    ) -> dict[str, Any]:
        """What the product asks of a submission (findings, a vote), as it is kept with it. `files` are those sent along,
        in their order. Raises Invalid (400)."""
        return {}


products: Registry[Product] = Registry("managed product")
