"""An operator's own scorer.

It is sent `POST <LANGUAGE_SCORER_URL>` with the WAV file as the body, `X-Attempt-Id`, `X-Language: en` and, when
LANGUAGE_SCORER_TOKEN is set, `Authorization: Bearer …`. It answers

  200 { "status": "scored", "cefr": "B2", "cefrScore"?, "confidence"?, "fluency"?, "provider"?, "model"? }
  200 { "status": "low_confidence" } or { "status": "insufficient_audio" }
  202 when it has taken the recording and has not decided: it is asked again with the same X-Attempt-Id and body.

No answer in time counts as 202; any other answer, or none at all, as a failure of the provider.
"""

from typing import Any, Final

import orjson

from humans.providers.speech import Level, Sample, StillScoring, Unscorable
from humans.rules import CEFR, UNSCORABLE
from marketplace.core import http
from marketplace.core.errors import ProviderFailed

SECONDS: Final = 60.0


class HttpScorer:
    is_heavy = False

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url
        self.headers = {"Content-Type": "audio/wav"} | ({"Authorization": f"Bearer {token}"} if token else {})

    def score(self, sample: Sample) -> Level | Unscorable:
        headers = self.headers | {"X-Attempt-Id": sample.id, "X-Language": sample.language}
        try:
            reply = http.post(self.url, body=sample.audio, headers=headers, rules=http.operator_policy(timeout=SECONDS))
        except http.CallFailed as error:
            if str(error) == "timed out":  # it was reached: it may be scoring
                raise StillScoring from error
            raise ProviderFailed(f"the language scorer did not answer: {error}") from error
        except http.Blocked as error:
            raise ProviderFailed(f"the language scorer can't be called: {error}") from error
        if reply.status == 202:
            raise StillScoring
        if reply.status != 200:
            raise ProviderFailed(f"the language scorer answered {reply.status}")
        try:
            return _understood(orjson.loads(reply.body))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ProviderFailed(f"the language scorer's answer can't be read: {error}") from error


def _understood(said: Any) -> Level | Unscorable:
    """Raises ValueError, KeyError, TypeError, AttributeError for what is no answer."""
    status = said["status"]
    if status in UNSCORABLE:
        return Unscorable(status)
    if status != "scored" or said["cefr"] not in CEFR:
        raise ValueError("neither a level nor a reason")
    return Level(
        cefr=said["cefr"],
        cefr_score=_number(said.get("cefrScore"), 6),
        confidence=_number(said.get("confidence"), 1),
        fluency=_number(said.get("fluency"), 1),
        provider=str(said.get("provider") or "http")[:40],
        model=str(said.get("model") or "")[:80],
    )


def _number(value: Any, highest: float) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= highest:
        raise ValueError(f"a number from 0 to {highest} was expected")
    return float(value)
