"""What was probably meant: by a name that is not taken, a value that is none of those that are, or an id of another kind."""

import difflib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

# What callers often say for a field of ours: their words, in lower case and without underscores, and ours, of which the first that
# is taken there is meant. A word stands once.
_PAY: Final = (
    "price",
    "priceCents",
    "payPerTesterCents",
    "payPerRespondentCents",
    "amount",
    "amountCents",
    "workerCents",
)
_TOTAL: Final = ("budgetPerRunCents", "price", "priceCents", "amount", "amountCents")
_OTHERS: Final[Sequence[tuple[str, Sequence[str]]]] = (
    ("pay payment reward rate wage salary fee compensation payout usd", _PAY),
    ("budget cost total maxprice maxbudget bounty sum cents value", _TOTAL),
    ("price amount tip", (*_PAY, *_TOTAL)),
    ("name subject headline summary tasktitle", ("title", "name", "subject", "summary")),
    (
        "task details body instructions brief content note comment words",
        ("description", "content", "instructions", "sourceText", "comment", "response", "reason", "text", "words"),
    ),
    ("message reason feedback answer reply", ("response", "reason", "description", "words", "comment")),
    ("due duedate dueat until expires expiresat closesat before deadlineat", ("deadline", "endsAt", "deliverAt")),
    ("enddate deadline end stopat", ("endsAt", "turnaroundMinutes", "deadline")),
    ("duration hours time estimatedtime estimate", ("estimatedHours", "turnaroundMinutes", "hours")),
    ("criteria acceptancecriteria requirements definitionofdone successcriteria", ("completionCriteria",)),
    ("evidence proof prooftypes deliverables evidencetype", ("evidenceTypes",)),
    ("place address city country where", ("location", "city", "country", "allowedCountries")),
    ("remote isremote", ("location", "isRemoteOnly")),
    (
        "workers people seats slots quantity spots positions maxworkers headcount count",
        ("spotsAvailable", "testerCount", "respondentCount", "limit"),
    ),
    ("skills requiredskills skill", ("skillsNeeded", "skill")),
    ("worker workerid human recipient to userid profileid personid", ("humanId", "recipientId")),
    ("url website link site target", ("targetUrl", "url")),
    ("schedule interval frequency every", ("cadence", "interval")),
    ("stars score", ("rating",)),
    ("query search keyword keywords", ("query", "q", "skill", "search")),
    ("text", ("sourceText", "content", "description", "words", "comment", "response")),
    ("id", ("bountyId", "escrowId", "disputeId", "humanizationId", "runId", "templateId", "humanId")),
    ("type types event events", ("types", "category")),
    ("timeout wait seconds", ("timeoutSeconds",)),
    ("cursor since aftercursor", ("after", "cursor")),
    ("confirm confirmed acknowledge ack", ("acknowledgement", "acknowledgeRelease", "confirm")),
    ("preview simulate test dry", ("dryRun",)),
    ("key requestid idempotency", ("idempotencyKey",)),
    ("verdict decision status", ("action", "decision", "status")),
)
_FIELDS: Final = {word: fields for words, fields in _OTHERS for word in words.split()}

# The kinds of ids that callers mix up, by prefix.
KINDS: Final[Mapping[str, str]] = {
    "bty": "a bounty",
    "app": "an application",
    "sub": "a submission",
    "esc": "an escrow",
    "dsp": "a dispute",
    "con": "a contested verdict",
    "cnv": "a conversation",
    "msg": "a message",
    "prf": "a person's profile",
    "trf": "a transfer",
    "txn": "a line of the wallet's statement",
    "hmz": "a humanization",
    "qat": "a QA template",
    "tst": "a taste run",
    "qae": "an escalation",
    "apv": "an approval",
    "cak": "a cake order",
    "rev": "a review",
    "evt": "an event",
}
_ID: Final = re.compile(r"([a-z]{3})_\w+", re.ASCII)
_A_RUN: Final = re.compile(r"qat_\w+_\d{8}", re.ASCII)


def field(name: str, known: Iterable[str]) -> str:
    """The field of `known` that `name` probably means: spelt alike, or what many say for it; empty without one."""
    by_lower = {each.lower(): each for each in known}
    plain = name.lower().replace("_", "").replace("-", "")
    if plain in by_lower:
        return by_lower[plain]
    usual = next((each for each in _FIELDS.get(plain, ()) if each.lower() in by_lower), "")
    close = difflib.get_close_matches(plain, by_lower, n=1, cutoff=0.75 if usual else 0.6)
    return by_lower[close[0]] if close else usual


def certain(name: str, known: Iterable[str]) -> str:
    """The field of `known` that is `name` but for how it is written: case, underscores, a plural, a letter of a long name; empty
    without one. Cents are never taken for dollars, a least for a most, nor 7 days for 30.
    """
    meant = field(name, known)
    plain, found = (one.lower().replace("_", "").replace("-", "") for one in (name, meant))
    if plain == found:
        return meant
    others = any(plain.startswith(word) != found.startswith(word) for word in ("min", "max"))
    others = others or plain.endswith("cents") != found.endswith("cents")
    others = others or re.findall(r"\d+", plain) != re.findall(r"\d+", found)
    is_alike = difflib.SequenceMatcher(None, plain, found).ratio() >= 0.9
    return meant if is_alike and not others else ""


def value(given: str, known: Collection[str]) -> str:
    """The value of `known` that `given` probably means; empty without one."""
    close = difflib.get_close_matches(given.strip().lower(), known, n=1, cutoff=0.7)
    return close[0] if close else ""


def other_kind(given: str, wanted: str) -> str:
    """When an id is one of another kind than `wanted` (a prefix): in words, by its form alone; else empty. Whether there is such a
    row is not said.
    """
    found = _ID.fullmatch(given)
    if found is None or wanted not in KINDS or found[1] == wanted or found[1] not in KINDS:
        return ""
    kind = "a QA run" if _A_RUN.fullmatch(given) else KINDS[found[1]]
    return f"{given[:60]} has the form of the id of {kind}; here goes that of {KINDS[wanted]}, {wanted}_…."
