"""What a cursor says of an inbox: with whatever choices somebody reads it, each event of them comes once, and none is passed by."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from marketplace.core import ids
from webhooks.rules import readings
from webhooks.rules.catalog import EVENT_TYPES
from webhooks.rules.readings import EVERYTHING, PARTS_MOST, Choice, Seen, packed, unpacked

TYPES = ("proof.uploaded", "application.submitted", "message.received")
BOUNTIES = ("bty_01h455vb4pex5vsknk084sn02q", "bty_01h455vb4pex5vsknk084sn02r")
choices = st.builds(Choice, st.sampled_from(["", *BOUNTIES]), st.frozensets(st.sampled_from(TYPES)))


@dataclass(frozen=True)
class Told:
    """An event at a position of an inbox."""

    position: int
    bounty_id: str
    type: str

    def fits(self, choice: Choice) -> bool:
        return choice.bounty_id in ("", self.bounty_id) and (not choice.types or self.type in choice.types)

    def is_new(self, seen: Seen, choice: Choice) -> bool:
        read = any(self.fits(part) and self.position <= at for part, at in seen.read_of(choice))
        return self.fits(choice) and self.position > seen.start(choice) and not read


def page(inbox: list[Told], seen: Seen, choice: Choice, limit: int) -> tuple[list[Told], Seen]:
    """As the inbox reads: by type, oldest first, up to where it was looked through."""
    new = [event for event in inbox for each in choice.by_type() if event.is_new(seen, each)]
    new.sort(key=lambda event: event.position)
    if len(new) > limit:
        return new[:limit], seen.reading(choice, new[limit - 1].position)
    return new, seen.reading(choice, max([len(inbox), seen.start(choice)]))


def through_the_wire(seen: Seen) -> Seen:
    return Seen(seen.whole, tuple(unpacked(seen.whole, packed(seen))), seen.known)


acts = st.one_of(
    st.tuples(st.just("tell"), st.sampled_from(["", *BOUNTIES]), st.sampled_from(TYPES)),
    st.tuples(st.just("read"), choices, st.integers(1, 3)),
)


@given(st.lists(acts, max_size=40))
def test_each_event_comes_once_and_none_is_passed_by_whatever_is_chosen(
    happened: list[tuple[str, object, object]],
) -> None:
    inbox: list[Told] = []
    seen, shown = Seen(0), list[Told]()
    for what, first, second in happened:
        if what == "tell":
            inbox.append(Told(len(inbox) + 1, str(first), str(second)))
            continue
        assert isinstance(first, Choice) and isinstance(second, int)
        found, seen = page(inbox, through_the_wire(seen), first, second)
        shown += found
        assert all(event.fits(first) for event in found)
    while (rest := page(inbox, seen, EVERYTHING, 2))[0]:
        shown += rest[0]
        seen = rest[1]

    assert sorted(event.position for event in shown) == [event.position for event in inbox]


def test_one_choice_alone_is_read_in_order_and_everything_forgets_the_choices() -> None:
    mine = Choice(BOUNTIES[0])
    seen = Seen(3).reading(mine, 9)

    assert (seen.start(mine), seen.start(EVERYTHING), seen.last) == (9, 3, 9)
    assert seen.start(Choice(BOUNTIES[0], frozenset({TYPES[0]}))) == 9, "a part of what was read"
    assert seen.start(Choice("", frozenset({TYPES[0]}))) == 3
    assert seen.reading(EVERYTHING, 9) == Seen(9)
    assert seen.reading(EVERYTHING, 7) == Seen(7, ((mine, 9),))


def test_a_restored_inbox_takes_back_what_came_after_it() -> None:
    mine, other = Choice(BOUNTIES[0]), Choice(BOUNTIES[1])
    seen = Seen(3, ((mine, 9), (other, 5)))

    assert seen.until(6) == Seen(3, ((mine, 6), (other, 5)))
    assert seen.until(2) == Seen(2)


def test_a_cursor_stays_short_and_forgets_the_choice_that_was_used_least_recently() -> None:
    seen = Seen(0)
    each = [Choice(ids.encode("bty", ids.new())) for _ in range(PARTS_MOST + 2)]
    for position, choice in enumerate(each, 1):
        seen = seen.reading(choice, position)

    assert [part for part, _ in seen.parts] == each[2:]
    assert seen.start(each[0]) == 0, "read again, and not passed by"


def test_a_type_that_this_version_does_not_know_is_no_reason_to_pass_by_others() -> None:
    [[bounty, [distance, codes]]] = packed(Seen(0).reading(Choice(BOUNTIES[0], frozenset({TYPES[0]})), 4))

    assert list(unpacked(0, [[bounty, [distance, codes + "???"]]])) == [(Choice(BOUNTIES[0], frozenset({TYPES[0]})), 4)]
    assert list(unpacked(0, [[bounty, [distance, "???"]]])) == [], "not of all types"


def test_no_two_types_have_one_code() -> None:
    assert len({readings._code(type_) for type_ in EVENT_TYPES}) == len(EVENT_TYPES)
