"""Personal data as staff see it until they uncover it with a reason: enough to recognise, too little to use."""

from typing import Final, Literal

Kind = Literal["mail", "phone", "text"]
_DOTS: Final = "•••"


def masked(value: str | None, kind: Kind) -> str:
    """`ana@example.com` -> `a•••@e•••.com`, `+1 415 555 0123` -> `•••23`, any other text -> `•••`; nothing stays nothing.

    The number of dots says nothing about the length. Something that is no mail address is masked whole.
    """
    if not value:
        return ""
    if kind == "mail":
        name, _, host = value.rpartition("@")
        label, dot, top = host.rpartition(".")
        return f"{name[0]}{_DOTS}@{label[0]}{_DOTS}{dot}{top}" if name and label and top else _DOTS
    if kind == "phone":
        digits = [sign for sign in value if sign.isdigit()]
        return _DOTS + "".join(digits[-2:]) if len(digits) > 5 else _DOTS
    return _DOTS
