"""A picture request and a cake in the demo: one of each is completed, one picture is still open."""

from datetime import timedelta

from bounties.models import Application, CakeOrder
from bounties.services import cakes, picture_requests, pictures
from config.demo.cast import Cast, Story, hours
from config.demo.pictures import street
from humans.services import profiles
from marketplace.core import clock
from marketplace.core.actor import Actor


def ferry_building(cast: Cast) -> Story:
    """The first applicant is accepted, the automatic check finds nothing wrong with the photo, and it is delivered. A second
    request stays open.
    """
    order: picture_requests.PictureForm = {
        "location": "Ferry Building, Embarcadero",
        "subject": "The clock tower from the street",
        "tier": "standard",
    }
    picture, _ = picture_requests.request(cast.scout, "demo-ferry-building", order)
    assert picture.bounty is not None
    seat = cast.hire(cast.scout, "priya", picture.bounty.public_id)
    yield hours(1)
    seat.apply("I am three streets away.")
    pictures.reconcile_dirty()
    yield hours(1)
    seat.deliver("", pictures=[street("ferry", "Ferry Building, 9:40")], live=True)
    while pictures.reconcile_dirty():  # accepted, then delivered
        pass
    picture.refresh_from_db()
    assert picture.status == "delivered"
    yield hours(6)
    elsewhere: picture_requests.PictureForm = {
        "location": "Dolores Park, Mission",
        "subject": "How full the upper lawn is",
        "tier": "standard",
    }
    picture_requests.request(cast.scout, "demo-dolores-park", elsewhere)


def birthday(cast: Cast) -> Story:
    """A courier is offered the order, accepts it, and delivers the cake with a photo."""
    _mark_active(cast["ines"])
    form: cakes.CakeForm = {
        "recipient_name": "Marta Nunes",
        "address": "Rua da Rosa 112, 2nd floor, bell Nunes",
        "city": "Lisbon",
        "country": "PT",
        "message": "Happy birthday from all of us!",
        "size": "medium",
        "deliver_at": clock.now() + timedelta(hours=9),
    }
    quote = cakes.quote(cast.harbour, form)
    order = cakes.send(cast.harbour, quote.public_id)
    cakes.reconcile_dirty()
    assert order.bounty is not None
    courier = Application.objects.select_related("escrow").get(bounty=order.bounty)
    assert courier.escrow is not None
    seat = cast.hire(cast.harbour, "ines", order.bounty.public_id)
    seat.application, seat.escrow = courier.public_id, courier.escrow.public_id
    yield hours(1)
    seat.confirm()
    yield hours(7)
    seat.deliver("She was at home and laughed.", pictures=[street("cake", "At the door, 17:55")])
    yield hours(1)
    seat.review("approve", "Wonderful, thank you.")
    seat.release()
    cakes.reconcile_dirty()
    assert CakeOrder.objects.get(pk=order.pk).status == "completed"


def _mark_active(worker: Actor) -> None:
    """Couriers are chosen among people who were active recently."""
    worker.me.last_active_at = clock.now()
    worker.me.save(update_fields=["last_active_at"])
    profiles.copy_from_account(worker.me)
