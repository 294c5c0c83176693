"""Who lives in a sandbox besides the demo's people: workers who follow a script, and two members of staff."""

from dataclasses import dataclass
from typing import Final

STAFF_SCRIPT: Final = "staff"


@dataclass(frozen=True, slots=True)
class Person:
    """`script` is what they follow when a play names none. `at`: where their device is (latitude, longitude)."""

    name: str
    script: str
    city: str
    country: str
    timezone: str
    at: tuple[float, float]
    skill: str


_CAST = (
    Person("Rosa Vidal", "reliable", "Lisbon", "PT", "Europe/Lisbon", (38.7139, -9.1394), "photography"),
    Person("Ben Carter", "reliable", "Boston", "US", "America/New_York", (42.3601, -71.0589), "research"),
    Person("Mina Sato", "asks_first", "Osaka", "JP", "Asia/Tokyo", (34.6937, 135.5023), "design"),
    Person("Theo Brandt", "late", "Berlin", "DE", "Europe/Berlin", (52.5200, 13.4050), "errands"),
    Person("Asha Rao", "asks_for_time", "Pune", "IN", "Asia/Kolkata", (18.5204, 73.8567), "interviews"),
    Person("Nils Holm", "no_show", "Austin", "US", "America/Chicago", (30.2672, -97.7431), "delivery"),
    Person("Gus Moreau", "ghost", "Denver", "US", "America/Denver", (39.7392, -104.9903), "assembly"),
    Person("Vera Lind", "withdraws", "Seattle", "US", "America/Los_Angeles", (47.6062, -122.3321), "writing"),
    Person("Lena Costa", "redo", "Chicago", "US", "America/Chicago", (41.8781, -87.6298), "translation"),
    Person("Omar Nasser", "disputes", "Miami", "US", "America/New_York", (25.7617, -80.1918), "testing"),
)
# By the name that the routes take.
PEOPLE: Final = {person.name.partition(" ")[0].lower(): person for person in _CAST}
# Two, because some decisions need a second person, and two more, because an appeal is decided by others. Their accounts can sign in
# nowhere.
STAFF: Final = {
    "staff": "Sol (simulated staff)",
    "staff-2": "Sky (simulated staff)",
    "staff-3": "Sia (simulated staff)",
    "staff-4": "Sam (simulated staff)",
}


def for_scripts(scripts: list[str]) -> list[tuple[str, str]]:
    """(person, script) for each script, with different people: whoever follows it by themselves first."""
    free = dict(PEOPLE)
    found = []
    for script in scripts:
        name = next((name for name, person in free.items() if person.script == script), next(iter(free), None))
        if name is not None:
            found.append((name, script))
            del free[name]
    return found
