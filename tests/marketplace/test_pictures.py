"""What is seen of pictures without looking at them, and pictures that are made to break or to fill what reads them."""

import io
import threading
from typing import Any

import pytest
from PIL import Image

from marketplace.services import pictures
from marketplace.services.pictures import Unreadable, analyse, thumbnail
from tests.factories.files import hostile_png


def test_a_picture_that_breaks_while_it_is_unpacked_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        analyse(hostile_png())
    assert thumbnail(io.BytesIO(hostile_png().read()), 100) is None


def flat(kind: str, width: int, height: int, **how: Any) -> io.BytesIO:
    """Many pixels in few bytes."""
    out = io.BytesIO()
    Image.new("L", (width, height), 40).save(out, kind, **how)
    out.seek(0)
    return out


@pytest.mark.parametrize(
    ("kind", "how"), [("PNG", {}), ("GIF", {}), ("WEBP", {"method": 0}), ("JPEG", {"progressive": True})]
)
def test_a_picture_that_is_unpacked_whole_may_have_24_megapixels(
    kind: str, how: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    large, exact = flat(kind, 6001, 4000, **how), flat(kind, 6000, 4000, **how)
    assert analyse(exact) is not None

    Image.init()  # one of Pillow's plugins unpacks a picture of its own when it is loaded
    monkeypatch.setattr(Image.Image, "load", lambda *_: pytest.fail("it was unpacked"))
    assert analyse(large) is None
    assert thumbnail(large, 100) is None


def test_a_jpeg_that_is_unpacked_at_a_fraction_may_have_80() -> None:
    assert analyse(flat("JPEG", 10_000, 4000)) is not None
    assert analyse(flat("JPEG", 10_000, 8001)) is None


def test_a_process_unpacks_two_pictures_at_once() -> None:
    seen: list[object] = []
    third = threading.Thread(target=lambda: seen.append(analyse(flat("PNG", 8, 8))))
    with pictures.decoding_slots, pictures.decoding_slots:
        third.start()
        third.join(0.1)
        assert third.is_alive() and not seen

    third.join()
    assert seen
