"""The managed products' part of the table of routes."""

from tests.contract.cells import OWN, SIGNED, Route
from tests.contract.products import CAKE, PHOTO

# fmt: off
PRODUCTS = [
    # ---- pictures: empty 202s and a JPEG, so that the tests of JSON answers leave them out; tests/bounties/test_pictures.py
    Route("POST", "/api/picture-of-sf", "-", "401" + " 400:idempotency_key_required" * 6, PHOTO, note="without a key"),
    Route("GET", "/api/picture-of-sf/{picture}", "-", "401 404 404 404 202 404 404"),
    # ---- cakes
    Route("POST", "/api/cake-orders/quote", "quoteCakeOrder", SIGNED, CAKE),
    Route("POST", "/api/cake-orders", "sendCakeOrder", OWN, {"quoteId": "{cake_quote}"}),
    Route("GET", "/api/cake-orders", "listCakeOrders", SIGNED),
    Route("GET", "/api/cake-orders/{cake_order}", "getCakeOrder", OWN),
]
# fmt: on
