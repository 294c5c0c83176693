from django.conf import settings
from rest_framework import serializers

from marketplace.api.fields import StrictBoolean, TimeZoneField
from marketplace.api.serializers import Shape


class TimeZoneIn(Shape):
    """In which zone pages are written; empty: the browser's."""

    time_zone = TimeZoneField(max_length=64, allow_blank=True)


class LanguageIn(Shape):
    """In which language pages and mails are written; empty: the browser's."""

    language = serializers.ChoiceField([code for code, _ in settings.LANGUAGES], allow_blank=True)


class NoticesIn(Shape):
    """What the account's owner is mailed about."""

    mail_applications = StrictBoolean()
    mail_work = StrictBoolean()
    mail_messages = StrictBoolean()
    mail_invoices = StrictBoolean()
