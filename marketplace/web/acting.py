"""For which account one acts on the owner's pages. The choice is kept in the browser's session, and is looked up anew for each
page: a member who was removed acts for nobody but themselves from their next page on.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from marketplace.core import reader
from marketplace.core.actor import Actor
from marketplace.errors import AccountSwitched, NotAMember
from marketplace.models import Account
from marketplace.selectors import callers
from marketplace.selectors.callers import ActsFor
from marketplace.web.drafts import ACTING

_CHOSEN = "acts_for"  # in the session: the account's primary key
_FOUND = "_acts_for"  # on the request: the accounts of others that the reader may act for


def oneself(person: Account) -> Actor:
    """Somebody signed in, acting for their own account."""
    return Actor(account=person, via="session")


def chosen(request: HttpRequest, person: Account) -> Actor:
    """Somebody signed in, acting for the account that they chose; for their own without a choice."""
    found = _chosen(request, person)
    return oneself(person) if found is None else Actor(found.account, "session", member=person, rights=found.role)


def accounts(request: HttpRequest, person: Account) -> list[ActsFor]:
    """The accounts of others that they may act for. One statement for each request."""
    found: list[ActsFor] | None = getattr(request, _FOUND, None)
    if found is None:
        found = callers.all_for(person.pk)
        setattr(request, _FOUND, found)
    return found


def choose(request: HttpRequest, person: Account, account_id: str) -> Account | None:
    """Act for this account (`usr_…`) from now on; None when it is none that they may act for."""
    if account_id == person.public_id:
        request.session.pop(_CHOSEN, None)
        return person
    found = next((row.account for row in accounts(request, person) if row.account.public_id == account_id), None)
    if found is not None:
        request.session[_CHOSEN] = str(found.pk)
    return found


def leave_if_lost(request: HttpRequest, person: Account) -> HttpResponse | None:
    """Somebody who chose an account and is not its member any more acts for themselves again, and is told so. Raises NotAMember
    (403) for a form that was meant for that account.
    """
    if _CHOSEN not in request.session or _chosen(request, person) is not None:
        return None
    del request.session[_CHOSEN]
    if request.method == "POST":
        raise NotAMember()
    messages.warning(request, _("You are not a member of that account any more. You act for your own again."))
    return HttpResponseRedirect(reader.OWNERS_PAGES)


def hidden(actor: Actor) -> SafeString:
    """The account for which a page was shown, in each of its forms."""
    return format_html('<input type="hidden" name="{}" value="{}">', ACTING, actor.me.public_id)


def check_same(request: HttpRequest, actor: Actor) -> None:
    """A form is carried out for the account for which its page was shown, whatever was chosen in another tab meanwhile. Raises
    AccountSwitched (409)."""
    shown_for = request.POST.get(ACTING, "")
    if shown_for != actor.me.public_id and (shown_for or actor.member is not None):
        raise AccountSwitched()


def _chosen(request: HttpRequest, person: Account) -> ActsFor | None:
    named = request.session.get(_CHOSEN)
    if named is None:
        return None
    return next((row for row in accounts(request, person) if str(row.account.pk) == named), None)
