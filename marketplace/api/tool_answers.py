"""What the answers of tools hold, from the OpenAPI document: each shape once, by types, with references between them."""

import re
from collections.abc import Mapping
from typing import Any, Final

Schema = dict[str, Any]
_MOST_CHOICES: Final = 24  # a longer list of values, such as all countries, says nothing to a model
_KEPT_FORMATS: Final = ("date-time", "date")
_UNIT: Final = re.compile("US (?:dollars|cents)")  # what an answer says of a sum beside its type


class Answers:
    """Schemas of answers. `shapes`: those that were referred to until now, which the catalogue holds beside its tools."""

    def __init__(self, components: Mapping[str, Schema]) -> None:
        self._components = components
        self.shapes: dict[str, Schema] = {}

    def of(self, operation: Schema) -> Schema:
        """The top-level fields of an operation's answer."""
        content = operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
        fields = self._object(content.get("schema", {})).get("properties", {})
        return {name: self._field(name, part) for name, part in fields.items()} | {"success": {"type": "boolean"}}

    def _object(self, schema: Schema) -> Schema:
        while "$ref" in schema or len(schema.get("allOf", [])) == 1:
            schema = self._component(schema["$ref"]) if "$ref" in schema else schema["allOf"][0]
        return schema

    def _component(self, ref: str) -> Schema:
        return self._components[ref.rsplit("/", 1)[1]]

    def _schema(self, schema: Schema) -> Schema:
        if "$ref" in schema:
            return self._referred(schema["$ref"].rsplit("/", 1)[1])
        for word in ("allOf", "oneOf", "anyOf"):
            if word in schema:
                return _either([self._schema(option) for option in schema[word]])
        found: Schema = {"type": schema["type"]} if "type" in schema else {}
        if len(schema.get("enum", ())) in range(1, _MOST_CHOICES + 1):
            found["enum"] = list(schema["enum"])
        if "const" in schema:
            found["const"] = schema["const"]
        if schema.get("format") in _KEPT_FORMATS:
            found["format"] = schema["format"]
        if "properties" in schema:
            found["properties"] = {name: self._field(name, part) for name, part in schema["properties"].items()}
        if isinstance(schema.get("items"), dict):
            found["items"] = self._schema(schema["items"])
        return found

    def _field(self, name: str, schema: Schema) -> Schema:
        """With the unit of a sum, where its name doesn't have it."""
        unit = None if name.lower().endswith("cents") else _UNIT.match(schema.get("description", ""))
        return self._schema(schema) | ({"description": f"{unit[0]}."} if unit else {})

    def _referred(self, name: str) -> Schema:
        component = self._components[name]
        if "properties" not in component:
            return self._schema(component)
        if name not in self.shapes:
            self.shapes[name] = {}  # it may refer to itself
            self.shapes[name] = self._schema(component)
        return {"$ref": name}


def _either(options: list[Schema]) -> Schema:
    """One schema for several: plain values become one set of types, and their lists of values one list where each has one."""
    if len(options) == 1:
        return options[0]
    if any("$ref" in option or "properties" in option or "items" in option for option in options):
        return {"anyOf": options}
    kinds: list[str] = []
    for option in options:
        given = option.get("type", [])
        kinds += [kind for kind in ([given] if isinstance(given, str) else given) if kind not in kinds]
    found: Schema = {"type": kinds[0] if len(kinds) == 1 else kinds} if kinds else {}
    if all("enum" in option or option.get("type") == "null" for option in options):
        values = [value for option in options for value in option.get("enum", [None])]
        found["enum"] = list(dict.fromkeys(values))
        if None in values and "null" not in kinds:
            found.pop("type", None)
    elif "format" in options[0] and all(option.get("type") in ("string", "null") for option in options):
        found["format"] = options[0]["format"]
    return found
