"""Refusals of the managed runs; each code of the contract is named once."""

from marketplace.core.errors import Conflict, Forbidden


class EscalationDecided(Conflict):
    code = "escalation_decided"
    message = "This was decided in another way already. GET /api/v1/qa/runs/{id} shows how."


class SeatNotOpen(Forbidden):
    code = "seat_not_open"
    message = "The credentials of this test are shown to its hired testers, while their seat is open."


class NoReportYet(Conflict):
    code = "no_report_yet"
    message = "This run has no report: one is made when a run closes. GET /api/v1/qa/runs/{id} shows how it stands."
