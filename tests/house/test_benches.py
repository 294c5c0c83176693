"""What benchmarks fill in fits the tables of today: nobody runs a benchmark at every change."""

import pytest

from bench import stage


@pytest.mark.django_db
def test_given_the_tables_of_today_then_the_rows_of_the_benchmarks_fit_in() -> None:
    found = stage.fill(3)

    assert found.title == "Photograph shop front number 1"
