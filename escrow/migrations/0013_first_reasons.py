"""The reason codes and the evidence wanted with which a desk begins; operators add rows of their own, or end these."""

from datetime import UTC, datetime

from django.db import migrations

BEGINS, WHY = datetime(2026, 1, 1, tzinfo=UTC), "The first rows."
# code, decision ("" for any), only for an appeal that overturns, text
CODES = [
    ("done-as-agreed", "release", False, "What was agreed was delivered."),
    ("objection-not-shown", "release", False, "What the funder objects to is not shown by what we have."),
    ("funder-silent", "release", False, "The funder did not answer what we asked, and the work looks as agreed."),
    ("asked-afterwards", "release", False, "What is missing was asked for only after the work was agreed."),
    ("never-delivered", "refund", False, "Nothing that was agreed was delivered."),
    ("not-as-agreed", "refund", False, "What was delivered does not do what was agreed."),
    (
        "worker-silent",
        "refund",
        False,
        "The worker did not answer what we asked, and the work can't be seen as agreed.",
    ),
    ("evidence-not-genuine", "refund", False, "The evidence was not made for this work."),
    ("partly-done", "split", False, "A part of what was agreed was delivered, and that part is paid."),
    ("delivered-late", "split", False, "The work was delivered, but later than agreed."),
    ("unclear-terms", "split", False, "What was agreed can be read in two ways, so both sides bear a part."),
    ("both-agreed", "", False, "Both sides told us that they agree on this."),
    ("other", "", False, "The reason stands in our letter to you."),
    ("new-fact", "", True, "A fact that was not known at the first decision changes it."),
    ("our-error", "", True, "The first decision overlooked something; we correct it."),
]
# category, name, side, label
WANTED = [
    ("not_delivered", "proof-of-delivery", "worker", "What was sent, when, and where it can be seen"),
    ("not_delivered", "attempts-to-reach", "funder", "Messages to the worker that were not answered"),
    ("poor_quality", "what-is-poor", "funder", "Which parts are poor, each with an example"),
    ("poor_quality", "originals", "worker", "The original files, as they were taken"),
    ("not_as_described", "difference", "funder", "What differs from the description, line by line"),
    ("not_as_described", "as-understood", "worker", "How the description was understood, and why"),
    ("communication_issue", "messages", "funder", "The messages that it is about"),
    ("communication_issue", "answers", "worker", "When and how they were answered"),
    ("non_payment", "work-done", "worker", "The work that was not paid"),
    ("non_payment", "why-not-paid", "funder", "Why it was not released"),
    ("fraud", "signs-of-fraud", "funder", "What shows that the evidence is not genuine"),
    ("fraud", "originals", "worker", "The original files with the camera's own data"),
    ("fraud", "second-proof", "worker", "A second, independent proof of the work"),
    ("other", "what-happened", "funder", "What happened, with dates"),
    ("other", "other-side", "worker", "What happened from the worker's side, with dates"),
]


def add(apps, schema_editor):
    code, wanted = apps.get_model("escrow", "ReasonCode"), apps.get_model("escrow", "EvidenceWanted")
    code.objects.bulk_create(
        code(code=name, decision=decision, is_overturning=overturns, text=text, holds_from=BEGINS, why=WHY)
        for name, decision, overturns, text in CODES
    )
    wanted.objects.bulk_create(
        wanted(category=category, name=name, side=side, label=label, holds_from=BEGINS, why=WHY)
        for category, name, side, label in WANTED
    )


def remove(apps, schema_editor):
    for name in ("ReasonCode", "EvidenceWanted"):
        apps.get_model("escrow", name).objects.filter(why=WHY, holds_from=BEGINS).delete()


class Migration(migrations.Migration):
    dependencies = [("escrow", "0012_what_the_desk_keeps")]

    operations = [migrations.RunPython(add, remove)]
