"""The letter to each side, begun from the findings: in the words that were agreed, in the language of its reader. Staff edit it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from escrow.models import Case, CaseFinding
from marketplace.core import reader
from marketplace.models import Account

_ORDER = ("met", "not_met", "unclear")


def drafts(case: Case, findings: Sequence[CaseFinding]) -> dict[str, str]:
    """By side, funder and worker. Queries nothing. Needs owner and worker."""
    return {"funder": _letter(case, case.owner, findings), "worker": _letter(case, case.worker, findings)}


def _letter(case: Case, account: Account, findings: Sequence[CaseFinding]) -> str:
    with reader.written_to(account):
        begins = [
            _("Hello %(name)s,") % {"name": account.display_name},
            _('we have read what was agreed for "%(title)s", what was delivered, and what both sides say.')
            % {"title": case.title},
        ]
        heads = {
            "met": _("This was done as agreed:"),
            "not_met": _("This was not done as agreed:"),
            "unclear": _("This could not be found out:"),
        }
        parts = []
        for finding in _ORDER:
            lines = [
                f"- {one.asked}{f' ({one.words})' if one.words else ''}" for one in findings if one.finding == finding
            ]
            parts += ["\n".join([heads[finding], *lines])] if lines else []
    return "\n\n".join([*begins, *parts])
