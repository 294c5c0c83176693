"""Which columns hold personal data, whose they are, and what becomes of them when that person's account is erased.

Each app classifies every column of its models (`rules/personal.py`; this app's own in `core/personal_tables.py`), as data: the
erasure does what stands there, the copy of a person's data is tested against it, staff's reads are logged by it, and a new column
fails a test until somebody has classified it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

BOOKS: Final = "books"
DECISION: Final = "decision"
PROOF: Final = "proof"
STAFF: Final = "staff"
BOUGHT: Final = "bought"  # rows, not columns: `ports.Holds.rows`
# Why something stays after an erasure. Told to the person before (words: marketplace.web.privacy.STAYS). `{days}`: the keeping time
# of evidence.
WHYS: Final = {
    BOOKS: "Records of money: tax law asks for them, and payments can be returned for years.",
    DECISION: "The reasons of a decision about a dispute: the other side may go to court with it.",
    PROOF: "What proves a consent, an identity that nobody else may take, or a restriction for abuse.",
    STAFF: "The log of what our staff did or read: it can't be changed, so that it can be trusted.",
    BOUGHT: "Work that was accepted and paid: whoever paid keeps its texts and files until {days} days after.",
}
# Why something is erased later, in codes of `ports.Holds`.
LATER: Final = {
    "held_money": "Money is held for work: its evidence goes when that has ended.",
    "cases": "A case is open, or can be appealed: its evidence goes when it is closed.",
    "chargebacks": "A bank takes a payment back: the evidence of that work goes when it is decided.",
    "invoice": "The last invoice is to be written: the address on it goes after that.",
    "last_mail": "One last mail is on its way: it goes once it was sent.",
}
READS: Final = ("opened", "revealed", "bundled")  # what staff do with private data
NAME: Final = "Deleted account"  # what others see in place of a name
REMOVED: Final = "[deleted]"  # what others read in place of a text that was required


@dataclass(frozen=True, slots=True)
class Person:
    """What a row says about one person. Columns are named in a text, separated by blanks.

    whose: lookup from the row to the account's key; `email:to` for a column `to` with the account's mail address.
    gone: the row is deleted at once, when the account is erased. cleared: emptied at once. goes, held: the same, a few minutes
    later and only when nothing is open about the seat that `seats` lead to. replaced: those of the emptied that a check of the
    database wants filled where they were; they get a word that says so. stays: by reason. hidden: those of all of these that
    the copy of one's data leaves out, because they are secrets or other people's private words.
    """

    whose: str
    gone: str = ""
    cleared: str = ""
    goes: str = ""
    held: str = ""
    replaced: str = ""
    stays: Mapping[str, str] = field(default_factory=dict)
    hidden: str = ""
    seats: str = ""

    def columns(self) -> list[str]:
        return " ".join((self.gone, self.cleared, self.goes, self.held, *self.stays.values())).split()

    def told(self) -> list[str]:
        """What the copy of one's data has."""
        return [name for name in self.columns() if name not in self.hidden.split()]


@dataclass(frozen=True, slots=True)
class Table:
    """A model. `plain`: columns that say nothing about a person. `links`: keys of accounts; they stay and lead to an account
    without a name. `follows`: computed from other columns, or set by the service that closes accounts. `stays`: by reason, like
    those of a person, where the row itself does not lead to anybody: whom it tells of finds the same in rows of their own.
    """

    plain: str = ""
    links: str = ""
    follows: str = ""
    stays: Mapping[str, str] = field(default_factory=dict)
    people: tuple[Person, ...] = ()

    def columns(self) -> list[str]:
        stay = " ".join(self.stays.values()).split()
        return [*self.plain.split(), *self.links.split(), *self.follows.split(), *stay, *self.personal()]

    def personal(self) -> list[str]:
        return list(dict.fromkeys(name for person in self.people for name in person.columns()))


Tables = Mapping[str, Table]  # by the model's label: `bounties.Application`


def people(tables: Tables) -> Iterator[tuple[str, Person]]:
    """Each model with each of the people that its rows tell of."""
    for label, table in tables.items():
        for person in table.people:
            yield label, person
