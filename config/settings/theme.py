"""The theme of the admin site: names and colours. `config/office.py` supplies menu, icon and styles."""

from typing import Any

# The service's blue, from light to dark.
_BLUE = {
    "50": "#eef2ff",
    "100": "#dfe6ff",
    "200": "#c5d1ff",
    "300": "#9fb2ff",
    "400": "#7d95fb",
    "500": "#5873ee",
    "600": "#2848c7",
    "700": "#2440ac",
    "800": "#20388f",
    "900": "#1c2f72",
    "950": "#121d47",
}


def of(service: str) -> dict[str, Any]:
    return {
        "SITE_TITLE": service,
        "SITE_HEADER": service,
        "SITE_SUBHEADER": "Back office, times in UTC",
        "SITE_SYMBOL": "handshake",
        "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": "config.office.icon"}],
        "STYLES": ["config.office.styles"],
        "SIDEBAR": {"show_search": True, "navigation": "config.office.sidebar"},
        "SHOW_VIEW_ON_SITE": False,
        "SHOW_BACK_BUTTON": True,
        "BORDER_RADIUS": "6px",
        "COLORS": {"primary": _BLUE},
    }
