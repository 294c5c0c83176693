"""How well a bounty fits a person, in days: so much younger would a bounty that does not fit have to be to come first.

Age counts a day for a day, so the order of two bounties does not depend on when somebody looks, and pages stay in order.
"""

from typing import Final

SKILL: Final = 8  # for each skill that both name
SKILLS_AT_MOST: Final = 3
SAME_CITY: Final = 20
SAME_COUNTRY: Final = 6  # on site, in another town
REMOTE: Final = 8  # from anywhere, for somebody who works remotely
OUT_OF_REACH: Final = -40  # on site in another country, or not for people of this country
PAYS_RATE: Final = 12  # an hour pays the person's own rate
PAYS_NEARLY: Final = 6
NEARLY: Final = 0.75
OWNER_PAID: Final = 6  # the owner has paid for work before
FRESH_DAYS: Final = 3  # said of a younger bounty

REASONS: Final = ("skills", "place", "pay", "fresh", "owner")
# Ranked are the newest bounties that match the filters, and beside them the newest that name a skill or the town of the person.
NEWEST: Final = 1000
NEWEST_FITTING: Final = 300


def skill_key(text: str) -> str:
    """A skill for comparing."""
    return " ".join(text.casefold().split())
