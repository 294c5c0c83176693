from decimal import Decimal
from typing import Any

from rest_framework import serializers

from marketplace.api.fields import Described


class NumberField(Described):
    """A JSON number, kept exactly: at most three decimals."""

    def __init__(self, *, above: Decimal, at_most: Decimal, at_least: Decimal | None = None, **kwargs: Any) -> None:
        self.above, self.at_least, self.at_most = above, at_least, at_most
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> Decimal:
        if isinstance(data, bool) or not isinstance(data, int | float):
            raise serializers.ValidationError("Give a number.")
        value = Decimal(repr(data))
        if self.at_least is not None and not self.at_least <= value <= self.at_most:
            raise serializers.ValidationError(f"Give a number from {self.at_least} to {self.at_most}.")
        if not self.above < value <= self.at_most:
            raise serializers.ValidationError(f"Give a number above {self.above} and up to {self.at_most}.")
        if value != value.quantize(Decimal("0.001")):
            raise serializers.ValidationError("Give at most three decimals.")
        return value

    def to_representation(self, value: Decimal) -> int | float:
        return self.as_number(value)

    @staticmethod
    def as_number(value: Decimal) -> int | float:
        """An integer where it is one."""
        return int(value) if value == value.to_integral_value() else float(value)

    def schema(self) -> dict[str, Any]:
        above = {"exclusiveMinimum": float(self.above)}
        least = above if self.at_least is None else {"minimum": float(self.at_least)}
        return {"type": "number", **least, "maximum": float(self.at_most)}
