from marketplace.api.fields import StrictBoolean, TimeZoneField
from marketplace.api.serializers import Shape


class TimeZoneIn(Shape):
    """In which zone pages are written; empty: the browser's."""

    time_zone = TimeZoneField(max_length=64, allow_blank=True)


class NoticesIn(Shape):
    """What the account's owner is mailed about."""

    mail_applications = StrictBoolean()
    mail_work = StrictBoolean()
    mail_messages = StrictBoolean()
