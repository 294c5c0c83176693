"""What humans answers to lower steps."""

from escrow.ports import talks
from humans.selectors import conversations
from humans.services import profiles
from marketplace.ports import followers


def plug() -> None:
    followers.plug("humans", profiles.follow)
    talks.plug("humans", conversations.is_between)
