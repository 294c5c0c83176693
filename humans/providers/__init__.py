"""The outside world of this step: what may be said (moderation), how a voice sounds (microphone), how well English is
spoken (speech). Heavy libraries are imported where they are used: only the processes that score load them."""

from django.conf import settings

from humans.errors import NoLanguageScorer
from humans.providers.speech import Scorer


def language_scorer() -> Scorer:
    """The one that LANGUAGE_SCORER names. Raises NoLanguageScorer (503). Each is imported only where it is used."""
    match settings.LANGUAGE_SCORER:
        case "http":
            from humans.providers.speech_http import HttpScorer

            return HttpScorer(settings.LANGUAGE_SCORER_URL, settings.LANGUAGE_SCORER_TOKEN)
        case "local":
            from humans.providers.speech_local import Estimate

            return Estimate()
        case "sandbox":
            from humans.providers.speech_sandbox import SandboxScorer

            return SandboxScorer()
    raise NoLanguageScorer()
