"""The PDF of statements: what stands where on its pages."""

import pytest

from marketplace.web.sheets import Sheets

COLUMNS = [("Date", 60.0, False), ("Sum", 40.0, True)]


@pytest.mark.parametrize("rows", range(30, 50))
def test_a_heading_stands_on_the_page_of_what_it_is_over(rows: int) -> None:
    sheets = Sheets(title="Statement", author="Us", foot="Us")
    sheets.heading("Statement", first=True)
    sheets.listing(COLUMNS, [("1 May", "$1.00")] * rows)

    sheets.heading("Who was paid")
    page = sheets.page_no()
    sheets.note("Pay and fee.")
    sheets.listing(COLUMNS, [("2 May", "$1.00")] * 2)

    assert sheets.page_no() == page
