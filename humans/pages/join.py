"""/join: sign-up for everybody, by one form: address and country, then the mailed code. From which door one came decides only what
follows: the profile for whoever wants to work, for all others the page that they wanted.

The first two steps are django-allauth's own sign-up; the account exists from the second on, so the third can be left and resumed.
"""

from functools import cached_property
from typing import Any
from urllib.parse import quote, urlsplit

from allauth.account.forms import SignupForm
from allauth.account.views import SignupView
from django import forms
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from humans.models import Profile
from humans.pages.bodies import dollars_text, profile_body, wanted
from humans.rules.people import missing
from humans.serializers.profiles import ProfileIn
from humans.services import profiles
from marketplace.api.signin_locks import one_at_a_time
from marketplace.core import countries
from marketplace.core.errors import Invalid
from marketplace.errors import CountryBlocked
from marketplace.models import Account
from marketplace.selectors.countries import blocked_among
from marketplace.services import accounts
from marketplace.web import reader
from marketplace.web.foreign import page
from marketplace.web.page import Page

JOINING = "joining"  # in the session: the page of the mailed code then shows which step it is, and keeps the door
NO_PROFILE = ("/owner", "/oauth")  # pages for which nobody needs a profile
_ASKED = (
    "name", "username", "headline", "bio", "skills", "location.city", "location.country", "location.isRemoteAvailable",
    "hourlyRate", "timezone",
)  # fmt: skip


class JoinForm(SignupForm):
    """The library's form, and the country. Without a password, one signs in with mailed codes."""

    field_order = ("email", "country", "password1")
    country = forms.ChoiceField(label=gettext_lazy("Country where you live"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["country"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Choose")), *countries.choices()]
        password = self.fields["password1"]
        password.required, password.label = False, _("Password (not needed)")
        password.help_text = _("Without one, a code is mailed to you each time you sign in.")

    def clean_country(self) -> str:
        code: str = self.cleaned_data["country"]
        if blocked_among([code]):
            raise forms.ValidationError(CountryBlocked.message)
        return code

    def signup(self, request: HttpRequest, user: Account) -> None:
        """Called with the new account, which is saved."""
        if not self.cleaned_data.get("password1"):
            # Takes as long as for an address that has an account already, so that the two can't be told apart.
            make_password(get_random_string(12))
        accounts.update_columns(user.pk, signup_country=self.cleaned_data["country"])


class Join(SignupView):
    """Step 1, whichever door led here. Who is signed in, or waits for the code, is led to their step."""

    template_name = "humans/join.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            request.session[JOINING] = self._door()
        response: HttpResponse = super().dispatch(request, *args, **kwargs)
        return response

    def get_form_class(self) -> type[JoinForm]:
        return JoinForm

    def get_initial(self) -> dict[str, Any]:
        return {**super().get_initial(), "country": self._guess}

    def get_form(self, form_class: type[JoinForm] | None = None) -> JoinForm:
        form: JoinForm = super().get_form(form_class)
        if self._guess and not form.is_bound:
            form.fields["country"].help_text = _("Guessed from your browser. Choose another one if it is wrong.")
        return form

    @cached_property
    def _guess(self) -> str:
        """The country that `/jobs` guesses, too; empty where nobody from there may join."""
        guess = reader.country(self.request)
        return "" if blocked_among([guess]) else guess

    def get_success_url(self) -> str:
        door = self._door()
        return f"/join/profile?next={quote(door['next'])}" if door["needs_profile"] else str(door["next"])

    def get_authenticated_redirect_url(self) -> str:
        return self.get_success_url()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"joining": self._door(), "then": self.get_success_url()}

    def _door(self) -> dict[str, Any]:
        """Where one wants to go, and whether a profile is needed there."""
        wanted = _next(self.request)
        return {
            "next": wanted,
            "needs_profile": not f"{urlsplit(wanted).path}/".startswith(tuple(f"{one}/" for one in NO_PROFILE)),
        }


join = page(one_at_a_time(Join.as_view()))


class JoinProfile(Page):
    """Step 3: what a profile needs to apply for jobs and to be found. It can be left half done."""

    template = "humans/join_profile.html"

    def leads_to(self, **ids: str) -> str:
        if not profiles.own(self.actor).is_complete:
            return ""
        self.request.session.pop(JOINING, None)
        return _next(self.request)

    def show(self) -> dict[str, Any]:
        profile = profiles.own(self.actor)
        return {
            "profile": profile,
            "me": self.actor.me,
            "next": _next(self.request),
            "joining": {"needs_profile": True},
            "skills": ", ".join(profile.skills),
            "rate": dollars_text(profile.hourly_rate_cents),
            "zone": profile.timezone or reader.browser_zone(self.request),
            "zones": [("", _("Choose")), *reader.zone_choices()],
            "country": profile.country or self.actor.me.signup_country,
            "countries": [("", _("Choose")), *countries.choices()],
        }

    def act_profile(self) -> HttpResponse:
        """`later` saves what is there already; without it, all of it is needed."""
        is_later = "later" in self.request.POST
        body = profile_body(self.request.POST, _ASKED, drop_empty=True)
        data = self.read(ProfileIn, body)

        def perform() -> Profile:
            profile = profiles.edit(self.actor, data)
            open_fields = missing(profile.account.name, profile)
            if open_fields and not is_later:
                raise Invalid({field: [_("Please give %s.") % wanted()[field]] for field in open_fields})
            return profile

        if is_later:
            return self.once(
                perform, to="/jobs", said=_("Saved. Come back to finish your profile: it is needed to apply.")
            )
        return self.once(perform, to=_next(self.request), said=_("Welcome! Your profile is complete."))


def _next(request: HttpRequest) -> str:
    """Where one wanted to go, on this site; the jobs without that."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else "/jobs"
