"""What a person typed is never lost: the content of a form that was refused, or that came after the session had ended."""

from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from marketplace.core.errors import Problem
from marketplace.web.words import reasons, say

FORM, ACT = "form", "act"  # hidden fields of every form: the id that is used once, and the name of the act
FORM_ID_MOST = 100  # characters of it
_LONGEST = 60_000  # characters of all fields that are kept for after signing in
_KEY = "draft"
ACTING = "acting_for"  # hidden field of an owner's forms: the account for which the page was shown
_NEVER = frozenset({"csrfmiddlewaretoken", "password", "code", ACTING})


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a form was not carried out. `act` names the form; `fields` holds the reasons by name of the field, `typed` what its
    fields held, `extra` what the failure says besides."""

    act: str
    message: str
    code: str = ""
    fields: dict[str, list[str]] = field(default_factory=dict)
    typed: dict[str, list[str]] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def by(cls, problem: Problem, *, act: str = "", typed: dict[str, list[str]], sums: bool = True) -> "Refused":
        """A failure of the API's services, in words for a person; `sums`: as `words.say` has it."""
        extra = problem.extra
        fields = reasons(extra.get("fields", {}), sums=sums)
        return cls(act, say(problem, sums=sums), problem.code, fields, typed=typed, extra=extra)


def content(request: HttpRequest) -> dict[str, list[str]]:
    """The texts of a form, without what is never shown again."""
    return {name: [str(item) for item in items] for name, items in request.POST.lists() if name not in _NEVER}


def typed(request: HttpRequest) -> dict[str, list[str]]:
    """What the fields of a refused form hold when it is shown again."""
    return {name: items for name, items in content(request).items() if name != FORM}


def keep(request: HttpRequest, *, is_signed_out: bool = True) -> bool:
    """Keep a form's texts in the session: of a stranger, whom signing in leaves it, or of a reader whose page was too old. Whether
    they were short enough. Files can't be kept: the page says so.
    """
    fields = typed(request)
    if sum(len(item) for items in fields.values() for item in items) > _LONGEST:
        return False
    request.session[_KEY] = {"path": request.path, "fields": fields, "files": bool(request.FILES), "out": is_signed_out}
    return True


def take(request: HttpRequest) -> Refused | None:
    """The form that was kept for this page, once; None without one."""
    kept = request.session.get(_KEY) if hasattr(request, "session") else None
    if not kept or kept["path"] != request.path or not request.user.is_authenticated:
        return None
    del request.session[_KEY]
    if kept.get("out", True):
        words = _("You were signed out, so this was not sent yet. Look it over, and send it now.")
    else:
        words = _("The page was open for too long, so this was not sent yet. Look it over, and send it now.")
    if kept["files"]:
        words += " " + _("Files have to be chosen again.")
    return Refused(act=kept["fields"].get(ACT, [""])[0], message=words, code="not_sent", typed=kept["fields"])
