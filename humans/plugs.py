"""What humans answers to lower steps."""

from humans.services import profiles
from marketplace.ports import followers


def plug() -> None:
    followers.plug("humans", profiles.follow)
