"""State machines as tables: an action that is not in the table is a 409 by construction."""

from collections.abc import Mapping, Sequence

from marketplace.core.errors import Conflict


class InvalidState(Conflict):
    code = "invalid_state"


class Machine:
    """`Machine("application", {"pending": {"accept": "accepted"}})`: state -> action -> next state."""

    def __init__(self, what: str, table: Mapping[str, Mapping[str, str]]) -> None:
        self.what = what
        self.table = table
        self.states = frozenset(table) | {to for row in table.values() for to in row.values()}

    def allowed(self, state: str) -> list[str]:
        """The actions that this state allows, in the order of the table."""
        return list(self.table.get(state, {}))

    def next(self, state: str, action: str, *, allowed: Sequence[str] | None = None) -> str:
        """The state after `action`. Raises InvalidState (409), which names the current state and the actions it allows.

        allowed: the actions to name in the error, for a caller who may run fewer than the table has (the others belong to
        timers, to other people or to other rows).
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
