"""The codes of this step, each named once."""

from marketplace.core.errors import Conflict


class UsernameTaken(Conflict):
    code = "username_taken"
    message = "Somebody has this username. Choose another."
