"""Shapes of the simulated people of a sandbox: who there is, what they play, when they act."""

from typing import Any

from rest_framework import serializers

from bounties.models import SimulationSwitch
from bounties.rules.plays import BY_THEMSELVES, DEFAULT_WORKER_PERCENT, MOMENTS, ORDINARY, SCRIPTS, Step
from bounties.rules.simulated_people import PEOPLE, STAFF_SCRIPT
from marketplace.api.fields import IdField, StrictBoolean, StrictInteger, Text, TimestampField
from marketplace.api.serializers import Shape

_NAMES = sorted(SCRIPTS)
_OF_WORKERS = sorted(name for name, script in SCRIPTS.items() if not script.is_staff and script.kind == ORDINARY)


class PlayIn(Shape):
    bounty_id = Text(
        max_length=64,
        help_text="One of your own bounties (bty_…): ordinary, of a humanization, a picture, a taste run or a QA run.",
    )
    script = serializers.ChoiceField(
        _NAMES,
        required=False,
        default="",
        help_text="What they do; left out: the person's own, in a product's bounty that of the product.",
    )
    worker_percent = StrictInteger(
        min_value=0,
        max_value=100,
        required=False,
        default=DEFAULT_WORKER_PERCENT,
        help_text="Scripts of staff only: how much of the pay the worker gets in a dispute. A contested verdict is not divided: "
        "from 50 on the worker is paid.",
    )


class SwitchIn(Shape):
    simulated = StrictBoolean(help_text="Whether people apply by themselves to what you post from now on.")
    scripts = serializers.ListField(
        child=serializers.ChoiceField(_OF_WORKERS),
        required=False,
        default=None,
        allow_null=True,
        min_length=1,
        max_length=len(PEOPLE),
        help_text=f"One applicant for each; at first {', '.join(BY_THEMSELVES)}.",
    )


class StepOut(Shape):
    act = Text(help_text="What they do.")
    when = serializers.ChoiceField(sorted(MOMENTS), help_text="What it follows; GET /api/sandbox/people explains each.")
    seconds = serializers.IntegerField(help_text="How long after that; negative: before it.")


class PlannedOut(StepOut):
    act = Text(source="step.act", help_text="What they do.")
    when = serializers.ChoiceField(sorted(MOMENTS), source="step.when", help_text="What it follows.")
    seconds = serializers.IntegerField(source="step.seconds", help_text="How long after that; negative: before it.")
    state = serializers.ChoiceField(["done", "due", "waiting"])
    at = TimestampField(allow_null=True, help_text="When it happened, or will; null while it waits for something.")


class ScriptOut(Shape):
    name = Text()
    does = Text(help_text="In one sentence.")
    steps = StepOut(many=True)


class SimulatedOut(Shape):
    person = Text(help_text="The name that the route takes.")
    script = Text(help_text="What they play when a play names nothing.")
    name = Text()
    city = Text(allow_null=True)
    country = Text(allow_null=True)


class SwitchOut(Shape):
    simulated = serializers.BooleanField()
    scripts = serializers.ListField(child=serializers.CharField())


class PlayRow(Shape):
    """A play in a list."""

    id = IdField("ply", source="pk")
    person = Text(source="person_id")
    human_id = IdField("prf", source="person.account.profile_id")
    script = Text()
    bounty_id = IdField("bty")
    status = serializers.ChoiceField(["running", "finished", "stopped", "failed"])
    outcome = Text(
        help_text="How it ended: the state of the escrow (released, refunded, resolved) or of the application (rejected, "
        "withdrawn, expired), bounty_over, deadline_passed, stopped, or the code of the refusal that ended it; empty while it runs."
    )
    words = Text(help_text="The refusal's message.")
    next_at = TimestampField(source="due_at", allow_null=True, help_text="When they act next; null: they wait for you.")
    created_at = TimestampField()
    ended_at = TimestampField(allow_null=True)


class PlayOut(PlayRow):
    application_id = Text(allow_null=True, help_text="Once they have applied.")
    steps = PlannedOut(many=True)


def _step(step: Step) -> dict[str, Any]:
    return {"act": step.act, "when": step.when, "seconds": step.seconds}


def people() -> list[dict[str, Any]]:
    """All who can play."""
    workers: list[dict[str, Any]] = [
        {"person": handle, "script": who.script, "name": who.name, "city": who.city, "country": who.country}
        for handle, who in PEOPLE.items()
    ]
    staff = {"person": STAFF_SCRIPT, "script": STAFF_SCRIPT, "name": "Staff", "city": None, "country": None}
    return [*workers, staff]


def scripts() -> list[dict[str, Any]]:
    """All scripts with their steps."""
    return [
        {"name": name, "does": script.does, "steps": [_step(step) for step in script.steps]}
        for name, script in SCRIPTS.items()
    ]


def switch(row: SimulationSwitch | None) -> dict[str, Any]:
    """The caller's switch; None: never touched."""
    return {
        "simulated": row is not None and row.since is not None,
        "scripts": list(BY_THEMSELVES) if row is None else row.scripts,
    }
