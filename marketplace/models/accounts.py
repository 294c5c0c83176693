from functools import cached_property
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, Group, PermissionsMixin
from django.db import models
from django.db.models import F, Func, Value
from django.db.models.functions import Lower

from marketplace.core import clock, ids, roles
from marketplace.models.base import Row, Rows


class AccountManager(BaseUserManager.from_queryset(Rows)):  # type: ignore[misc]
    def create_user(self, email: str | None, password: str | None = None, **fields: Any) -> "Account":
        account = self.model(email=email, **fields)
        account.set_password(password)
        account.save(using=self._db)
        return account

    def create_superuser(self, username: str, password: str, email: str | None = None, **fields: Any) -> "Account":
        account = self.create_user(email, password, username=username, is_staff=True, is_superuser=True, **fields)
        account.groups.add(Group.objects.get_or_create(name=roles.OPERATOR)[0])
        return account


class Account(Row, AbstractBaseUser, PermissionsMixin):
    """A person, or the owner of an agent. Has two public ids: `usr_…`, shown to itself only, and `prf_…`, shown to others.

    Upper apps store here what the whole program reads: verification, payout state, last activity.
    """

    PREFIX = "usr"

    profile_id = models.UUIDField(default=ids.new, unique=True, editable=False)
    email = models.EmailField(max_length=254, null=True, blank=True)
    username = models.CharField(max_length=30, null=True, blank=True, unique=True)
    name = models.CharField(max_length=100, blank=True)
    phone = models.CharField(max_length=30, null=True, blank=True)
    billing_email = models.EmailField(max_length=254, null=True, blank=True)

    phone_digits = models.GeneratedField(
        expression=Func(F("phone"), Value("[^0-9]"), Value(""), Value("g"), function="regexp_replace"),
        output_field=models.CharField(max_length=30, null=True),
        db_persist=True,
        help_text="The phone as it is compared.",
    )

    # The identity that was bound last, by its `agent_…`: others see it as agentId.
    agent = models.ForeignKey(
        "marketplace.Identity", to_field="agent_id", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    signup_country = models.CharField(max_length=2, blank=True)
    signup_region = models.CharField(max_length=100, blank=True)
    signup_city = models.CharField(max_length=100, blank=True)
    terms_version = models.CharField(max_length=20, blank=True)
    privacy_version = models.CharField(max_length=20, blank=True)
    terms_accepted_at = models.DateTimeField(null=True, blank=True)

    email_verified_at = models.DateTimeField(null=True, blank=True)
    identity_verified_at = models.DateTimeField(null=True, blank=True)
    identity_country = models.CharField(max_length=2, blank=True)
    linkedin_verified_at = models.DateTimeField(null=True, blank=True)
    payouts_onboarded_at = models.DateTimeField(null=True, blank=True)

    # Mail preferences of the owner. Hires, lost seats and payments of a worker are always mailed.
    mail_applications = models.BooleanField(default=True)
    mail_work = models.BooleanField(default=True)
    mail_messages = models.BooleanField(default=True)
    mail_invoices = models.BooleanField(default=True, db_default=True)

    # The same for pushes to the devices on which the owner switched them on.
    push_applications = models.BooleanField(default=True)
    push_work = models.BooleanField(default=True)
    push_messages = models.BooleanField(default=True)
    has_devices = models.BooleanField(
        default=False, help_text="Copied from the devices, so that mailing somebody without one need not look for them."
    )

    time_zone = models.CharField(
        max_length=64, blank=True, help_text="In which pages are written; empty: the browser's. Name of the tz list."
    )

    language = models.CharField(
        max_length=12, blank=True, help_text="In which pages are written; empty: the browser's."
    )
    browser_time_zone = models.CharField(
        max_length=64, blank=True, help_text="What the browser said last: mails are written so."
    )
    browser_language = models.CharField(max_length=12, blank=True, help_text="Likewise.")

    is_active = models.BooleanField(default=True)
    closed_at = models.DateTimeField(null=True, blank=True, help_text="Closed for good by its owner.")
    is_staff = models.BooleanField(default=False, help_text="May sign in to the admin; the group says as what.")
    last_active_at = models.DateTimeField(default=clock.now)

    objects = AccountManager()  # type: ignore[misc]

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("email"), name="account_email_once", violation_error_message="This e-mail is in use."
            ),
        ]
        indexes = [
            models.Index(
                fields=["phone_digits"], condition=models.Q(phone_digits__isnull=False), name="account_phone_digits"
            ),
            models.Index(fields=["id"], condition=models.Q(is_staff=True), name="account_of_staff"),
        ]

    @cached_property
    def role(self) -> str:
        """operator, support, auditor, or empty. The groups are read for staff only, once per object."""
        groups = () if self.is_superuser or not self.is_staff else {group.name for group in self.groups.all()}
        return roles.role_of(is_staff=self.is_staff, is_superuser=self.is_superuser, groups=groups)

    @cached_property
    def may_act_as_staff(self) -> bool:
        """Of staff: an authenticator app is set up, or the setting STAFF_SECOND_FACTOR does not demand one. At most one query, once
        per object."""
        if not settings.STAFF_SECOND_FACTOR:
            return True
        return bool(self.authenticator_set.filter(type="totp").exists())  # type: ignore[attr-defined]  # allauth's

    @property
    def public_profile_id(self) -> str:
        return ids.encode("prf", self.profile_id)

    @property
    def public_agent_id(self) -> str:
        """What others see as agentId: `agent_…` once an identity is bound, else the profile id."""
        return self.agent_id or self.public_profile_id

    @property
    def display_name(self) -> str:
        """What others see as the name: the name, else the username, else a placeholder; never the e-mail address."""
        return self.name or self.username or "Unnamed"

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name

    def __str__(self) -> str:
        """Never the e-mail address: it stands in logs and headings."""
        return self.username or self.public_id
