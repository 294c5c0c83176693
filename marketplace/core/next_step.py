"""The shape of a step: something that can be done next."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """`body`: the fields that are known (of a read: its query); `needs`: those that the caller has to choose. `until`: the field of
    the object with the time until which it is possible, such as `escrow.autoReleaseAt`. `when`, `unless`: fields that must, must
    not have a value. `named`: a path parameter's name -> the object's field with the id. `each`: the object's field with a list;
    the step is one of every entry that has all of `only`, whose fields are found beside the object's. `why`: in words, with
    `{field}` for what the object has; a step for which it lacks one has no words. `again`: it is the call that was refused, with
    what was sent; only of that call."""

    operation: str
    body: Mapping[str, Any] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    until: str = ""
    when: str = ""
    unless: str = ""
    named: Mapping[str, str] = field(default_factory=dict)
    each: str = ""
    only: Mapping[str, str] = field(default_factory=dict)
    why: str = ""
    again: bool = False
