"""A list that goes on: iterate over it, and all pages come one after another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, TypeVar, cast

Row = TypeVar("Row")
Answer = dict[str, Any]


class Page(Generic[Row]):
    """The first page, asked for already, and whatever comes behind it: `for row in page`. `rows` is this page alone, `answer` all
    that was answered, `next_cursor` None on the last page.
    """

    def __init__(self, answer: Answer, field: str, ask: Callable[[str], Answer]) -> None:
        self.answer, self._field, self._ask = answer, field, ask

    @property
    def rows(self) -> list[Row]:
        return cast(list[Row], self.answer[self._field])

    @property
    def next_cursor(self) -> str | None:
        return self.answer["nextCursor"] if self.answer["hasMore"] else None

    def next_page(self) -> Page[Row] | None:
        """The page behind this one; None if this is the last."""
        cursor = self.next_cursor
        return Page(self._ask(cursor), self._field, self._ask) if cursor else None

    def __iter__(self) -> Iterator[Row]:
        page: Page[Row] | None = self
        while page is not None:
            yield from page.rows
            page = page.next_page()


class AsyncPage(Generic[Row]):
    """The same for the asynchronous client: `async for row in client.bounties.list()`, or `await` it for the first page."""

    def __init__(
        self, field: str, ask: Callable[[str | None], Awaitable[Answer]], answer: Answer | None = None
    ) -> None:
        self._field, self._ask, self._answer = field, ask, answer

    @property
    def answer(self) -> Answer:
        if self._answer is None:
            raise RuntimeError("Nothing was asked yet: `page = await client.bounties.list()`, or iterate over it.")
        return self._answer

    @property
    def rows(self) -> list[Row]:
        return cast(list[Row], self.answer[self._field])

    @property
    def next_cursor(self) -> str | None:
        return self.answer["nextCursor"] if self.answer["hasMore"] else None

    async def next_page(self) -> AsyncPage[Row] | None:
        """The page behind this one; None if this is the last."""
        cursor = self.next_cursor
        return AsyncPage(self._field, self._ask, await self._ask(cursor)) if cursor else None

    def __await__(self) -> Any:
        return self._first().__await__()

    async def __aiter__(self) -> AsyncIterator[Row]:
        page: AsyncPage[Row] | None = await self._first()
        while page is not None:
            for row in page.rows:
                yield row
            page = await page.next_page()

    async def _first(self) -> AsyncPage[Row]:
        if self._answer is None:
            self._answer = await self._ask(None)
        return self
