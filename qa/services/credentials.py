"""Credentials for the tested site: write-only for the owner, readable by a hired tester while their seat is open. They are
encrypted at rest."""

from collections.abc import Mapping

import orjson

from marketplace.core import crypto
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from qa import events
from qa.errors import SeatNotOpen
from qa.models import Template
from qa.selectors import access

_PURPOSE = "qa-credentials"


def put(actor: Actor, template_id: str, values: Mapping[str, str]) -> Template:
    """Set values of the template's requiredCredentials (name -> value); names that are not sent keep theirs.

    Runs in the caller's transaction. Locks the template. Raises Invalid (400) for a name that the template doesn't ask for,
    NotFound (404). Route: POST /api/v1/qa/templates/{id}/credentials.
    """
    template = access.own_template(actor, template_id, lock=True)
    if strange := [name for name in values if name not in template.required_credentials]:
        raise Invalid({"credentials": [f"Not among requiredCredentials: {', '.join(strange[:5])}."]})
    _store(template, _values(template) | dict(values))
    template.save(update_fields=["sealed_credentials", "credential_names"])
    events.template_noted(actor, template, "credentials_set")
    return template


def delete_others(template: Template) -> None:
    """Delete the values whose names were removed from requiredCredentials. The caller has locked the template and saves it."""
    if not set(template.credential_names) <= set(template.required_credentials):
        kept = {name: value for name, value in _values(template).items() if name in template.required_credentials}
        _store(template, kept)


def read(actor: Actor, run_id: str) -> dict[str, str]:
    """The credentials (name -> value), for a hired tester of this run. No lock.

    Raises SeatNotOpen (403) once their seat has ended, NotFound (404) for everybody else.
    """
    run = access.find_run(run_id)
    seat = access.open_seat_of(actor, run) if run is not None else None
    if run is None or seat is None:
        raise NotFound("There is no such run, or you were not hired for it. GET /api/work lists your work.")
    if seat.status != "accepted" or seat.is_decided:
        raise SeatNotOpen()
    return _values(run.template)


def _values(template: Template) -> dict[str, str]:
    if not template.sealed_credentials:
        return {}
    found: dict[str, str] = orjson.loads(crypto.unseal(template.sealed_credentials, _PURPOSE))
    return found


def _store(template: Template, values: Mapping[str, str]) -> None:
    template.sealed_credentials = crypto.seal(orjson.dumps(dict(values)).decode(), _PURPOSE) if values else ""
    template.credential_names = [name for name in template.required_credentials if name in values]
