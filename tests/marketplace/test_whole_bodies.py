"""A body whose sender's network went is no body: nothing of it is taken for the whole."""

import io

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.http import UnreadablePostError
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from marketplace.api.whole_bodies import require_whole

BODY = encode_multipart(BOUNDARY, {"act": "submit", "one": io.BytesIO(b"x" * 300), "two": io.BytesIO(b"y" * 300)})


def request_of(came: bytes, kind: str = MULTIPART_CONTENT) -> WSGIRequest:
    environ = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": kind, "CONTENT_LENGTH": str(len(BODY))}
    request = WSGIRequest(environ | {"wsgi.input": io.BytesIO(came)})
    require_whole(request)
    return request


@pytest.mark.parametrize("missing", [1, 40, 250, 500, len(BODY)])
def test_a_form_that_was_cut_off_is_refused(missing: int) -> None:
    with pytest.raises(UnreadablePostError):
        _ = request_of(BODY[:-missing]).POST
    with pytest.raises(UnreadablePostError):
        _ = request_of(BODY[:-missing], "application/json").body


def test_a_whole_one_is_read_as_ever() -> None:
    request = request_of(BODY)
    assert (request.POST["act"], len(request.FILES)) == ("submit", 2)
    assert request_of(BODY, "application/json").body == BODY
    assert request_of(BODY).readline() == BODY.partition(b"\n")[0] + b"\n"
