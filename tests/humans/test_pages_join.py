"""/join: three steps from a stranger to somebody who may apply."""

import re

import pytest

from humans.models import Profile
from marketplace.models import Account, BlockedCountry
from tests.factories.accounts import PASSWORD, AccountFactory, given_worker
from tests.factories.mailbox import mailbox
from tests.factories.market import untouched
from tests.marketplace.test_sessions import mailed_code
from tests.visitor import Seen, Visitor

pytestmark = pytest.mark.django_db
EMAIL = "ada@example.com"
PROFILE = {
    "name": "Ada Example",
    "username": "ada",
    "headline": "Careful errands",
    "bio": "Ten years of courier work.",
    "skills": "delivery, photography",
    "location.city": "Lisbon",
    "hourlyRate": "25,50",
}


def begin(visitor: Visitor, where: str = "/join", **fields: str) -> Seen:
    return visitor.send(visitor.open(where), "", **{"email": EMAIL, "country": "PT"} | fields)


def confirm(visitor: Visitor, page: Seen) -> Seen:
    return visitor.send(page, "", code=mailed_code(EMAIL))


def test_a_stranger_is_a_complete_worker_after_three_steps() -> None:
    visitor = Visitor()
    visitor.client.cookies["tz"] = "Europe/Lisbon"

    second = begin(visitor, "/join?next=/jobs?q=photos")
    assert "Step 2 of 3" in second.text and second.path.startswith("/account/verify")
    third = confirm(visitor, second)
    assert "Step 3 of 3" in third.text
    fields = dict(third.form("profile").fields)
    assert (fields["location.country"], fields["timezone"]) == ("PT", "Europe/Lisbon")
    done = visitor.send(third, "profile", **PROFILE)

    assert done.path == "/jobs?q=photos" and "Your profile is complete" in done.text
    profile = Profile.objects.get()
    assert profile.is_complete and profile.is_findable
    assert (profile.skills, profile.hourly_rate_cents) == (["delivery", "photography"], 2550)
    account = Account.objects.get(email=EMAIL)
    assert (account.signup_country, account.username, account.has_usable_password()) == ("PT", "ada", False)
    assert account.terms_accepted_at is not None


def test_a_password_is_set_by_who_wants_one() -> None:
    visitor = Visitor()

    weak = begin(visitor, password1="12345")
    assert not Account.objects.filter(email=EMAIL).exists() and EMAIL in weak.html
    confirm(visitor, begin(visitor, password1=PASSWORD))

    assert Account.objects.get(email=EMAIL).check_password(PASSWORD)


def test_a_country_that_is_closed_is_refused_before_anything_is_asked() -> None:
    BlockedCountry.objects.create(code="CU")
    visitor = Visitor()
    page = visitor.open("/join")

    refused = visitor.send(page, "", email=EMAIL, country="CU")

    assert not Account.objects.filter(email=EMAIL).exists() and not mailbox(EMAIL)
    assert EMAIL in refused.html and 'aria-invalid="true"' in refused.html


def country_of(page: Seen) -> str:
    (chosen,) = [value for name, value in page.form("").fields if name == "country"]
    return chosen


def test_the_country_is_guessed_and_said_to_be_a_guess() -> None:
    visitor = Visitor()
    assert country_of(visitor.open("/join")) == "" and "Guessed" not in visitor.open("/join").text

    visitor.client.cookies["tz"] = "Europe/Lisbon"
    page = visitor.open("/join")
    assert country_of(page) == "PT" and "Guessed from your browser." in page.text
    refused = visitor.send(page, "", email="nothing", country="ES")
    assert country_of(refused) == "ES" and "Guessed" not in refused.text, "chosen now"
    BlockedCountry.objects.create(code="PT")
    assert country_of(visitor.open("/join")) == ""


def test_each_step_is_left_and_resumed() -> None:
    visitor = Visitor()
    second = begin(visitor)
    again = visitor.open("/join")
    assert again.path == second.path, "the code is still waited for"
    third = confirm(visitor, again)

    saved = visitor.send(third, "profile", name="Ada Example", skills="delivery", later="true")

    assert "Come back to finish" in saved.text
    back = visitor.open("/join")
    assert back.path.startswith("/join/profile")
    assert dict(back.form("profile").fields)["skills"] == "delivery"
    assert not Profile.objects.get().is_complete


def test_what_is_missing_is_named_and_the_rest_stays_as_typed() -> None:
    visitor = Visitor()
    third = confirm(visitor, begin(visitor))

    with untouched():
        refused = visitor.send(third, "profile", **PROFILE | {"headline": "", "hourlyRate": "a lot", "timezone": "UTC"})
    assert refused.status == 400 and 'value="a lot"' in refused.html

    with untouched():
        refused = visitor.send(third, "profile", **PROFILE | {"headline": "", "timezone": "UTC"})
    assert refused.status == 400 and "Please give one line about what you do." in refused.text
    assert "Ten years of courier work." in refused.html


def test_a_taken_user_name_is_said() -> None:
    AccountFactory(username="ada")
    visitor = Visitor()
    third = confirm(visitor, begin(visitor))

    with untouched():
        refused = visitor.send(third, "profile", **PROFILE | {"timezone": "UTC"})

    assert refused.status == 409


def test_a_known_address_is_not_told_apart() -> None:
    AccountFactory(email=EMAIL)

    page = begin(Visitor())

    assert "Step 2 of 3" in page.text and EMAIL in page.text
    assert Account.objects.filter(email=EMAIL).count() == 1
    assert not re.search(r"\b\d{6}\b", mailbox(EMAIL)[-1]["text"])


def test_who_is_complete_is_led_on_and_to_no_other_site() -> None:
    visitor = Visitor(given_worker().account)

    assert visitor.open("/join?next=/jobs?q=x").path == "/jobs?q=x"
    for evil in ("https://evil.example.org/", "//evil.example.org/", "javascript:alert(1)"):
        assert visitor.open(f"/join?next={evil}").path == "/jobs"


def test_the_first_step_counts_as_a_sign_up() -> None:
    from marketplace.api.routes import classes

    assert classes("POST", "/join", signed_in=False, with_key=False) == ["signup"]
    assert classes("POST", "/join/profile", signed_in=True, with_key=False) == ["write"]


def form_of(page: Seen) -> tuple[list[str], list[str], list[str]]:
    """What stands on a sign-up page: headings, labels in their order, buttons."""
    return (
        re.findall(r"<h1>(.*?)</h1>", page.html),
        re.findall(r"<label for=\"[^\"]*\">(.*?)</label>", page.html),
        re.findall(r"<button[^>]*>(.*?)</button>", page.html),
    )


@pytest.mark.parametrize(
    "door",
    [
        "/join?next=/jobs/bty_x/apply",
        "/join?next=/owner",
        "/account/signup",
        "/account/signup?next=/owner/members/join%3Ftoken%3Dabc",
        "/join?next=/oauth/authorize%3Fstate%3Dx",
    ],
)
def test_everybody_signs_up_by_one_form_whichever_door_they_come_from(door: str) -> None:
    usual = form_of(Visitor().open("/join"))
    assert usual[1] == ["Email", "Country where you live", "Password (not needed)"]

    assert form_of(Visitor().open(door)) == usual


def test_the_door_decides_only_where_one_goes_afterwards() -> None:
    visitor = Visitor()
    second = begin(visitor, "/account/signup?next=/owner/keys")
    assert "Step 2 of 2" in second.text and 'value="/join?next=/owner/keys"' in second.html

    done = confirm(visitor, second)

    assert done.path == "/owner/keys", "nobody needs a profile there"
    assert Account.objects.get(email=EMAIL).signup_country == "PT"


def test_who_is_asked_to_sign_in_first_comes_back_after_signing_up() -> None:
    apply = "/jobs/bty_00000000000000000000000000/apply"
    login = Visitor().open(apply)

    (there,) = {link.replace("%2F", "/") for link in login.links if link.startswith("/join?")}

    assert there == f"/join?next={apply}" and 'class="button quiet small" href="/join?next=' in login.html
    assert f"/account/login?next=/join/profile%3Fnext%3D{apply}" in [
        link.replace("%2F", "/") for link in Visitor().open(there).links
    ]
