"""/profile: one's own profile, saved as a whole."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from humans.models import Profile, Relation
from marketplace.core.errors import Invalid
from marketplace.models import Account, File
from tests.factories.accounts import AccountFactory, given_worker
from tests.factories.files import picture
from tests.factories.market import untouched
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def visitor() -> Visitor:
    return Visitor(given_worker(name="Ada").account)


def profile_of(visitor: Visitor) -> Profile:
    return Profile.objects.select_related("account").get(pk=visitor.account.pk)  # type: ignore[union-attr]


def test_one_button_saves_whatever_was_typed_wherever_it_stands(visitor: Visitor) -> None:
    page = visitor.open("/profile")
    assert "can find you" in page.text
    assert [form.act for form in page.forms] == ["save", "photos"], "nothing typed is lost between two buttons"

    said = visitor.send(
        page,
        "save",
        name="Ada L", username="ada", headline="Errands", bio="Two\nlines", gender="woman",
        skills="photography; driving", expertise="", hourlyRate="30.50", isAvailable="true", acceptsInvitations=None,
        monday="9:00-12:30, 14:00-18:00", tuesday="", phone="+351 912 345 678", billingEmail="",
        **{"workPreferences.wayOfWorking": "both", "workPreferences.domains": "shops"},
        **{"location.city": "Porto", "location.country": "PT", "timezone": "Europe/Lisbon"},
        **{"location.isRemoteAvailable": None},
    )  # fmt: skip
    assert "Saved." in said.text and said.path == "/profile", "the page is shown from its top on, where that stands"

    profile = profile_of(visitor)
    account = profile.account
    assert (account.name, account.username, profile.headline, profile.bio, profile.gender) == (
        "Ada L",
        "ada",
        "Errands",
        "Two\nlines",
        "woman",
    )
    assert (profile.skills, profile.expertise, profile.hourly_rate_cents) == (["photography", "driving"], [], 3050)
    assert (profile.way_of_working, profile.work_domains) == ("both", ["shops"])
    assert (profile.city, profile.is_remote_available, profile.accepts_invitations, profile.is_available) == (
        "Porto",
        False,
        False,
        True,
    )
    assert profile.availability == {"monday": [{"start": "09:00", "end": "12:30"}, {"start": "14:00", "end": "18:00"}]}
    assert (account.phone, account.billing_email) == ("+351912345678", None)
    again = visitor.open("/profile")
    assert 'value="09:00-12:30, 14:00-18:00"' in again.html and 'value="30.50"' in again.html


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ({"username": "No Spaces"}, "username"),
        ({"hourlyRate": "a lot"}, "hourlyRate"),
        ({"timezone": "Mars/Crater"}, "timezone"),
        ({"monday": "all day"}, "monday"),
        ({"friday": "18:00-9:00"}, "friday"),
        ({"phone": "none"}, "phone"),
        ({"billingEmail": "nowhere"}, "billingEmail"),
    ],
)
def test_what_can_t_be_saved_is_said_at_its_field(visitor: Visitor, fields: dict[str, str], at: str) -> None:
    page = visitor.open("/profile")

    with untouched():
        refused = visitor.send(page, "save", **fields)

    assert refused.status == 400
    assert f'id="save-{at}-error"' in refused.html and (at == "timezone" or fields[at] in refused.html)


def test_the_list_of_what_is_wrong_names_its_fields(visitor: Visitor) -> None:
    page = visitor.open("/profile")
    many = ",".join(f"skill{number}" for number in range(60))

    typed = "<!--fault save-skills-->"
    refused = visitor.send(page, "save", hourlyRate=typed, skills="x" * 61 + f",{many}", monday="late")

    listed = refused.html.partition('role="alert"')[2].partition("</ul>")[0]
    assert re.findall(r'<li><a href="#save-([^"]*)">([^<]+)</a></li>', listed) == [("monday", "Monday")]
    assert refused.text.count("Give hours such as 9:00-12:30, from the earlier to the later one.") == 1, "at its field"

    refused = visitor.send(page, "save", hourlyRate=typed, skills="x" * 61 + f",{many}")

    listed = refused.html.partition('role="alert"')[2].partition("</ul>")[0]
    assert re.findall(r'<li><a href="#save-([^"]*)">([^<]+)</a></li>', listed) == [
        ("skills", "What you can do"),
        ("hourlyRate", "Dollars an hour"),
    ]
    assert "<!--fault" not in refused.html and "&lt;!--fault save-skills--&gt;" in refused.html


def test_what_no_field_of_the_page_says_is_said_in_the_list(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    page = visitor.open("/profile")

    def refuse(*_: object) -> None:
        raise Invalid({"nickname": ["Too <b>short</b>."]})

    monkeypatch.setattr("humans.pages.profile.profiles.edit", refuse)
    refused = visitor.send(page, "save")

    listed = refused.html.partition('role="alert"')[2].partition("</ul>")[0]
    assert "<li>Too &lt;b&gt;short&lt;/b&gt;.</li>" in listed and "nickname" not in refused.html


def test_a_taken_user_name_changes_nothing(visitor: Visitor) -> None:
    AccountFactory(username="taken")
    page = visitor.open("/profile")

    with untouched():
        refused = visitor.send(page, "save", username="taken", headline="Something else")

    assert refused.status == 409 and 'value="Something else"' in refused.html


def test_photos_are_added_and_removed(visitor: Visitor) -> None:
    page = visitor.open("/profile")

    added = visitor.send(page, "photos", files={"photos": [picture(), picture("PNG")]})
    assert "Everybody can see it" in added.text and len(profile_of(visitor).photo_ids) == 2
    visitor.send(page, "photos", files={"photos": [picture(), picture("PNG")]})
    assert len(profile_of(visitor).photo_ids) == 2, "the same form twice adds once"
    visitor.send(added, "unphoto")
    assert len(profile_of(visitor).photo_ids) == 1

    with untouched():
        refused = visitor.send(visitor.open("/profile"), "photos", files={"photos": [given_no_picture()]})
    assert refused.status == 400 and 'id="photos-photos-error"' in refused.html


def test_why_a_photo_is_not_taken_stands_at_its_field(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    full = visitor.open("/profile")
    visitor.send(full, "photos", files={"photos": [picture() for _ in range(5)]})
    page = visitor.open("/profile")

    with untouched():
        refused = visitor.send(page, "photos", files={"photos": [picture(), picture()]})
    assert refused.status == 409 and "Your profile is full of photos." in refused.text
    assert 'id="photos-photos-error"' in refused.html

    monkeypatch.setattr("humans.services.photos.PHOTO_BYTES_MAX", 10)
    with untouched():
        refused = visitor.send(page, "photos", files={"photos": [picture()]})
    assert refused.status == 413 and 'id="photos-photos-error"' in refused.html

    monkeypatch.undo()
    visitor.send(page, "photos", files={"photos": [picture()]})
    with untouched():
        gone = visitor.send(full, "photos", files={"photos": [picture("PNG")]})
    assert gone.status == 409, "the form that was open before is another's content now"
    late = visitor.send(page, "photos", files={"photos": [picture()]})
    assert "Your profile" in late.text


def test_an_empty_name_is_no_stand_in() -> None:
    visitor = Visitor(given_worker(name="").account)

    page = visitor.open("/profile")

    assert dict(page.form("save").fields)["name"] == "" and "your name" in page.text


def given_no_picture() -> object:
    from django.core.files.uploadedfile import SimpleUploadedFile

    return SimpleUploadedFile("x.jpg", b"<script>", content_type="image/jpeg")


def test_nobody_removes_the_photo_of_another(visitor: Visitor) -> None:
    other = Visitor(given_worker().account)
    other.send(other.open("/profile"), "photos", files={"photos": [picture()]})
    visitor.send(visitor.open("/profile"), "photos", files={"photos": [picture()]})
    theirs = File.objects.get(owner=other.account)

    with untouched():
        refused = visitor.send(visitor.open("/profile"), "unphoto", photo=theirs.public_id)

    assert refused.status == 404


def test_an_incomplete_profile_says_what_is_missing() -> None:
    visitor = Visitor(AccountFactory(name="New"))

    page = visitor.open("/profile")

    assert "nobody finds you" in page.text and "an hourly rate" in page.text and "your name" not in page.text


def test_what_one_can_t_apply_without_is_not_called_optional(visitor: Visitor) -> None:
    html = visitor.open("/profile").html

    for name in ("headline", "bio", "skills", "hourlyRate", "location.city", "location.country", "timezone"):
        label = html.partition(f'<label for="save-{name}">')[2].partition("</label>")[0]
        assert ">needed to apply<" in label, name
    assert ">optional<" in html.partition('<label for="save-username">')[2].partition("</label>")[0]


def test_people_are_taken_off_the_lists(visitor: Visitor) -> None:
    bob = given_worker(name="Bob").account
    Relation.objects.create(owner=visitor.account, human=bob, kind="blocked", note="Never came")
    page = visitor.open("/profile")
    assert "Bob" in page.text and "Never came" in page.text

    visitor.send(page, "forget")

    assert not Relation.objects.exists()


def test_a_stranger_signs_in_first_and_texts_are_texts(visitor: Visitor) -> None:
    assert Visitor().open("/profile").path.startswith("/account/login")
    Account.objects.filter(pk=visitor.account.pk).update(name=HOSTILE)  # type: ignore[union-attr]
    Profile.objects.filter(pk=visitor.account.pk).update(headline=HOSTILE, bio=f"</textarea>{HOSTILE}")  # type: ignore[union-attr]

    assert HOSTILE not in visitor.open("/profile").html


def test_the_page_asks_the_database_as_often_for_one_as_for_five(visitor: Visitor) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as seen:
            visitor.open("/profile")
        return len(seen)

    Relation.objects.create(owner=visitor.account, human=given_worker().account, kind="blocked")
    count()
    one = count()
    for _ in range(4):
        Relation.objects.create(owner=visitor.account, human=given_worker().account, kind="blocked")

    assert count() == one <= 15


def test_settings_keep_the_zone_and_what_is_mailed(visitor: Visitor) -> None:
    page = visitor.open("/settings")
    zoned = visitor.send(page, "zone", timeZone="Asia/Tokyo")
    assert "JST" in zoned.text
    visitor.send(page, "notices", mailWork=None, mailMessages="true", mailApplications="true", mailInvoices=None)

    account = Account.objects.get(pk=visitor.account.pk)  # type: ignore[union-attr]
    assert account.time_zone == "Asia/Tokyo"
    assert (account.mail_applications, account.mail_work, account.mail_messages) == (True, False, True)
    assert account.mail_invoices is False
    with untouched():
        assert visitor.send(page, "zone", timeZone="../../etc/passwd").status == 400
    assert visitor.open("/account").path == "/settings"
