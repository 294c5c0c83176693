"""Hiring in the demo: a short story for each situation between an agent and a worker."""

from functools import partial

from django.conf import settings

from bounties.models import ScreeningRule, TaskPlace
from bounties.services import attendance, autoreview, bounties, contests, edits, extensions, receipts, seats
from config.demo.cast import (
    Cast,
    Story,
    called,
    deposit,
    hours,
    in_days,
    keep,
    post,
    record_mic,
    show_english,
)
from config.demo.pictures import street
from config.demo.voices import speaking
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.services import sandbox


def beginnings(cast: Cast) -> Story:
    """Deposits, verified identities, and screening rules for operators."""
    deposit(cast.scout, 150_000)
    deposit(cast.harbour, 60_000)
    for phrase, reason in (
        ("gift card", "Often a way to move stolen money."),
        ("verification code", "Codes are for their owner alone."),
    ):
        ScreeningRule.objects.create(phrase=phrase, reason=reason)
    for name, country in (("ines", "PT"), ("jonas", "DE")):
        _verify(cast[name], country)
    yield hours(1)


def _verify(worker: Actor, country: str) -> None:
    sandbox.verify_human(worker.me.profile_id, identity_country=country, linkedin=True, payouts=True)
    worker.me.refresh_from_db()


def five_calls(cast: Cast) -> Story:
    """A complete hire: hired, delivered, approved, paid, reviewed, with a receipt."""
    me = cast.scout
    calls = post(
        me,
        "Call five hardware stores and ask for one part",
        "Ask each store whether it has a 22 mm brass compression elbow, and at what price.",
        18,
        "1",
        completion_criteria="A table of five stores with phone number, answer and price.",
        evidence_types=["text"],
        category="computer-gigs",
        skills_needed=["research"],
    )
    yield hours(5)
    other, seat = cast.hire(me, "marcus", calls), cast.hire(me, "amara", calls)
    other.apply("I can call them today.")
    yield from seat.taken(
        "I do phone research every day; you get a clean table.",
        after=(0, 2, 1),
        response="Thank you, please go ahead.",
    )
    other.reject("Amara was a little faster. Next time!")
    seat.agent_says("Please ask for the opening hours, too.")
    seat.person_says("Will do. Two stores open at ten; I call them then.")
    seat.agent_says("Perfect, thank you.")
    yield hours(6)
    seat.deliver(
        "Five stores called; two have the part, from 6.40. The table is in the link.",
        links=["https://example.com/stores.csv"],
    )
    yield hours(3)
    seat.approve()
    seat.release()
    seat.praise(5, "Five calls in an hour, and a clean table.")
    keep(me, "preferred", cast["amara"], "Asks the right second question.")
    receipts.latest(me, calls)


def menu_translation(cast: Cast) -> Story:
    """Another agent's hire, paid and reviewed."""
    job = post(cast.harbour, "Translate a lunch menu into Japanese", "Two pages, forty dishes.", 32, "1.5",
               evidence_types=["text"], category="writing-gigs", skills_needed=["japanese"])  # fmt: skip
    seat = cast.hire(cast.harbour, "yuki", job)
    yield from seat.taken("I grew up above a restaurant.", after=(4, 1, 1))
    yield hours(9)
    seat.deliver("All forty dishes, with a note on three that have no Japanese name.")
    yield hours(2)
    seat.approve()
    seat.release()
    seat.praise(4, "Careful work, one day later than hoped.")


def shop_front(cast: Cast) -> Story:
    """Open, on site, with two pending applications."""
    photo = post(
        cast.scout,
        "Photograph a shop front in Lisbon",
        "One sharp photo of the bakery at Rua Augusta 100, with the opening hours readable.",
        5,
        completion_criteria="The opening hours can be read without zooming in.",
        evidence_types=["photo"],
        category="creative-gigs",
        skills_needed=["photography"],
        city="Lisbon",
        country="PT",
        is_remote_allowed=False,
        auto_accept=True,
        deadline=in_days(9),
    )
    yield hours(7)
    cast.hire(cast.scout, "ines", photo).apply("I pass there every morning and can send the photo before nine.")
    yield hours(11)
    cast.hire(cast.scout, "tomas", photo).apply("On my bike anyway: I can be there in twenty minutes.")


def landing_page(cast: Cast) -> Story:
    """Three seats: one submission waits for review, one application is pending, one seat is free."""
    page = post(
        cast.scout,
        "First impression of a landing page",
        "Open the page, look for two minutes, then tell us what it offers and what you would click.",
        6,
        "0.25",
        completion_criteria="Ten honest sentences.",
        evidence_types=["text"],
        category="computer-gigs",
        skills_needed=["design"],
        spots_available=3,
        completion_questions=[{"id": "q1", "prompt": "What would you click first?", "required": True}],
    )
    yield hours(8)
    seat = cast.hire(cast.scout, "yuki", page)
    seat.apply("Happy to look at it with fresh eyes.")
    yield hours(3)
    cast.hire(cast.scout, "marcus", page).apply("I test pages for a living.")
    seat.accept()
    yield hours(1)
    seat.confirm()
    yield hours(4)
    seat.deliver(
        "It sells a calendar for teams, I think; the word calendar comes in the fourth line. The green button asks for "
        "my e-mail before I know the price.",
        answers=[{"questionId": "q1", "value": "The price list."}],
    )
    seat.person_says("Sent! Tell me if you want it in more detail.")


def interviews(cast: Cast) -> Story:
    """Hourly pay, in progress, with an extension request of the worker."""
    job = post(cast.scout, "Transcribe two customer interviews", "Two recordings of 40 minutes, in English.", 22, "4",
               price_type="hourly", evidence_types=["text", "link"], category="writing-gigs",
               skills_needed=["english"], completion_window_hours=48, response_window_hours=36)  # fmt: skip
    seat = cast.hire(cast.scout, "amara", job)
    yield from seat.taken("I transcribe at four times the length of the recording.", after=(5, 2, 1))
    seats.start(cast["amara"], job, seat.application)
    yield hours(22)
    extensions.request(
        cast["amara"], job, seat.application, hours=12, reason="The second recording has three people in it."
    )


def bus_stops(cast: Cast) -> Story:
    """Photos are uploaded with the application: two accepted and paid, one pending."""
    stops = post(
        cast.scout,
        "Photos of bus stops, one each",
        "A bus stop near you, with its name readable. For a study of street signs.",
        3,
        "0.1",
        evidence_types=["photo"],
        category="creative-gigs",
        spots_available=5,
        submission_mode="photo_upload",
        upload_settings={
            "maxImages": 2,
            "minimumResolutionPx": 400,
            "consentText": "You took these photos yourself, and we may use them in our study.",
            "confirmationMessage": "Thank you! We look at every photo within a day.",
        },
    )
    for name, place in (("ines", "Cais do Sodré"), ("camila", "Avenida Paulista"), ("jonas", "Kottbusser Tor")):
        yield hours(7)
        pictures = [street(f"{name} {number}", place, name=f"stop-{number}.jpg") for number in (1, 2)]
        seat = cast.hire(cast.scout, name, stops)
        seat.apply(f"The stop is called {place}.", pictures=pictures, consent=True)
        if name != "jonas":
            yield hours(2)
            seat.accept()
            seat.release()
        if name == "camila":
            seat.praise(5, "Sharp, straight, and the name is readable.")


def flyers(cast: Cast) -> Story:
    """Three seats: one in progress, one with a silent worker who is flagged, one never confirmed."""
    job = post(cast.harbour, "Hand out 200 flyers at a station", "Friendly, dry weather only.", 28, "2",
               evidence_types=["photo"], category="event-gigs", skills_needed=["event setup"], spots_available=3,
               response_window_hours=16, auto_expire_ghosts=False)  # fmt: skip
    yield hours(6)
    jonas, tomas, priya = (cast.hire(cast.harbour, name, job) for name in ("jonas", "tomas", "priya"))
    jonas.apply("At the main station, on Friday afternoon.")
    tomas.apply("At Rossio, tomorrow.")
    priya.apply("At Embarcadero.")
    yield hours(2)
    for seat in (jonas, tomas, priya):
        seat.accept()
    yield hours(1)
    jonas.confirm()
    tomas.confirm()
    tomas.agent_says("The flyers are at the office, ask for Rita.")
    for number in range(4):
        yield hours(9)
        jonas.person_says(f"{(number + 1) * 40} flyers are gone.")
    tomas.agent_says("Are you still with us?")


def video(cast: Cast) -> Story:
    """A redo was requested."""
    job = post(cast.scout, "One minute of video: a street market in the morning", "Sound on, no faces in close-up.", 24,
               "1", evidence_types=["link", "text"], category="creative-gigs", skills_needed=["video"],
               completion_window_hours=120)  # fmt: skip
    seat = cast.hire(cast.scout, "camila", job)
    yield from seat.taken("Liberdade on Sunday morning, at eight.", after=(4, 3, 1))
    yield hours(10)
    seat.deliver("68 seconds, one take.", links=["https://example.com/market.mp4"])
    yield hours(2)
    seat.review("request_redo", "Lovely! But the first ten seconds shake. Could you do them again?")
    seat.person_says("Of course. I am back there tomorrow at eight.")


def shelf_check(cast: Cast) -> Story:
    """Evidence was rejected, and its worker contests that: a case for staff."""
    job = post(cast.scout, "Check which shelf a cereal stands on", "Photos of the whole shelf, from the front.", 14, "1",
               completion_criteria="The top shelf and the price tags are in the picture.",
               evidence_types=["photo"], category="labor-gigs", completion_window_hours=24)  # fmt: skip
    seat = cast.hire(cast.scout, "marcus", job)
    yield from seat.taken("There is a store around my corner.", after=(3, 1, 1))
    yield hours(5)
    seat.deliver("Third shelf from below.", pictures=[street("cereal", "Aisle 7", name="shelf.jpg")])
    yield hours(6)
    seat.review("reject", "The top shelf is missing, and this looks like a street.")
    seat.person_says("The store does not allow photos of the top shelf. I asked twice.")
    yield hours(2)
    seat.agent_says("Without the top shelf the photo is of no use to us.")
    yield hours(1)
    why = "The task asked for a photo of the whole shelf; the store forbids the top of it, and I said so at once."
    contests.contest(cast["marcus"], seat.application, {"reason": why, "files": []})


def desk(cast: Cast) -> Story:
    """On site, with attendance reports; the work is approved and waits for its release."""
    job = post(cast.harbour, "Build a desk in an office in Berlin", "Flat pack, two people's work, tools are there.", 60,
               "2", evidence_types=["photo", "text"], category="labor-gigs", skills_needed=["driving"], city="Berlin",
               country="DE", is_remote_allowed=False, deadline=in_days(4), attendance_radius_meters=200,
               identity_required=True)  # fmt: skip
    yield hours(6)
    seat = cast.hire(cast.harbour, "jonas", job)
    seat.apply("I bring my own screwdriver.")
    TaskPlace.objects.create(bounty_id=ids.decode("bty", job), latitude=52.5213, longitude=13.4049)
    yield hours(2)
    seat.accept()
    yield hours(1)
    seat.confirm()
    for state, wait in (("on_the_way", 1.0), ("arrived", 2.0), ("left", 0.5)):
        yield hours(wait)
        lat, lng = cast.places["jonas"]
        attendance.report(
            cast["jonas"], job, state=state, lat=lat, lng=lng, accuracy_meters=15, captured_at=clock.wall()
        )
    seat.deliver("It stands, and it does not wobble.", pictures=[street("desk", "Third floor", name="desk.jpg")])
    yield hours(3)
    seat.approve()


def names(cast: Cast) -> Story:
    """Paused by its owner; has a question for applicants, and the automatic reviewer accepted an applicant who answered it."""
    job = post(cast.scout, "Twenty names for a tea shop", "Short, easy to say, free as a web address.", 15, "1",
               evidence_types=["text"], category="writing-gigs", spots_available=2, auto_accept=True,
               application_details=[
                   {"id": "d1", "type": "text", "label": "A name that you have found before", "required": True}
               ])  # fmt: skip
    yield hours(5)
    seat = cast.hire(cast.scout, "priya", job)
    seat.apply("Names are my thing.", answers=[{"questionId": "d1", "value": "Steep & Co"}])
    yield hours(0.1)
    autoreview.review_due()
    yield hours(1)
    seat.confirm()
    yield hours(4)
    pause = partial(edits.edit, cast.scout, job, {"status": "paused"}, locked_names=[])
    called(cast.scout, "editBounty", f"/api/bounties/{job}", pause, method="PATCH")


def refused_listing(cast: Cast) -> Story:
    """Refused by an operator; the money was refunded."""
    job = post(cast.harbour, "Read us a verification code", "We send you a text message, you read it out.", 9,
               evidence_types=["text"])  # fmt: skip
    yield hours(3)
    bounties.refuse(
        Actor.staff(cast.operator.me),
        ids.decode("bty", job),
        reason="Codes are for the person who gets them. Never share one.",
    )


def listing_in_review(cast: Cast) -> Story:
    """Held by a screening rule until an operator decides."""
    post(cast.harbour, "Buy a gift card for our team's raffle", "One card of 25 dollars at a supermarket.", 30, "0.5",
         evidence_types=["photo"], category="domestic-gigs")  # fmt: skip
    yield hours(0)


def changed_plans(cast: Cast) -> Story:
    """Cancelled before anyone was hired: refunded, and the applicant was rejected."""
    job = post(cast.scout, "Stand in a queue for a phone", "From six in the morning, about three hours.", 45, "3",
               evidence_types=["photo"], category="crew-gigs", city="San Francisco", country="US",
               is_remote_allowed=False, deadline=in_days(3))  # fmt: skip
    yield hours(6)
    cast.hire(cast.scout, "priya", job).apply("I live across the street.")
    yield hours(20)
    cancel = partial(bounties.cancel, cast.scout, job, reason="task_no_longer_needed")
    called(cast.scout, "cancelBounty", f"/api/bounties/{job}", cancel, method="DELETE")


def no_show(cast: Cast) -> Story:
    """A seat that was never confirmed was reopened; the owner has blocked the worker."""
    job = post(cast.harbour, "Deliver a parcel across Lisbon", "From Alfama to Belém, a shoe box.", 11, "1",
               evidence_types=["photo"], category="labor-gigs", skills_needed=["delivery"], city="Lisbon", country="PT",
               is_remote_allowed=False, deadline=in_days(12))  # fmt: skip
    yield hours(2)
    late = cast.hire(cast.harbour, "tomas", job)
    late.apply("In an hour.")
    yield hours(1)
    late.accept()
    yield hours(20)
    keep(cast.harbour, "blocked", cast["tomas"], "Did not confirm, did not write.")


def big_survey(cast: Cast) -> Story:
    """Waits for its deposit: the wallet doesn't cover it."""
    post(cast.scout, "Interview 40 market traders", "Twelve questions each, in their language.", 55, "2",
         evidence_types=["text"], category="event-gigs", skills_needed=["interviews"], spots_available=40)  # fmt: skip
    yield hours(0)


def radio_spot(cast: Cast) -> Story:
    """Requires a language proof and a microphone check: one person has shown their English, and their sample is scored when the
    worker starts.
    """
    if settings.LANGUAGE_SCORER != "sandbox":  # real scorers are not called for a synthetic voice
        return
    job = post(cast.scout, "Read a 30 second radio spot", "British or American English, a calm voice, no music.", 35, "0.5",
               evidence_types=["video"], category="creative-gigs", mic_check_required=True,
               language_requirement={"language": "en", "minimumCefr": "B2"}, deadline=in_days(10))  # fmt: skip
    yield hours(3)
    show_english(cast["amara"], job, speaking(32, seed=4))
    record_mic(cast["amara"], job, speaking(8, seed=7))
    cast.hire(cast.scout, "amara", job).apply("I narrate audio books; a quiet room and a good microphone.")
    yield hours(0)
