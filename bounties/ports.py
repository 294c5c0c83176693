"""The socket of the managed products: what a product's bounty allows and requires, and which task reconciles it."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, TypedDict
from uuid import UUID

from bounties.models import Application, Bounty
from marketplace.models import Account, File
from marketplace.ports import Registry


class SentFinding(TypedDict):
    """A fault that a tester found, as `FindingIn` reads it."""

    title: str
    steps: str
    expected: str
    actual: str
    severity: str  # one of rules.submissions.SEVERITIES
    file_ids: list[str]  # `file:0` is the first file of the submission


class ProductPart(TypedDict, total=False):
    """The fields of a submission that belong to a product: the findings of a test, or a vote."""

    findings: list[SentFinding]
    vote: str  # the label of an artifact
    reason: str
    file_ids: list[str]  # `file:0` is the first file of the submission


class Product:
    """One kind of managed bounty (rules.bounties.MANAGED). A product overrides what it needs; none of these methods writes.

    A product is never called when its bounty changes: the bounty is marked dirty (`events.mark_dirty`), and the product's
    task reconciles it, locking the product's row first (`services.products.reconcile_dirty`).
    """

    task = "bounties.reconcile_products"  # reconciles dirty bounties of this kind
    # Actions of the bounty routes that only the product may take -> what to do instead, for the 409. They are apply, submit,
    # accept, reject, unreject, expire, review and cancel. `expire` covers every way in which the owner ends a hired seat,
    # also the withdrawal of an unconfirmed one and cancelling its escrow; `cancel` also cancelling the pool.
    reserved: Mapping[str, str] = {}
    # What pages say of the work: the bounty's hours are those within which it is handed in, not those that it takes; what is sent
    # is taken by rules and paid at once; the description is the product's (`rules.listings`), not the owner's.
    hours_are_limit = takes_by_rules = writes_listing = False

    def office_url(self, bounty: Bounty) -> str:
        """The url, for mails, at which the owner reads and makes the decisions that the product leaves to them. Decisions go to
        `…/escalations/{applicationId}` below it. Empty: the bounty's own routes."""
        return ""

    def apply_page(self, bounty: Bounty) -> str:
        """Path of the page on which people apply; empty: the ordinary one."""
        return ""

    def work_page(self, application: Application) -> str:
        """Path of the page on which the hired person does the work; empty: the page of the seat."""
        return ""

    def applications_to_decide(self, bounty: Bounty) -> Collection[UUID] | None:
        """Applications that the owner has to decide. None: all pending ones."""
        return None

    def check_applicant(self, bounty: Bounty, account: Account) -> None:
        """Whether this person may apply, besides the usual checks. Raises a Problem (403)."""

    def due(self, bounty: Bounty, application: Application, now: datetime) -> datetime | None:
        """The deadline (UTC) of the work of a seat that is accepted now; no confirmation is needed then. None: the person
        confirms as usual, and the bounty's own windows apply."""
        return None

    def due_once_confirmed(self, bounty: Bounty, application: Application, now: datetime) -> datetime | None:
        """The deadline (UTC) of the work of a seat that is confirmed now. None: the bounty's own window applies."""
        return None

    def read_submission(
        self, bounty: Bounty, application: Application, sent: ProductPart, files: Sequence[File]
    ) -> dict[str, Any]:
        """Validate and return the product's part of a submission (findings, a vote), as it is stored in `Submission.form`.
        `files`: those sent along, in order. Raises Invalid (400)."""
        return {}

    def words_of_ours(self, bounty: Bounty) -> Sequence[str]:
        """What the product wrote itself in the messages that go out in the owner's name, as templates: a case doesn't quote it as
        theirs."""
        return ()

    def simulated_part(self, bounty: Bounty, handle: str) -> dict[str, Any]:
        """What the sandbox's simulated person `handle` sends as the product's part of a submission: fields of `EvidenceForm`, of
        which `files` are added to those that the bounty's kinds of evidence take."""
        return {}


products: Registry[Product] = Registry("managed product")
