"""The PDF of `pdf.py`: headings, facts and tables, in a font of ours. What the font does not have shows a mark."""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import font_source_sans_pro
from fontTools.ttLib import TTFont
from fpdf import FPDF
from fpdf.enums import XPos, YPos

_FILES = Path(font_source_sans_pro.__file__).parent / "files"
_FAMILY, _MARK = "Source Sans Pro", "☐"
_STYLES = {"": "Regular", "B": "Semibold"}
_PAGE, _SIDE, _LINE = 210, 16, 5.2  # in mm
_NEXT = 4.0  # the same, from one line of a text in a table to its next one
_BEGIN = 33  # in mm, a heading with what it stands over: a note, and the heads and two rows of a table
_MOST = 300  # characters of a text in a table
_Column = tuple[str, float, bool]  # as `pdf.Column`
_INK, _SOFT, _RULE = (24, 32, 44), (82, 96, 121), (190, 198, 214)


class Sheets(FPDF):
    """A4 upright. Every text that is written is made harmless first, so that nothing that somebody typed can fail it."""

    def __init__(self, *, title: str, author: str, foot: str) -> None:
        super().__init__(format="A4")
        self._foot = foot
        for style, name in _STYLES.items():
            self.add_font(_FAMILY, style, _file(name))
        self.set_margins(_SIDE, _SIDE)
        self.set_auto_page_break(True, margin=_SIDE + 6)
        self.set_title(safe(title))
        self.set_author(safe(author))
        self.add_page()

    def footer(self) -> None:
        self.set_y(-_SIDE)
        self._write(8.5, _SOFT)
        self.cell(0, 4, safe(self._foot))
        self.set_x(_SIDE)
        self.cell(0, 4, f"{self.page_no()} / {{nb}}", align="R")

    def heading(self, words: str, *, first: bool = False) -> None:
        if not first and self.will_page_break(_BEGIN):
            self.add_page()
        elif not first:
            self.ln(5)
        self._write(19 if first else 12.5, _INK, "B")
        self.multi_cell(0, 8 if first else 7, safe(words), new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def note(self, words: str) -> None:
        self._write(9.5, _SOFT)
        self.multi_cell(0, 4.8, safe(words), new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def facts(self, pairs: Iterable[tuple[str, str]]) -> None:
        for name, value in pairs:
            self._write(10, _SOFT)
            self.cell(52, _LINE, safe(name))
            self._write(10, _INK)
            self.multi_cell(0, _LINE, safe(value), new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def listing(
        self, columns: Sequence[_Column], rows: Iterable[Sequence[str]], totals: Sequence[Sequence[str]] = ()
    ) -> None:
        """A row of the table a row, as high as its longest text takes; the heads come again on every page."""
        self._heads(columns)
        for row in rows:
            self._row(columns, row)
        for row in totals:
            self._row(columns, row, "B")

    def _heads(self, columns: Sequence[_Column]) -> None:
        self._write(8.5, _SOFT, "B")
        for head, width, is_number in columns:
            self.cell(width, _LINE, self._fit(head, width), align="R" if is_number else "L")
        self.ln(_LINE)
        self._rule()

    def _row(self, columns: Sequence[_Column], row: Sequence[str], style: str = "") -> None:
        self._write(9, _INK, style)
        parts = [self.lines(words, width) for (_, width, _), words in zip(columns, row, strict=True)]
        height = _LINE + _NEXT * (max(map(len, parts)) - 1)
        if self.will_page_break(height):
            self.add_page()
            self._heads(columns)
            self._write(9, _INK, style)
        if style:
            self._rule()
        left, top = self.get_x(), self.get_y()
        for (_, width, is_number), lines in zip(columns, parts, strict=True):
            for number, line in enumerate(lines):
                self.set_xy(left, top + number * _NEXT)
                self.cell(width, _LINE, line, align="R" if is_number else "L")
            left += width
        self.set_xy(self.l_margin, top + height)

    def lines(self, words: str, width: float) -> list[str]:
        """A text in as many lines as its column takes. A word that is longer than that is broken; of very long texts the rest is
        left out."""
        lines, room = [""], width - 2.5
        for word in safe(" ".join(words.split())[:_MOST]).split(" "):
            with_it = f"{lines[-1]} {word}".strip()
            if self.get_string_width(with_it) <= room:
                lines[-1] = with_it
                continue
            if lines[-1]:
                lines.append("")
            while self.get_string_width(word) > room:
                fits = next(n for n in range(len(word), 0, -1) if n == 1 or self.get_string_width(word[:n]) <= room)
                lines[-1], word = word[:fits], word[fits:]
                lines.append("")
            lines[-1] = word
        return lines if len(words) <= _MOST else [*lines[:-1], f"{lines[-1]}…"]

    def _rule(self) -> None:
        self.set_draw_color(*_RULE)
        self.line(_SIDE, self.get_y(), _PAGE - _SIDE, self.get_y())

    def _write(self, size: float, colour: tuple[int, int, int], style: str = "") -> None:
        self.set_font(_FAMILY, style, size)
        self.set_text_color(*colour)

    def _fit(self, words: str, width: float) -> str:
        """As much of a text as its column takes, in one line."""
        shown, room = safe(" ".join(words.split())[:200]), width - 2.5
        if self.get_string_width(shown) <= room:
            return shown
        least, most = 0, len(shown)
        while least < most:
            middle = (least + most + 1) // 2
            if self.get_string_width(shown[:middle] + "…") <= room:
                least = middle
            else:
                most = middle - 1
        return shown[:least].rstrip() + "…"

    def file(self) -> bytes:
        return bytes(self.output())


def safe(words: str) -> str:
    """A text of characters that the font has. Others become a mark; what has no look of its own, such as a change of the direction
    of reading, is left out."""
    known, found = _known(), []
    for sign in unicodedata.normalize("NFC", words):
        if sign == "\n" or ord(sign) in known:
            found.append(sign)
        elif sign.isspace():
            found.append(" ")
        elif unicodedata.category(sign) not in ("Cc", "Cf", "Mn", "Cs"):
            found.append(_MARK)
    return "".join(found)


@cache
def _known() -> frozenset[int]:
    """The code points that the font has in every style; the mark for all others is one of them."""
    known = frozenset(range(32, 0x110000))
    for name in _STYLES.values():
        with TTFont(_file(name), lazy=True) as font:
            known &= frozenset(font.getBestCmap())
    assert ord(_MARK) in known
    return known


def _file(name: str) -> Path:
    return _FILES / f"SourceSansPro-{name}.ttf"
