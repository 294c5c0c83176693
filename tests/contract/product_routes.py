"""The managed products' part of the table of routes."""

from tests.contract.cells import OWN, PERSON, SIGNED, Route
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
    # ---- taste runs; with a key, they begin in tests/qa/test_taste.py
    Route("POST", "/api/v1/taste/runs", "createTasteRun", "401" + " 400:idempotency_key_required" * 6,
          note="without a key"),
    Route("GET", "/api/v1/taste/runs", "listTasteRuns", SIGNED),
    Route("GET", "/api/v1/taste/runs/{taste_run}", "getTasteRun", OWN),
    Route("GET", "/api/v1/taste/runs/{taste_run}/ballot", "getTasteBallot",
          PERSON.format("403:not_on_the_panel", "200")),
    Route("GET", "/api/v1/taste/runs/{taste_run}/report?format=json", "getTasteReport", OWN),
    # ---- humanizations; what is ordered and sent is in tests/bounties/test_humanization*.py
    Route("POST", "/api/v1/humanizations", "createHumanization", "401" + " 400:idempotency_key_required" * 6,
          note="without a key"),
    Route("GET", "/api/v1/humanizations/{humanization}", "getHumanization", "401 404 404 404 200 200 200"),
    Route("GET", "/api/v1/humanizations/{humanization}/screening", "getHumanizationSample", PERSON.format("200", "200")),
    Route("GET", "/api/v1/humanizations/{assigned_humanization}/screening", "getHumanizationSample",
          PERSON.format("409:bounty_not_open", "200"), note="assigned"),
    Route("POST", "/api/v1/humanizations/{humanization}/applications", "applyForHumanization",
          PERSON.format("400:validation_error", "400:validation_error"), note="no file sent"),
    Route("GET", "/api/v1/humanizations/{assigned_humanization}/assignment", "getHumanizationAssignment",
          PERSON.format("404", "200")),
    Route("GET", "/api/v1/humanizations/{humanization}/assignment", "getHumanizationAssignment",
          PERSON.format("404", "404"), note="nobody hired"),
    Route("POST", "/api/v1/humanizations/{assigned_humanization}/submission", "submitHumanization",
          PERSON.format("400:validation_error", "400:validation_error"), note="no file sent"),
]
# fmt: on
