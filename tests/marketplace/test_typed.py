"""What people type, and what they wrote as it is shown: sums that leave are read strictly, addresses become links."""

from decimal import Decimal

import pytest

from marketplace.web.formats import cents_words, linked
from marketplace.web.inputs import dollars
from marketplace.web.words import reasons


@pytest.mark.parametrize(
    ("text", "sum_"),
    [
        ("12", "12"), ("12.5", "12.5"), ("12,50", "12.50"), (" $1,250 ", "1250"), ("1,250.75", "1250.75"), ("$ 3", "3"),
        ("3 usd", "3"), ("0.01", "0.01"), ("999999999999", "999999999999"),
    ],
)  # fmt: skip
def test_a_sum_is_read_as_people_write_it(text: str, sum_: str) -> None:
    assert dollars(text) == Decimal(sum_)


@pytest.mark.parametrize(
    "text",
    ["", "abc", "-1", "1.234", "1,23,456", "1e3", "٣", "1 2", "1..2", "nan", "inf", "9" * 13, "1,250,", "+1", "0x10"],
)
def test_what_is_no_sum_stays_a_text(text: str) -> None:
    assert dollars(text) == text


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<b>", "&lt;b&gt;"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ('https://a.example/"onclick=x', '<a href="https://a.example/" rel="noopener nofollow ugc">https://a.example/</a>&quot;onclick=x'),
        ("(http://a.example).", '(<a href="http://a.example" rel="noopener nofollow ugc">http://a.example</a>).'),
        ("https://", "https://"),
        ("x" * 5000, "x" * 5000),
    ],
)  # fmt: skip
def test_addresses_become_links_and_everything_else_text(text: str, html: str) -> None:
    assert linked(text) == html


def test_a_negative_sum_has_its_sign_before_the_dollars() -> None:
    assert (cents_words(-125), cents_words(123456)) == ("−$1.25", "$1,234.56")


def test_faults_of_a_list_stand_at_its_field() -> None:
    assert reasons({"urls.0": ["A"], "urls.2": ["B"], "text": ["This field may not be blank."]}) == {
        "urls": ["A", "B"],
        "text": ["Fill this in."],
    }
