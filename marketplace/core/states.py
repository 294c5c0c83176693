"""State machines as tables: what is not in the table is a 409 by construction."""

from collections.abc import Mapping, Sequence

from marketplace.core.errors import Conflict


class InvalidState(Conflict):
    code = "invalid_state"


class Machine:
    """`Machine("application", {"pending": {"accept": "accepted"}})`; `next()` gives the state an action leads to."""

    def __init__(self, what: str, table: Mapping[str, Mapping[str, str]]) -> None:
        self.what = what
        self.table = table
        self.states = frozenset(table) | {to for row in table.values() for to in row.values()}

    def allowed(self, state: str) -> list[str]:
        """The actions that the present state takes, in the table's order."""
        return list(self.table.get(state, {}))

    def next(self, state: str, action: str, *, allowed: Sequence[str] | None = None) -> str:
        """The state after `action`. Raises InvalidState (409) naming the present state and what it allows.

        `allowed` are the actions that this caller can ask for now, where the table also has those of timers, of other
        people or of other rows.
        """
        try:
            return self.table[state][action]
        except KeyError:
            allowed = self.allowed(state) if allowed is None else list(allowed)
            hint = f" Possible now: {', '.join(allowed)}." if allowed else " Nothing more can be done with it."
            raise InvalidState(
                f"This {self.what} is {state}; {action} is not possible.{hint}",
                currentState=state,
                allowedActions=allowed,
            )
