"""External providers of this app: moderation of messages, recording quality (microphone), spoken English (speech).

Heavy libraries are imported inside functions, so that only the processes that score load them.
"""

from django.conf import settings

from humans.errors import NoLanguageScorer
from humans.providers.speech import Scorer


def language_scorer() -> Scorer:
    """The scorer that the setting LANGUAGE_SCORER names. Raises NoLanguageScorer (503)."""
    match settings.LANGUAGE_SCORER:
        case "http":
            from humans.providers.speech_http import HttpScorer

            return HttpScorer(settings.LANGUAGE_SCORER_URL, settings.LANGUAGE_SCORER_TOKEN)
        case "local":
            from humans.providers.speech_local import LocalScorer

            return LocalScorer()
        case "sandbox":
            from humans.providers.speech_sandbox import SandboxScorer

            return SandboxScorer()
    raise NoLanguageScorer()
