"""/profile: one's own profile: one form for all that is typed, so that nothing is lost between two buttons."""

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.utils.dates import WEEKDAYS as DAY_NAMES
from django.utils.translation import gettext as _
from rest_framework.request import Request

from humans.errors import PhotoLimitReached
from humans.pages.bodies import dollars_text, profile_body, wanted
from humans.pages.people import initial
from humans.rules.people import PHOTOS_MAX, WAYS_OF_WORKING, WEEKDAYS, missing
from humans.selectors import relations as lists
from humans.selectors import search
from humans.selectors.signals import with_signals
from humans.serializers.photos import PhotosIn
from humans.serializers.profiles import OwnHuman, ProfileIn
from humans.serializers.relations import BlockOut, PreferredOut
from humans.services import photos, profiles, relations
from marketplace.api.pagination import page as keyset_page
from marketplace.core import countries
from marketplace.core.errors import TooLarge
from marketplace.models import File
from marketplace.web import reader, words
from marketplace.web.page import Page

FIELDS = (
    *("name", "username", "headline", "bio", "gender"),
    *("skills", "expertise", "hourlyRate", "workPreferences.wayOfWorking", "workPreferences.domains"),
    *("location.city", "location.country", "location.isRemoteAvailable", "timezone"),
    *("isAvailable", "acceptsInvitations", "availability"),
    *("phone", "billingEmail"),
)
LISTS = (("preferred", PreferredOut), ("blocked", BlockOut))


class OwnProfile(Page):
    template = "humans/profile.html"
    takes_files = True

    def show(self) -> dict[str, Any]:
        profile = with_signals([profiles.own(self.actor)])[0]
        shown = OwnHuman.render(profile)
        open_fields = missing(profile.account.name, profile)
        return {
            "me": shown,
            "name": self.actor.me.name,  # others are shown a stand-in for an empty one
            "person": shown | {"initial": initial(profile)},
            "href": f"/people/{shown['username'] or shown['id']}",
            "missing": [wanted()[name] for name in open_fields],
            "is_found": profile.is_findable,
            "skills": ", ".join(profile.skills),
            "expertise": ", ".join(profile.expertise),
            "domains": ", ".join(profile.work_domains),
            "rate": dollars_text(profile.hourly_rate_cents),
            "week": _week(profile.availability),
            "zone": profile.timezone or reader.browser_zone(self.request),
            "zones": [("", _("Choose")), *_with(reader.zone_choices(), profile.timezone)],
            "countries": [("", _("Choose")), *countries.choices()],
            "genders": [("", _("I don't say")), ("woman", _("Woman")), ("man", _("Man")), ("other", _("Other"))],
            "ways": [("", _("I don't say")), *zip(WAYS_OF_WORKING, _ways(), strict=True)],
            "photos_left": PHOTOS_MAX - len(profile.photo_ids),
            "lists": [(kind, self._listed(kind, shape)) for kind, shape in LISTS],
        }

    def _listed(self, kind: str, shape: Any) -> list[dict[str, Any]]:
        """The latest 100, of which each has a button."""
        found = keyset_page(
            lists.listed(self.actor, kind),
            Request(self.request),
            scope=f"pages:{kind}",
            default=100,
            order=("-created_at", "-id"),
        )
        with_page = search.with_public_page(row.human_id for row in found.rows) if found.rows else set()
        return [
            row | {"remark": row.get("note") or row.get("reason"), "has_page": row["humanId"] in with_page}
            for row in shape.render_many(found.rows)
        ]

    def act_save(self) -> HttpResponse:
        data = self.read(ProfileIn, profile_body(self.request.POST, FIELDS))
        return self.once(lambda: profiles.edit(self.actor, data), to="/profile", said=_("Saved."))

    # ------------------------------------------------------------------ photos

    def act_photos(self) -> HttpResponse:
        sent = {"photos": self.request.FILES.getlist("photos")}
        uploads: list[UploadedFile] = self.read(PhotosIn, sent)["photos"]
        return self.once(
            lambda kept: photos.add(self.actor, kept),
            keep=lambda: self._kept(uploads),
            to="/profile#photos",
            said=_("Added. Everybody can see it now."),
        )

    def _kept(self, uploads: list[UploadedFile]) -> list[File]:
        """The stored photos; why they are not taken stands beside their field."""
        try:
            return photos.keep(self.actor, uploads)
        except (TooLarge, PhotoLimitReached) as problem:
            problem.extra["fields"] = {"photos": [words.say(problem)]}
            raise

    def act_unphoto(self) -> HttpResponse:
        file_id = self.request.POST.get("photo", "")
        return self.once(lambda: photos.remove(self.actor, file_id), to="/profile#photos", said=_("Removed."))

    # ------------------------------------------------------------------ people

    def act_forget(self) -> HttpResponse:
        kind = self.request.POST.get("kind", "")
        who = self.request.POST.get("humanId", "")
        kind = kind if kind in dict(LISTS) else "preferred"
        return self.once(
            lambda: relations.remove(self.actor, kind, who), to="/profile#people", said=_("Taken off your list.")
        )


def _week(availability: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Each weekday: its name in the API, its name, and its spans as they are typed."""
    return [
        (day, str(DAY_NAMES[number]), ", ".join(f"{span['start']}-{span['end']}" for span in availability.get(day, [])))
        for number, day in enumerate(WEEKDAYS)
    ]


def _with(choices: list[tuple[str, str]], present: str) -> list[tuple[str, str]]:
    """The choices, and what is chosen already, which may be an older name."""
    known = present in ("", *(name for name, _words in choices))
    return choices if known else [(present, present), *choices]


def _ways() -> tuple[str, str, str]:
    return _("On a screen"), _("In person"), _("Both")
