"""Towns by name, around a point, and as a rough map."""

import pytest
from django.utils import translation

from marketplace.core import towns
from marketplace.web import maps


@pytest.mark.parametrize(
    ("name", "country", "state", "found"),
    [
        ("Lisbon", "PT", "", (38.73, -9.15)),
        ("LISBOA", "PT", "", (38.73, -9.15)),
        ("Köln", "DE", "", (50.93, 6.95)),
        ("Cologne", "DE", "", (50.93, 6.95)),
        ("sao paulo", "BR", "", (-23.55, -46.64)),
        ("東京", "JP", "", (35.69, 139.69)),
        ("Tromso", "NO", "", (69.65, 18.96)),
        ("Portland", "US", "", (45.52, -122.68)),  # many times the other one
        ("Portland", "US", "ME", (43.66, -70.26)),
        ("Springfield", "US", "", None),  # could be several
        ("Springfield", "US", "il", (39.8, -89.64)),
        ("Kansas City", "US", "", (39.1, -94.58)),  # on both sides of the river
        ("Lisbon", "ES", "", None),
        ("Nowhere at all", "PT", "", None),
        ("Lisbon", "", "", None),
        ("", "PT", "", None),
    ],
)
def test_a_town_is_found_as_people_write_it_or_not_at_all(
    name: str, country: str, state: str, found: tuple[float, float] | None
) -> None:
    town = towns.find(name, country, state)
    assert (town and (round(town.lat, 2), round(town.lng, 2))) == found


def test_towns_around_a_point_are_those_within_the_distance_of_every_country() -> None:
    basel = {town.name for town in towns.around(47.56, 7.57, 10)}
    assert {"Basel", "Lörrach", "Saint-Louis"} <= basel  # Switzerland, Germany, France
    assert not {"Zürich", "Mulhouse"} & basel
    assert {"Zürich", "Mulhouse"} <= {town.name for town in towns.around(47.56, 7.57, 80)}
    assert list(towns.around(0.0, -140.0, 100)) == []  # the open sea


def test_the_line_of_180_degrees_divides_nothing() -> None:
    assert "Suva" in {town.name for town in towns.around(-18.1, -179.9, 250)}


def test_a_rough_map_says_its_place_and_holds_no_markup_of_its_names() -> None:
    lisbon = towns.find("Lisbon", "PT")
    assert lisbon is not None
    drawn = maps.rough(lisbon, "<b>Lisboa", 'Rough map: "Lisboa"')
    assert drawn.startswith('<svg class="map"') and "&lt;b&gt;Lisboa" in drawn and "<b>" not in drawn
    assert "&quot;Lisboa&quot;" in drawn and "style=" not in drawn and len(drawn) < 8_000


def test_a_lonely_town_has_a_wide_map() -> None:
    suva, berlin = towns.find("Suva", "FJ"), towns.find("Berlin", "DE")
    assert suva is not None and berlin is not None
    with translation.override("en-gb"):
        drawn = maps.rough(suva, "Suva", "Suva"), maps.rough(berlin, "Berlin", "Berlin")
    assert ">60 km<" in drawn[0] and ">10 km<" in drawn[1]
