"""Every push is that of a mail: its words are the mail's subject, and it leads to the page that the mail leads to."""

import re
from pathlib import Path

import pytest
from django.urls import resolve

from marketplace.core.push_kinds import PUSH_KINDS, PushKind
from marketplace.models import Push

MAILS = Path(__file__).parents[2] / "templates" / "mail"
PAGE = re.compile(r"(?m)^(?:\{%[^%]*%\})*@ ")
# Mails that lead a person to a page and are not pushed.
MAILED_ONLY = {
    "agent_code": "to an address that has no account",
    "agent_known": "somebody waits for it at the program that asked",
    "audit_failed": "to our staff",
    "case_overdue": "to our staff",
    "case_unseen": "to our staff",
    "contest_taken": "it says again what they have just done themselves; the decision is pushed",
    "desk_digest": "to our staff: a digest, at most once an hour",
    "dispute_overdue": "to our staff",
    "endpoint_disabled": "to owners of agents, whose receiver has to be mended first",
    "export_ready": "somebody waits for it on the page where they asked",
    "proposal": "to our staff",
    "chargeback_lost": "nothing to act on at once",
    "chargeback_won": "nothing to act on at once",
    "invoice": "nothing is due",
    "low_balance": "it stops nothing, and crossings can be many",
    "member_ended": "as a security mail: who may spend is no matter of a device",
    "member_invited": "to an address, which may have no account",
    "member_joined": "likewise",
    "member_left": "likewise",
    "member_removed": "likewise",
    "member_role": "likewise",
    "qa_failed": "to owners of agents: a digest, at most once a day",
    "qa_nobody": "to owners of agents: nothing has to be done at once",
    "qa_paused": "to owners of agents: nothing has to be done at once",
    "report_ready": "to owners of agents: to read when there is time",
    "receipt": "to customers, who need no account",
    "refund_paid": "nothing to act on",
    "security": "a mail that can't be missed; a device may be in the wrong hands",
    "service_past_due": "it is tried again every day, and /owner says it",
    "support_report": "to our staff",
    "topped_up": "a charge as agreed, to look at; the mail is its record",
    "topup_failed": "it is tried again by itself; when it is given up, topup_off is pushed",
    "words_hidden": "nothing to act on; the reason has to be read whole",
}
EVERY = pytest.mark.parametrize(("name", "kind"), PUSH_KINDS.items(), ids=PUSH_KINDS)


def source(name: str) -> str:
    return (MAILS / f"{name}.txt").read_text()


def test_each_mail_with_a_page_is_pushed_or_has_a_reason_not_to_be() -> None:
    with_page = {path.stem for path in MAILS.glob("*.txt") if path.stem != "footer" and PAGE.search(path.read_text())}
    assert with_page - set(PUSH_KINDS) == set(MAILED_ONLY)


@EVERY
def test_a_push_names_values_that_its_mail_has(name: str, kind: PushKind) -> None:
    subject, _, body = source(name).partition("\n")
    assert not kind.until or f"{{{{ {kind.until} }}}}" in subject + body
    if kind.matter in subject:
        assert subject.rstrip().endswith(("}}", "%}")), "what it is about comes last, so that it is the second line"


@EVERY
def test_a_push_leads_where_its_mail_leads(name: str, kind: PushKind) -> None:
    body = source(name).partition("\n")[2]
    if kind.page.startswith("{"):
        assert f"@ {{{{ {kind.page[1:-1]} }}}}" in body or name in ("rejected", "seat_lost"), "those offer other work"
    else:
        resolve(kind.page.replace("{dispute}", "dsp_1"))
        shown = kind.page.replace("{dispute}", "{{ dispute }}")
        assert f"@ {{{{ base_url }}}}{shown}" in body


@EVERY
def test_its_columns_hold_it(name: str, kind: PushKind) -> None:
    assert len(name) <= Push._meta.get_field("kind").max_length
    assert kind.urgency in ("low", "normal", "high")
