"""A fresh photo of a place and a cake in the demo marketplace: one of each is done, one photo waits for somebody."""

from datetime import timedelta

from bounties.models import Application, CakeOrder
from bounties.services import cakes, pictures
from config.demo.cast import Cast, Story, hours
from config.demo.pictures import street
from humans.services import profiles
from marketplace.core import clock
from marketplace.core.actor import Actor

_CAKE = {
    "recipient_name": "Marta Nunes",
    "address": "Rua da Rosa 112, 2nd floor, bell Nunes",
    "city": "Lisbon",
    "country": "PT",
    "message": "Happy birthday from all of us!",
    "size": "medium",
}


def ferry_building(cast: Cast) -> Story:
    """The first who applies goes; the machine finds no fault in his photo, and it is delivered. Another place waits."""
    asked = {
        "location": "Ferry Building, Embarcadero",
        "subject": "The clock tower from the street",
        "tier": "standard",
    }
    picture, _ = pictures.request(cast.scout, "demo-ferry-building", asked)
    assert picture.bounty is not None
    seat = cast.hire(cast.scout, "priya", picture.bounty.public_id)
    yield hours(1)
    seat.apply("I am three streets away.")
    pictures.follow()
    yield hours(1)
    seat.deliver("", pictures=[street("ferry", "Ferry Building, 9:40")], live=True)
    while pictures.follow():  # taken, then delivered
        pass
    picture.refresh_from_db()
    assert picture.status == "delivered"
    yield hours(6)
    elsewhere = {"location": "Dolores Park, Mission", "subject": "How full the upper lawn is", "tier": "standard"}
    pictures.request(cast.scout, "demo-dolores-park", elsewhere)


def birthday(cast: Cast) -> Story:
    """A courier is asked, goes, and shows the cake at the door."""
    _comes_by(cast["ines"])
    quote = cakes.quote(cast.harbour, _CAKE | {"deliver_at": clock.now() + timedelta(hours=9)})
    order = cakes.send(cast.harbour, quote.public_id)
    cakes.follow()
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
    cakes.follow()
    assert CakeOrder.objects.get(pk=order.pk).status == "completed"


def _comes_by(worker: Actor) -> None:
    """Couriers are asked among those who were here lately."""
    worker.me.last_active_at = clock.now()
    worker.me.save(update_fields=["last_active_at"])
    profiles.copy_from_account(worker.me)
