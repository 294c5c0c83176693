"""A scorer of the operator's own, over HTTP (LANGUAGE_SCORER=http).

It receives `POST <LANGUAGE_SCORER_URL>` with the WAV file as the body, `X-Attempt-Id`, `X-Language: en` and, when
LANGUAGE_SCORER_TOKEN is set, `Authorization: Bearer …`. It answers

  200 { "status": "scored", "cefr": "B2", "cefrScore"?, "confidence"?, "fluency"?, "provider"?, "model"? }
  200 { "status": "low_confidence" } or { "status": "insufficient_audio" }
  202 while it has not decided: the request is repeated later, with the same X-Attempt-Id and body.

A time-out counts as 202; any other answer, or no connection, as a failure of the provider.
"""

from typing import Any, Final

import orjson

from humans.providers.speech import Level, Sample, StillScoring, Unscorable
from humans.rules.speech import CEFR, UNSCORABLE
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
            if str(error) == "timed out":  # the scorer was reached, and may be working
                raise StillScoring from error
            raise ProviderFailed(f"the language scorer did not answer: {error}") from error
        except http.Blocked as error:
            raise ProviderFailed(f"the language scorer can't be called: {error}") from error
        if reply.status == 202:
            raise StillScoring
        if reply.status != 200:
            raise ProviderFailed(f"the language scorer answered {reply.status}")
        try:
            return _parsed(orjson.loads(reply.body))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ProviderFailed(f"the language scorer's answer can't be read: {error}") from error


def _parsed(answer: Any) -> Level | Unscorable:
    """Raises ValueError, KeyError, TypeError, AttributeError for a malformed answer."""
    status = answer["status"]
    if status in UNSCORABLE:
        return Unscorable(status)
    if status != "scored" or answer["cefr"] not in CEFR:
        raise ValueError("neither a level nor a reason")
    return Level(
        cefr=answer["cefr"],
        cefr_score=_number(answer.get("cefrScore"), 6),
        confidence=_number(answer.get("confidence"), 1),
        fluency=_number(answer.get("fluency"), 1),
        provider=str(answer.get("provider") or "http")[:40],
        model=str(answer.get("model") or "")[:80],
    )


def _number(value: Any, highest: float) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= highest:
        raise ValueError(f"a number from 0 to {highest} was expected")
    return float(value)
