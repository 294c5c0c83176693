"""Two weeks in the demo marketplace. A story is a generator: what it yields is how much time passes before it goes on.

`seed` plays all of them in the order of time. Timers run in between, so what a clock decides (a flag, a lost seat, a case
for staff) is decided by that clock.
"""

from collections.abc import Callable

from config.demo import errands, money, panels, runs, services, stories, texts
from config.demo.cast import Cast, Story

# How many hours ago each story begins.
STORIES: tuple[tuple[float, Callable[[Cast], Story]], ...] = (
    (340, stories.beginnings),
    (330, stories.five_calls),
    (310, services.listings_and_lessons),
    (300, stories.refused_listing),
    (280, stories.menu_translation),
    (250, stories.changed_plans),
    (190, stories.bus_stops),
    (150, stories.names),
    (96, stories.shelf_check),
    (80, stories.shop_front),
    (62, stories.flyers),
    (50, stories.no_show),
    (44, stories.landing_page),
    (40, stories.desk),
    (60, money.shop),
    (58, money.poster_dispute),
    (36, stories.interviews),
    (33, runs.mug_shop),
    (30, stories.video),
    (26, panels.covers),
    (24, errands.birthday),
    (11, errands.ferry_building),
    (20, services.asked_for_a_survey),
    (84, texts.bakery),
    (8, texts.speech),
    (9, stories.big_survey),
    (7, stories.radio_spot),
    (5, stories.listing_in_review),
)
