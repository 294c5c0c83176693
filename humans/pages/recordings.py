"""/profile/recordings: one's levels in languages, which belong to the person and count for every job that asks for them."""

from typing import Any

from humans.rules.speech import SPEECH_ATTEMPTS, SPEECH_WINDOW
from humans.selectors import proficiency
from marketplace.web.page import Page


class Recordings(Page):
    """Recordings are made on the page of a job that asks for one: /jobs/{id}/recordings, of the app above."""

    template = "humans/recordings.html"

    def show(self) -> dict[str, Any]:
        levels = list(proficiency.levels_of(self.actor.id))
        attempts = list(proficiency.attempts_of(self.actor.id)[:10])
        used = proficiency.counted_of(self.actor.id)
        return {
            "levels": levels,
            "attempts": attempts,
            "left": max(0, SPEECH_ATTEMPTS - len(used)),
            "most": SPEECH_ATTEMPTS,
            "days": SPEECH_WINDOW.days,
        }
