"""The nightly proof of the staff log (selectors/staff_log.py); staff are mailed when it fails."""

import logging
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from marketplace.core.transactions import unit
from marketplace.selectors import staff_log
from marketplace.services import mail_templates

log = logging.getLogger(__name__)
_MAILED: Final = 20  # lines of the mail; the log has all


@dataclass(frozen=True, slots=True)
class Result:
    """What a check found: violations in words, and the number and hash of the last entry, to be kept elsewhere."""

    violations: list[str]
    number: int
    hash: str


def check(*, expected: tuple[int, str] | None = None) -> Result:
    """Prove the staff log. expected: number and hash of an entry, as an earlier check printed them. Locks and writes nothing."""
    end = staff_log.head()
    found = list(staff_log.violations())
    if expected is not None and expected[0] and not staff_log.is_in_chain(*expected):
        found.append(f"entry {expected[0]} does not have the hash that was kept: the log was written anew")
    return Result(found, end.number, end.hash)


def check_nightly() -> int:
    """Timer: prove the log, and write its end into the program's log, where it can't be changed with the database. Each violation
    is logged as an error, and SUPPORT_EMAIL gets a mail. Returns the number of violations.
    """
    result = check()
    log.info("staff log checked", extra={"number": result.number, "hash": result.hash})
    for words in result.violations:
        log.error("the staff log is not as it was written", extra={"violation": words})
    if result.violations:
        lines = "\n".join(result.violations[:_MAILED])
        unit(
            lambda: mail_templates.send_to_address(
                settings.SUPPORT_EMAIL,
                "audit_failed",
                found=len(result.violations),
                words=mail_templates.Words(lines),
            )
        )
    return len(result.violations)
