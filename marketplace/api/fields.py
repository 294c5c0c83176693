"""Serializer fields of the API: ids, dollars, timestamps, dates, plain text."""

from datetime import UTC, datetime
from typing import Any, overload
from uuid import UUID

from django.core.validators import RegexValidator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from marketplace.core import countries, ids, links, moments, money, strict_json, texts
from marketplace.core.errors import NotFound
from marketplace.core.strict_json import LongNumber
from marketplace.errors import UnsupportedCurrency


@overload
def timestamp(moment: datetime) -> str: ...
@overload
def timestamp(moment: datetime | None) -> str | None: ...
def timestamp(moment: datetime | None) -> str | None:
    """ISO 8601 in UTC with milliseconds and `Z`."""
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


@extend_schema_field({"type": "string", "pattern": "^[a-z]{3}_[0-9a-z]{26}$"})
class IdField(serializers.Field):
    """`IdField("bty")`: a uuid inside, `bty_…` on the wire. A malformed id is the same 404 as an unknown one."""

    def __init__(self, prefix: str, **kwargs: Any) -> None:
        self.prefix = prefix
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> UUID:
        try:
            return ids.decode(self.prefix, data)
        except ValueError:
            raise NotFound(f"There is nothing with this {self.field_name}. It looks like {self.prefix}_….")

    def to_representation(self, value: UUID) -> str:
        return ids.encode(self.prefix, value)


class Described(serializers.Field):
    """A field whose schema depends on its bounds: `schema` returns it (read by marketplace.api.document)."""

    def schema(self) -> dict[str, Any]:
        raise NotImplementedError


class DollarsField(Described):
    """US dollars as a JSON number with at most two decimals on the wire, integer cents inside."""

    def __init__(self, *, min_cents: int | None = None, max_cents: int | None = None, **kwargs: Any) -> None:
        self.min_cents, self.max_cents = min_cents, max_cents
        words = f"US dollars, at most two decimals. {kwargs.pop('help_text', '')}".strip()
        super().__init__(help_text=words, **kwargs)

    def to_internal_value(self, data: Any) -> int:
        try:
            cents = money.cents_from_dollars(data)
        except ValueError as error:
            raise serializers.ValidationError(f"{str(error)[0].upper()}{str(error)[1:]}.")
        if self.min_cents is not None and cents < self.min_cents:
            raise serializers.ValidationError(f"Give at least {money.format_usd(self.min_cents)}.")
        if self.max_cents is not None and cents > self.max_cents:
            raise serializers.ValidationError(f"Give at most {money.format_usd(self.max_cents)}.")
        return cents

    def to_representation(self, value: int) -> int | float:
        return money.dollars_from_cents(value)

    def schema(self) -> dict[str, Any]:
        limits = {"minimum": self.min_cents, "maximum": self.max_cents}
        bounds = {name: money.dollars_from_cents(cents) for name, cents in limits.items() if cents is not None}
        return {"type": "number", **bounds}


@extend_schema_field({"type": "string"})
class CurrencyField(serializers.Field):
    """The one currency, which need not be named: what is sent is checked and dropped. Another one is 400
    `unsupported_currency`, so that nobody who thinks in another currency is charged."""

    def __init__(self) -> None:
        super().__init__(required=False, help_text="Only USD.")

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if data is not serializers.empty and not (isinstance(data, str) and data.upper() == "USD"):
            raise UnsupportedCurrency()
        raise serializers.SkipField


# Accepted range. Any moment in it can be converted to any zone, and added to or subtracted from, without overflow.
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
LATEST = datetime(2200, 1, 1, tzinfo=UTC)


@extend_schema_field({"type": "string", "format": "date-time"})
class TimestampField(serializers.Field):
    """ISO 8601 with an offset; stored and shown in UTC with milliseconds."""

    def to_internal_value(self, data: Any) -> datetime:
        try:
            moment = moments.read_moment(data)
        except (TypeError, ValueError):
            raise serializers.ValidationError("Give an ISO 8601 timestamp, such as 2026-12-01T18:00:00Z.")
        if moment.tzinfo is None:
            raise serializers.ValidationError("Name the offset, such as Z or +02:00.")
        try:
            moment = moment.astimezone(UTC)
        except OverflowError:
            raise serializers.ValidationError("This moment is out of range.")
        if not EARLIEST <= moment <= LATEST:
            raise serializers.ValidationError("This moment is out of range.")
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)

    def to_representation(self, value: datetime) -> str | None:
        return timestamp(value)


class StrictBoolean(serializers.BooleanField):
    """true or false, not "yes" or 1: what is stored is exactly what was sent."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            raise serializers.ValidationError("Give true or false.")
        return data


class StrictInteger(serializers.IntegerField):
    """A JSON integer, not a string that looks like one."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool | LongNumber) or not isinstance(data, int | float) or int(data) != data:
            raise serializers.ValidationError("Give a whole number.")
        return int(data)


class OwnDataField(serializers.DictField):
    """A JSON object of the caller's own, of bounded size. Its numbers are stored as doubles, and come back as such: what the
    database would return as an integer beyond 64 bits is refused."""

    def __init__(self, *, kib: int, **kwargs: Any) -> None:
        self.kib = kib
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        given: dict[str, Any] = super().to_internal_value(data)
        if len(strict_json.dumps(given)) > self.kib * 1024:
            raise serializers.ValidationError(f"Give at most {self.kib} KiB of JSON.")
        if strict_json.largest(given) >= 2**63:
            raise serializers.ValidationError("Give numbers of more than 64 bits as texts.")
        return given


class Text(serializers.CharField):
    """A JSON string of any number of lines. Numbers and booleans are not taken for text."""

    forbidden = texts.CONTROL

    def __init__(self, *, trim: bool = False, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=trim, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            raise serializers.ValidationError("Give a text.")
        text = str(super().to_internal_value(data))
        if wrong := texts.find(text, self.forbidden):
            raise serializers.ValidationError(
                f"Leave out the character U+{ord(text[wrong.start()]):04X} at position {wrong.start()}: it can't be seen, or it "
                "changes how the rest is shown."
            )
        return text

    def run_validation(self, data: Any = serializers.empty) -> Any:
        # Blanks are kept byte for byte, but a text of blanks alone is rejected.
        if isinstance(data, str) and not self.allow_blank and data and texts.is_blank(data):
            self.fail("blank")
        return super().run_validation(data)


class Line(Text):
    """A text of one line, such as a title or a name: without what breaks it, turns it around or can't be seen."""

    forbidden = texts.HIDDEN


class PatternField(Text):
    """A text that matches a pattern as a whole, such as a code of six digits: never a number."""

    def __init__(self, pattern: str, words: str, **kwargs: Any) -> None:
        """`pattern` without anchors; `words` describe what matches."""
        self.words = words
        super().__init__(validators=[RegexValidator(rf"^(?:{pattern})\Z", f"Give {words}.")], **kwargs)


class MailField(serializers.EmailField):
    """An e-mail address."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            raise serializers.ValidationError("Give a text.")
        return str(super().to_internal_value(data))


class FormBoolean(StrictBoolean):
    """true or false, in a multipart form as these words."""

    def to_internal_value(self, data: Any) -> bool:
        return super().to_internal_value(
            {"true": True, "false": False}.get(data, data) if isinstance(data, str) else data
        )


class TimeZoneField(Text):
    """A zone of the tz list."""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if text and text not in moments.time_zones():
            raise serializers.ValidationError("Give an IANA time zone such as America/New_York.")
        return text


class CountryCode(PatternField):
    """An ISO 3166 code in capitals."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("[A-Z]{2}", "an ISO 3166 code of two capitals, such as PT", **kwargs)

    def to_internal_value(self, data: Any) -> str:
        code = super().to_internal_value(data)
        if len(code) == 2 and code.isupper() and countries.find(code) != code:
            raise serializers.ValidationError("No country has this code.")
        return code


class LinkField(Text):
    """A public http(s) address, as browsers read it; shown to people, never fetched by us. It is kept as it was sent, since what
    browsers would read as something else is refused."""

    schemes: tuple[str, ...] = ("http", "https")

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        try:
            links.read_web(text, schemes=self.schemes)
        except links.Unsafe as reason:
            raise serializers.ValidationError(f"Give a public {' or '.join(self.schemes)} address: {reason}.")
        return text


class CountriesField(serializers.ListField):
    """Countries by code or English name; kept as ISO codes, each once, in the order given."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=Line(max_length=56), max_length=250, **kwargs)

    def to_internal_value(self, data: Any) -> list[str]:
        names = super().to_internal_value(data)
        found = {name: countries.find(name) for name in names}
        if unknown := [name for name, code in found.items() if code is None]:
            raise serializers.ValidationError(
                f"Unknown: {', '.join(unknown[:5])}. Give ISO 3166 codes or English names."
            )
        return [code for code in dict.fromkeys(found[name] for name in names) if code]
