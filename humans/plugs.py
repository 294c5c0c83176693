"""What humans answers to lower steps."""

from escrow.ports import rooms, talks
from humans.selectors import conversations
from humans.services import conversations as rooms_of_two
from humans.services import profiles
from marketplace.ports import followers


def plug() -> None:
    followers.plug("humans", profiles.follow)
    rooms.plug("humans", rooms_of_two.open_dispute)
    talks.plug("humans", conversations.is_between)
