"""Countries of points: capitals, enclaves, islands, the open sea."""

import pytest

from marketplace.core.borders import country_at


@pytest.mark.parametrize(
    ("lat", "lng", "code"),
    [
        (48.8566, 2.3522, "FR"),
        (40.7128, -74.0060, "US"),
        (42.3149, -83.0364, "CA"),  # Windsor, south of Detroit
        (41.9029, 12.4534, "VA"),  # inside Rome
        (43.9424, 12.4578, "SM"),
        (-29.31, 27.48, "LS"),  # Lesotho, a hole in South Africa
        (28.1235, -15.4363, "ES"),  # the Canary Islands
        (35.8894, -5.3213, "ES"),  # Ceuta
        (42.6629, 21.1655, "XK"),
        (22.3193, 114.1694, "HK"),
        (-18.1248, 178.4501, "FJ"),
        (64.1466, -21.9426, "IS"),
        (31.7683, 35.2137, "IL"),
        (1.3521, 103.8198, "SG"),
        (-54.8019, -68.3030, "AR"),
    ],
)
def test_a_point_on_land_has_its_country(lat: float, lng: float, code: str) -> None:
    assert country_at(lat, lng) == code


@pytest.mark.parametrize(("lat", "lng"), [(30.0, -40.0), (0.0, 0.0), (-60.0, 150.0)])
def test_the_open_sea_has_none(lat: float, lng: float) -> None:
    assert country_at(lat, lng) is None


@pytest.mark.parametrize(("lat", "lng"), [(90.0, 180.0), (-90.0, -180.0), (90.0, 0.0), (0.0, 180.0)])
def test_the_corners_of_the_map_are_answered(lat: float, lng: float) -> None:
    assert country_at(lat, lng) in (None, "AQ")
