"""Who else acts for an account. Its own person is no row here: they are its owner as long as the account exists."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from marketplace.core import clock, rights
from marketplace.models.base import Row

_ROLES = [(role, role) for role in rights.ROLES]


class Membership(Row):
    """A person who acts for an account that is not their own, until it is ended. Ended ones stay, as the record of who could."""

    PREFIX = "mbr"

    account = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="members")
    person = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=8, choices=_ROLES)
    invited_by = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "person"], condition=Q(ended_at=None), name="membership_open_once"
            ),
            models.CheckConstraint(condition=~Q(account=F("person")), name="membership_of_another"),
            models.CheckConstraint(condition=Q(role__in=rights.ROLES), name="membership_role"),
        ]
        indexes = [models.Index(fields=["person"], condition=Q(ended_at=None), name="membership_of_person")]


class Invitation(Row):
    """A mail that invites its address to become a member. Only the digest of its token is stored."""

    PREFIX = "ivt"

    account = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="invitations", db_index=False
    )
    email = models.EmailField(max_length=254)
    role = models.CharField(max_length=8, choices=_ROLES)
    digest = models.BinaryField(max_length=32, unique=True)
    invited_by = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "member invitation"
        constraints = [
            models.UniqueConstraint(
                "account",
                Lower("email"),
                condition=Q(accepted_at=None, revoked_at=None),
                name="invitation_open_once",
            ),
            models.CheckConstraint(condition=Q(role__in=rights.ROLES), name="invitation_role"),
        ]
        indexes = [models.Index(fields=["account", "-id"], name="invitation_of_account")]

    @property
    def state(self) -> str:
        """pending, accepted, revoked or expired."""
        if self.accepted_at is not None:
            return "accepted"
        if self.revoked_at is not None:
            return "revoked"
        return "pending" if self.expires_at > clock.now() else "expired"
