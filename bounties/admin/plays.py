"""A sandbox's simulated people and what they play, read only: their developer starts and stops plays over the API."""

from django.contrib import admin

from bounties.models import Play, SimulatedPerson
from bounties.selectors import plays
from marketplace.api.backoffice import ReadOnly, moment, table


@admin.register(Play)
class PlayAdmin(ReadOnly):
    list_display = ("public_id", "person", "bounty", "script", "status", "outcome", "due_at", "failures", "created_at")
    list_filter = ("status", "script")
    search_fields = ("person__handle", "bounty__title", "outcome")
    search_help_text = (
        "A person's name in scripts, words of the bounty's title, an outcome, or any public id (ply_…, bty_…)."
    )
    ordering = ("-id",)
    exclude = ("done",)
    readonly_fields = ("steps_and_times",)

    @admin.display(description="steps")
    def steps_and_times(self, row: Play) -> str:
        """Each step of the script, and how far they are."""
        return table(
            ("What", "When", "State", "At"),
            ((step.step.act, step.step.when, step.state, moment(step.at)) for step in plays.describe(row).steps),
        )


@admin.register(SimulatedPerson)
class SimulatedPersonAdmin(ReadOnly):
    list_display = ("handle", "account")
    search_fields = ("handle", "account__name")
    search_help_text = "A person's name in scripts, or a public id (usr_…, prf_…)."
    ordering = ("handle",)
