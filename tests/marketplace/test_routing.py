"""The middleware's own route lookup finds what Django finds."""

import re

import pytest
from django.urls import Resolver404, URLPattern, URLResolver, resolve

from marketplace.api import routes
from marketplace.api.viewsets import ApiViewSet
from marketplace.rules import LIMITS
from marketplace.web.page import Page

ROUTES = routes._routes()
OURS: list[URLPattern] = routes._ours(ROUTES.url_patterns)


def test_each_route_of_ours_is_found_as_django_finds_it() -> None:
    assert len(OURS) > 100
    for pattern in OURS:
        path = re.sub(r"<str:(\w+)>", r"a-\1", str(pattern.pattern))

        found, plain = ROUTES.resolve(path), URLResolver.resolve(ROUTES, path)

        assert found.func is plain.func is pattern.callback, path
        assert found.kwargs == plain.kwargs, path


@pytest.mark.parametrize(
    "path", ["/api/bounties/", "/api//bounties", "/api/bounties/x/y/z", "/api/humans//", "/api", "/x"]
)
def test_what_is_no_route_is_none_either_way(path: str) -> None:
    with pytest.raises(Resolver404):
        resolve(path)
    assert ROUTES.find(path[1:]) is None


def test_every_operation_counts_in_limits_that_there_are() -> None:
    for pattern in OURS:
        view = pattern.callback
        page = getattr(view, "view_class", None)
        assert issubclass(page or view.cls, (Page, ApiViewSet))
        for verb in ("get", "post") if page else view.actions:
            known = routes.intake(verb.upper(), "/" + re.sub(r"<str:\w+>", "x", str(pattern.pattern)))
            assert known.limits and all(name == "browse" or name in LIMITS for name in known.limits), pattern


def test_a_body_is_bounded_by_what_its_operation_says() -> None:
    evidence = routes.intake("POST", "/api/bounties/bty_x/submissions")
    sample = routes.intake("POST", "/api/bounties/bty_x/mic-check")
    plain = routes.intake("POST", "/api/bounties")

    assert (evidence.files, evidence.recording_bytes) == (True, None)
    assert (sample.files, sample.recording_bytes) == (False, 25 * 1024 * 1024)
    assert (plain.files, plain.recording_bytes) == (False, None)
    assert routes.intake("POST", "/api/bounties/bty_x/language-proficiency").recording_bytes == 4 * 1024 * 1024
