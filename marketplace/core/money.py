"""Money is integer cents everywhere inside; dollars exist only in the API, as JSON numbers with at most two decimals."""

from decimal import ROUND_HALF_UP, Decimal

MAX_CENTS = 10**12  # ten billion dollars: far above every limit, and exact in a bigint and in a JSON number


def cents_from_dollars(value: object) -> int:
    """12.34 -> 1234, exactly. Raises ValueError unless `value` is a finite number with at most two decimals."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise ValueError("give US dollars as a JSON number, such as 12.50")
    # The text of a number is exact, also of one that a double can't hold (`core/strict_json.py: LongNumber`).
    amount = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not amount.is_finite() or abs(amount) > MAX_CENTS // 100:
        raise ValueError("the amount is too large")
    if _decimals(amount) > 2:
        raise ValueError("give at most two decimals")
    return int(amount.scaleb(2))


def _decimals(amount: Decimal) -> int:
    """Decimals that are not trailing zeros, of any number of digits: arithmetic would round to 28 of them."""
    _, digits, exponent = amount.as_tuple()
    assert isinstance(exponent, int)
    significant = "".join(map(str, digits)).rstrip("0")
    return -exponent - (len(digits) - len(significant)) if significant else 0


def dollars_from_cents(cents: int) -> int | float:
    """1234 -> 12.34; 500 -> 5. The nearest double of a two-decimal number prints as that number, so nothing is lost."""
    whole, rest = divmod(cents, 100)
    return whole if rest == 0 else cents / 100


class Usd(str):
    """A sum as programs read it. It keeps its cents, so that a mail writes it as its reader does."""

    cents: int


def format_usd(cents: int) -> Usd:
    """123456 -> `1,234.56 USD`, for messages of the API and the back office. On pages and in mails it is $1,234.56."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    written = Usd(f"{sign}{whole:,}.{rest:02d} USD")
    written.cents = cents
    return written


def half_up(value: Decimal) -> int:
    """Round a decimal number of cents to whole cents, halves away from zero."""
    return int(value.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def format_percent(bps: int) -> str:
    """A rate in hundredths of a percent: 1800 -> `18 %`; 1825 -> `18.25 %`."""
    return f"{bps / 100:g} %"
