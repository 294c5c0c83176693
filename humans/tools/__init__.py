"""Tools to find people, to write with them, and to book their services."""

from humans.tools.people import PEOPLE
from humans.tools.services import SERVICES
from humans.tools.talk import TALK

TOOLS = [*PEOPLE, *TALK, *SERVICES]
