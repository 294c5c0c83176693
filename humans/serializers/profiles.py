import re
from typing import Any

from django.core.validators import RegexValidator
from rest_framework import serializers

from humans.rules.people import WAYS_OF_WORKING, WEEKDAYS, distinct
from marketplace.api.fields import (
    DollarsField,
    IdField,
    Line,
    MailField,
    StrictBoolean,
    Text,
    TimestampField,
    TimeZoneField,
)
from marketplace.api.serializers import Shape
from marketplace.core import countries
from marketplace.rules import RESERVED_USERNAMES, USERNAME

_USERNAME_WORDS = "Give 3 to 30 of a-z, 0-9 and -, starting with a letter."
_PHONE = re.compile(r"\+?[0-9]{6,15}")
_PHONE_SIGNS = re.compile(r"[\s().\-/]+")
_HH_MM = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


class HomeIn(Shape):
    city = Line(max_length=100, required=False, trim=True, allow_blank=True)
    country = Line(max_length=56, required=False, allow_blank=True)
    is_remote_available = StrictBoolean(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs.get("country"):
            code = countries.find(attrs["country"])
            if code is None:
                raise serializers.ValidationError({"country": ["Give an ISO 3166 code or an English name."]})
            attrs["country"] = code
        return attrs


class WorkPreferencesIn(Shape):
    way_of_working = serializers.ChoiceField(WAYS_OF_WORKING)
    domains = serializers.ListField(child=Line(max_length=60, trim=True), max_length=20, required=False, default=list)


class NotificationsIn(Shape):
    """What you are mailed about; what is not sent stays as it is."""

    applications = StrictBoolean(source="mail_applications", required=False)
    work = StrictBoolean(source="mail_work", required=False)
    messages = StrictBoolean(source="mail_messages", required=False)
    invoices = StrictBoolean(source="mail_invoices", required=False)


class PushNotificationsIn(Shape):
    """What is pushed to your devices; what is not sent stays as it is."""

    applications = StrictBoolean(source="push_applications", required=False)
    work = StrictBoolean(source="push_work", required=False)
    messages = StrictBoolean(source="push_messages", required=False)


class ProfileIn(Shape):
    """PATCH /api/humans/me. Everything is optional; what is sent is changed."""

    name = Line(max_length=100, required=False, trim=True)
    username = Text(
        max_length=30,
        validators=[RegexValidator(rf"^{USERNAME.pattern}\Z", _USERNAME_WORDS)],
        required=False,
        allow_null=True,
    )
    headline = Line(max_length=120, required=False, trim=True, allow_blank=True)
    bio = Text(max_length=5000, required=False, allow_blank=True)
    gender = serializers.ChoiceField(["man", "woman", "other"], required=False, allow_null=True)
    skills = serializers.ListField(child=Line(max_length=60, trim=True), max_length=50, required=False)
    expertise = serializers.ListField(child=Line(max_length=60, trim=True), max_length=50, required=False)
    location = HomeIn(required=False)
    hourly_rate = DollarsField(
        source="hourly_rate_cents", min_cents=0, max_cents=1_000_000, required=False, allow_null=True
    )
    availability = serializers.DictField(required=False)
    timezone = TimeZoneField(max_length=64, required=False)
    is_available = StrictBoolean(required=False)
    accepts_invitations = StrictBoolean(required=False, help_text="Mails about bounties that fit you. Default: true.")
    work_preferences = WorkPreferencesIn(required=False, allow_null=True)
    phone = Line(max_length=30, required=False, allow_null=True, allow_blank=True)
    billing_email = MailField(max_length=254, required=False, allow_null=True)
    notifications = NotificationsIn(required=False)
    push_notifications = PushNotificationsIn(required=False)

    # One method per field, so that one answer names every invalid field.
    def validate_username(self, username: str | None) -> str | None:
        if username in RESERVED_USERNAMES:
            raise serializers.ValidationError("This name is reserved: choose another one.")
        return username

    def validate_phone(self, phone: str | None) -> str | None:
        """StoredRecording without the signs and blanks that people put between digits: +351 912-345-678 is +351912345678."""
        if not phone:
            return None
        number = _PHONE_SIGNS.sub("", phone)
        if not _PHONE.fullmatch(number):
            raise serializers.ValidationError("Give a phone number, such as +351 912 345 678.")
        return number

    def validate_availability(self, week: dict[str, Any]) -> dict[str, Any]:
        if not _is_week(week):
            raise serializers.ValidationError(
                "Give monday..sunday, each a list of { start, end } in HH:mm with start before end."
            )
        return week

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        for name in ("skills", "expertise"):
            if name in attrs:
                attrs[name] = distinct(attrs[name])
        if "work_preferences" in attrs:
            chosen = attrs.pop("work_preferences") or {"way_of_working": None, "domains": []}
            attrs["way_of_working"] = chosen["way_of_working"]
            attrs["work_domains"] = distinct(chosen["domains"])
        return attrs | {
            name: value
            for part in ("location", "notifications", "push_notifications")
            for name, value in attrs.pop(part, {}).items()
        }


class HomeOut(Shape):
    city = Text()
    country = Text()
    is_remote_available = serializers.BooleanField()


class WorkPreferencesOut(Shape):
    way_of_working = serializers.ChoiceField(WAYS_OF_WORKING)
    domains = serializers.ListField(child=Text(), source="work_domains")


class SignalsOut(Shape):
    """What anybody may know about the account behind a profile."""

    account_age_days = serializers.IntegerField()
    new_account = serializers.BooleanField(help_text="Less than 30 days old.")
    signup_country_mismatch = serializers.BooleanField(
        help_text="Signed up from another country than the profile or the checked document says."
    )
    has_prior_disputes = serializers.BooleanField(help_text="A seat of theirs was ever disputed and not withdrawn.")
    phone_shared_with_other_accounts = serializers.BooleanField()


class AdminSignalsOut(Shape):
    """What operators see behind the signals."""

    signup_country = Text(source="account.signup_country")
    signup_city = Text(source="account.signup_city")
    identity_country = Text(source="account.identity_country")
    email_verified = serializers.BooleanField()
    linkedin_verified = serializers.BooleanField()
    disputed_seats = serializers.IntegerField()
    accounts_with_same_phone = serializers.IntegerField()


class PhotoOut(Shape):
    id = Text()
    url = Text()


class SlimHuman(Shape):
    """?fields=slim: enough for a list."""

    id = IdField("prf", source="account.profile_id")
    name = Text(source="account.display_name")
    headline = Text()
    skills = serializers.ListField(child=Text())
    location = HomeOut(source="*")
    hourly_rate = DollarsField(source="hourly_rate_cents", allow_null=True)
    profile_url = Text()


class HumanOut(Shape):
    """A public profile. Never an e-mail, phone, payout or account field."""

    id = IdField("prf", source="account.profile_id")
    username = Text(source="account.username", allow_null=True)
    name = Text(source="account.display_name")
    headline = Text()
    bio = Text()
    gender = Text(allow_null=True)
    skills = serializers.ListField(child=Text())
    expertise = serializers.ListField(child=Text())
    location = HomeOut(source="*")
    hourly_rate = DollarsField(source="hourly_rate_cents", allow_null=True)
    currency = serializers.ChoiceField(["USD"])
    availability = serializers.DictField()
    timezone = Text()
    total_bookings = serializers.IntegerField()
    rating = serializers.FloatField()
    review_count = serializers.IntegerField()
    is_available = serializers.BooleanField()
    is_verified = serializers.BooleanField()
    is_profile_complete = serializers.BooleanField(source="is_complete")
    is_featured = serializers.BooleanField()
    photo_urls = serializers.ListField(child=Text())
    profile_url = Text()
    activity_freshness = Text(allow_null=True)
    identity_signals = SignalsOut(source="signals")
    work_preferences = WorkPreferencesOut(allow_null=True)
    created_at = TimestampField()


class HumanForOperators(HumanOut):
    identity_signals_admin = AdminSignalsOut(source="signals")


class NotificationsOut(Shape):
    """What you are mailed about. Hires, lost seats and payments of yours are mailed always."""

    applications = serializers.BooleanField(
        source="mail_applications", help_text="New applications to your bounties, rejections of yours."
    )
    work = serializers.BooleanField(
        source="mail_work",
        help_text="Seats, evidence and deadlines of your bounties; reviews of your evidence and of you.",
    )
    messages = serializers.BooleanField(source="mail_messages", help_text="Messages that you have not read.")
    invoices = serializers.BooleanField(source="mail_invoices", help_text="An invoice of our fee was issued.")


class PushNotificationsOut(Shape):
    """What is pushed to your devices; sign in at /settings/devices to add one. Hires, lost seats and payments are pushed always."""

    applications = serializers.BooleanField(source="push_applications", help_text="Rejections of your applications.")
    work = serializers.BooleanField(source="push_work", help_text="Reviews of your evidence, deadlines, reminders.")
    messages = serializers.BooleanField(source="push_messages", help_text="Messages that you have not read.")


class OwnHuman(HumanOut):
    """GET /api/humans/me: the same, and what only oneself sees."""

    email = Text(source="account.email", allow_null=True)
    phone = Text(source="account.phone", allow_null=True)
    billing_email = Text(source="account.billing_email", allow_null=True)
    accepts_invitations = serializers.BooleanField()
    photos = serializers.ListField(child=PhotoOut())
    notifications = NotificationsOut(source="account")
    push_notifications = PushNotificationsOut(source="account")


def _is_week(week: dict[str, Any]) -> bool:
    return set(week) <= set(WEEKDAYS) and all(
        isinstance(spans, list) and len(spans) <= 12 and all(_is_span(span) for span in spans)
        for spans in week.values()
    )


def _is_span(span: Any) -> bool:
    if not isinstance(span, dict) or set(span) != {"start", "end"}:
        return False
    start, end = span["start"], span["end"]
    if not (isinstance(start, str) and isinstance(end, str)):
        return False
    return bool(_HH_MM.fullmatch(start) and _HH_MM.fullmatch(end)) and start < end
