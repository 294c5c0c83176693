"""Ports: what this app asks upper apps. docs/architecture.md lists all of them."""

from collections.abc import Callable, Collection
from uuid import UUID

from marketplace.ports import Registry

# Which of these rows (keys that events name as their subject) are not finished, or part of a case that is open. By app. Events and
# deliveries about them are kept, however old.
open_subjects: Registry[Callable[[Collection[UUID]], set[UUID]]] = Registry("unfinished subjects of events")
