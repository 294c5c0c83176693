"""Finds a request's operation before anything else runs: its rate limits and body limits depend on it.

Django matches all URL patterns in turn, which takes 0.1 to 0.2 ms. Our routes consist of words and ids only, so they are found
in a prefix tree; the rest (the admin, allauth, OAuth) is left to Django.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import StringConverter
from django.urls.resolvers import ResolverMatch, RoutePattern

from marketplace.api.openapi import Intake
from marketplace.rules import MCP_PATH, SAFE, limit_class, limit_names

_ENVELOPE = 64 * 1024  # bytes of a tool call around its arguments


@dataclass(slots=True)
class _Node:
    words: dict[str, "_Node"] = field(default_factory=dict)
    parameter: "_Node | None" = None
    route: "_Route | None" = None


@dataclass(frozen=True, slots=True)
class _Route:
    pattern: URLPattern
    names: tuple[str, ...]  # names of the path parameters
    intakes: Mapping[str, Intake]  # by HTTP method
    others: tuple[Intake, Intake]  # for unsupported methods: a reading one, a writing one


class Routes(URLResolver):
    """The URL resolver of the project: `urlpatterns = [Routes([...])]`."""

    def __init__(self, patterns: list[URLPattern | URLResolver]) -> None:
        super().__init__(RoutePattern(""), patterns)

    def resolve(self, path: str) -> ResolverMatch:
        found = self.find(path)
        if found is None:
            return super().resolve(path)
        route, values = found
        kwargs = dict(zip(route.names, values, strict=True))
        return ResolverMatch(
            route.pattern.callback,
            (),
            kwargs,
            route=str(route.pattern.pattern),
            captured_kwargs=kwargs,
            extra_kwargs={},
        )

    def find(self, path: str) -> tuple[_Route, list[str]] | None:
        """The route of one of our views, and the values of its path parameters."""
        return _walk(self._tree(), path.split("/"), 0, [])

    @cache  # noqa: B019 -- as below
    def longest_body(self) -> int:
        """Bytes of the longest JSON body that any of our views takes."""
        patterns: list[Any] = _ours(self.url_patterns)
        return max(intake.body_bytes for pattern in patterns for intake in _route(pattern, ()).intakes.values())

    @cache  # noqa: B019 -- a single instance, which lives as long as the process
    def _tree(self) -> _Node:
        root = _Node()
        for pattern in _ours(self.url_patterns):
            node, names = root, []
            for word in str(pattern.pattern).split("/"):
                if word.startswith("<"):
                    names.append(word[1:-1].rpartition(":")[2])
                    node.parameter = node = node.parameter or _Node()
                else:
                    node = node.words.setdefault(word, _Node())
            node.route = node.route or _route(pattern, tuple(names))
        return root


def intake(method: str, path: str) -> Intake:
    """The middleware's settings for a request: from its operation, or by path for routes that aren't our views."""
    found = _routes().find(path[1:])
    if found is None:
        # A tool's arguments are the body of a route.
        body_bytes = _ENVELOPE + _routes().longest_body() if path == MCP_PATH else 0
        return Intake(limits=(limit_class(method, path),), body_bytes=body_bytes)
    route = found[0]
    return route.intakes.get(method) or route.others[method not in SAFE]


def pattern(path: str) -> str | None:
    """The route of one of our views as it stands in the URL table, its values unnamed; None of another address."""
    found = _routes().find(path[1:])
    return str(found[0].pattern.pattern) if found else None


def methods(path: str) -> set[str]:
    """The methods that an address answers; of one that isn't our views', those that any may answer."""
    found = _routes().find(path[1:])
    return {*found[0].intakes, "OPTIONS"} if found else {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


@cache
def addresses() -> dict[str, tuple[str, str]]:
    """operationId -> method and path, with its parameters in braces."""
    found = {}
    for pattern in _ours(_routes().url_patterns):
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{pattern.pattern}")
        for method, known in _route(pattern, ()).intakes.items():
            if method != "HEAD" and known.operation:
                found[known.operation] = (method, path)
    return found


def ids_in(path: str) -> dict[str, str]:
    """The parameters of a path and their values, in their order; none of an address that isn't our views'."""
    found = _routes().find(path[1:])
    return dict(zip(found[0].names, found[1], strict=True)) if found else {}


def classes(method: str, path: str, *, signed_in: bool, with_key: bool) -> list[str]:
    """Names of the rate limits that a request counts towards; at least one."""
    return limit_names(intake(method, path).limits, signed_in=signed_in, with_key=with_key)


@cache
def _routes() -> Routes:
    return next(entry for entry in get_resolver().url_patterns if isinstance(entry, Routes))


def _walk(node: _Node, words: list[str], at: int, values: list[str]) -> tuple[_Route, list[str]] | None:
    """A literal word takes precedence over a path parameter."""
    if at == len(words):
        return (node.route, values) if node.route else None
    word = words[at]
    if (named := node.words.get(word)) is not None and (found := _walk(named, words, at + 1, values)):
        return found
    return _walk(node.parameter, words, at + 1, [*values, word]) if node.parameter and word else None


def _ours(entries: list[Any]) -> list[URLPattern]:
    """Routes of our own views and pages, whose paths consist of words and ids only."""
    found: list[URLPattern] = []
    for entry in entries:
        if isinstance(entry, URLResolver):
            found += _ours(entry.url_patterns) if str(entry.pattern) == "" else []
        elif hasattr(entry.callback, "actions") or hasattr(_page(entry), "takes_files"):
            assert all(type(converter) is StringConverter for converter in entry.pattern.converters.values())
            found.append(entry)
    return found


def _page(pattern: URLPattern) -> Any:
    """The class of a page for people (`marketplace.web.page`); None for other views."""
    return getattr(pattern.callback, "view_class", None)


def _route(pattern: URLPattern, names: tuple[str, ...]) -> _Route:
    view: Any = pattern.callback
    if not hasattr(view, "actions"):
        page = _page(pattern)
        seen, sent = Intake(limits=(page.reads,)), Intake(limits=page.limits, files=page.takes_files)
        return _Route(pattern, names, {"GET": seen, "HEAD": seen, "POST": sent}, (seen, sent))
    reads, writes = Intake(limits=(view.cls.reads,)), Intake(limits=("write",))
    intakes = {}
    for verb, action in view.actions.items():
        method = verb.upper()
        declared: Intake = getattr(getattr(view.cls, action), "intake", Intake())
        default = reads if method in SAFE else writes
        intakes[method] = declared if declared.limits else replace(declared, limits=default.limits)
    if "GET" in intakes:
        intakes["HEAD"] = intakes["GET"]
    return _Route(pattern, names, intakes, (reads, writes))
