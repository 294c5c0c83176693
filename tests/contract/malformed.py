"""What is not an id, though it may look like one."""

from urllib.parse import quote

from marketplace.core import ids


def malformed(good: str) -> dict[str, str]:
    """What is not an id of this kind, though it may look like one."""
    prefix, _, rest = good.partition("_")
    return {
        "another kind": of_another_kind(good),
        "upper case": good.upper(),
        "an upper-case suffix": f"{prefix}_{rest.upper()}",
        "one short": good[:-1],
        "one long": good + "0",
        "no prefix": rest,
        "the prefix alone": prefix + "_",
        "beyond 128 bits": f"{prefix}_8{rest[1:]}",
        "letters that base32 leaves out": f"{prefix}_{'u' * 26}",
        "a plain uuid": str(ids.decode(prefix, good)),
        "a number": "1",
        "blanks": quote("   "),
        "a blank at the end": quote(good + " "),
        "a line break": quote(good + "\n"),
        "a NUL character": "%00",
        "a NUL character inside": good[:10] + "%00" + good[11:],
        "not UTF-8": "%ff%fe",
        "letters of other scripts": quote("ид_☃"),
        "full-width digits": quote(f"{prefix}_{'１' * 26}"),
        "very long": "a" * 2000,
        "quotes": quote("' or 1=1 --"),
        "dots": "...",
    }


def of_another_kind(good: str) -> str:
    """The same row under the prefix of something else."""
    prefix, _, rest = good.partition("_")
    return f"{'usr' if prefix != 'usr' else 'key'}_{rest}"
