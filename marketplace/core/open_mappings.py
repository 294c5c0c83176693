"""Types of mappings whose names and values somebody else decides. What has fields of ours is a TypedDict or a dataclass instead.

Who takes one of these can rely on nothing in it: a value that is read is checked first.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

JsonValue: TypeAlias = "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
JsonObject: TypeAlias = Mapping[str, JsonValue]  # such as a body as it was sent or answered
Columns: TypeAlias = Mapping[str, object]  # a row of any table: column -> value, as the database gives it
TemplateValues: TypeAlias = Mapping[str, object]  # what a template is filled with: each names its own
