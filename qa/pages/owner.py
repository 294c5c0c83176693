"""/owner: what waits for whoever answers for an agent, most urgent first; their money at a glance; the stop button; what runs."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.db.models import BigIntegerField, Count, DateTimeField, Exists, F, IntegerField, Min, Sum, TextField, Value
from django.db.models.functions import Cast, Coalesce
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from bounties.models import Bounty
from bounties.selectors import owned
from bounties.web import owner_words
from escrow.selectors import dispute_turns, reports
from humans.models import Conversation, Subscription
from humans.selectors import booked
from humans.selectors.conversations import UNREAD_LETTER
from humans.serializers.profiles import ProfileIn
from humans.services import profiles
from marketplace.core import clock, ids
from marketplace.models import Account, ApiKey
from qa.models import Escalation, Run, Template
from wallet.rules.controls import CAP_WINDOWS
from wallet.selectors import approvals, headroom
from wallet.web import approvals as asking
from wallet.web.freezing import Freezing, stopped_by
from webhooks.models import Endpoint

JOBS_AT_MOST = 12
APPROVALS_AT_MOST = 10
FAILED = "too_many_failures"  # why an endpoint was switched off


# What waits about an appointment: the words, what the button says, what its moment is.
_APPOINTMENTS = {
    "past_due": (
        gettext_lazy("The next appointment could not be paid from your wallet"),
        gettext_lazy("Add money"),
        gettext_lazy("Tried again"),
    ),
    "unpaid": (
        gettext_lazy("The appointment is not paid for"),
        gettext_lazy("Pay for it"),
        gettext_lazy("Its time is kept until"),
    ),
    "delivered": (
        gettext_lazy("The appointment took place, they say. Was it as agreed?"),
        gettext_lazy("Answer"),
        gettext_lazy("Otherwise accepted automatically"),
    ),
    "accepted": (
        gettext_lazy("The appointment is accepted and not paid yet"),
        gettext_lazy("Pay"),
        gettext_lazy("Otherwise paid automatically"),
    ),
    "contested": (gettext_lazy("A dispute about the appointment is open"), gettext_lazy("See it"), ""),
}


class OwnerHome(Freezing):
    template = "qa/owner.html"
    # The name is one's own: nobody gives it for another account.
    operations = Freezing.operations | {"name": "editOwnProfile"}

    def show(self) -> dict[str, Any]:
        jobs = owned.running(self.actor, at_most=JOBS_AT_MOST)
        stalled = [matter for job in jobs if (matter := owned.stalled(job)) is not None]
        asked = list(self._approvals())
        waits = [owner_words.matter(matter) for matter in [*owned.waiting(self.actor), *stalled]]
        waits += [*self._escalations(), *self._outside_jobs(), *self._unread()]
        held = reports.held_by_job(self.actor.id)
        money = self._money() | {"held": sum(held.values()), "for_appointments": held.get(None, 0)}
        if money["held"]:  # what is in dispute is held
            in_dispute = dispute_turns.waiting_for(self.actor.id, as_worker=False)
            waits += [owner_words.dispute(one, "/owner/disputes") for one in in_dispute]
        now = clock.now()
        waits.sort(
            key=lambda row: (row["due_at"] is None, row["due_at"] or now)
        )  # stable: by kind where nothing is due
        running = [_running(job, held.get(job.pk, 0)) for job in jobs]
        return {
            "asked": asked,
            "waits": waits,
            "money": money,
            "frozen_at": money["room"].frozen_at,
            "frozen_reason": money["room"].frozen_reason,
            "stopped_by": stopped_by(self, money["room"].frozen_at),
            "is_nameless": self.actor.id == self.person.id and not self.actor.me.name,
            "running": running,
            **self._first_steps(is_new=not asked and not waits and not running),
        }

    def _first_steps(self, *, is_new: bool) -> dict[str, bool]:
        """Whether nothing has begun yet, and what of the first steps is done."""
        if not is_new:
            return {"is_new": False}
        jobs = Bounty.objects.filter(owner_id=self.actor.id)
        keys = ApiKey.objects.filter(account_id=self.actor.id, revoked_at=None)
        has_job, has_key = Account.objects.values_list(Exists(jobs), Exists(keys)).get(pk=self.actor.id)
        return {"is_new": not has_job, "has_key": has_key}

    def act_name(self) -> HttpResponse:
        data = self.read(ProfileIn, {"name": self.request.POST.get("name", "")})
        said = _("Saved. Workers read this name on each of your jobs.")
        return self.once(lambda: profiles.edit(self.actor, data), said=said)

    # ------------------------------------------------------------------ what waits besides jobs

    def _approvals(self) -> Iterable[dict[str, Any]]:
        """What agents want to spend and may not without a yes, the shortest time first."""
        rows = approvals.of_account(self.actor.id, status="pending").order_by("expires_at", "pk")
        for row in rows[:APPROVALS_AT_MOST]:
            yield {
                "title": asking.title(row),
                "cents": row.cents,
                "asker": row.asker,
                "until": row.expires_at,
                "href": f"/owner/approvals/{row.public_id}",
            }

    def _escalations(self) -> Iterable[dict[str, Any]]:
        """Decisions that a test of software leaves to its owner."""
        rows = Escalation.objects.filter(run__owner_id=self.actor.id, status="open", run__bounty__isnull=False)
        grouped = (
            rows.order_by().values("run__template_id", "run__date", "run__template__name").annotate(count=Count("pk"))
        )
        for row in grouped.order_by("run__date", "run__template_id")[: owned.AT_MOST]:
            run = Run(template=Template(pk=row["run__template_id"]), date=row["run__date"])
            words = ngettext("%d decision is left to you", "%d decisions are left to you", row["count"])
            yield {
                "kind": "escalations",
                "title": row["run__template__name"],
                "words": words % row["count"],
                "button": _("See it"),
                "label": "",
                "due_at": None,
                "href": f"/owner/runs/{run.public_id}",
            }

    def _outside_jobs(self) -> Iterable[dict[str, Any]]:
        """Appointments that were booked of people: about which one may act, or which the wallet could not pay; and endpoints of
        live keys that were switched off because they failed; in one statement."""
        unpaid = Subscription.objects.filter(booker_id=self.actor.id, status="past_due")
        stopped = Endpoint.objects.filter(
            account_id=self.actor.id, deleted_at=None, key__revoked_at=None, disabled_reason=FAILED
        )
        no_sum, no_moment = Value(0, BigIntegerField()), Cast(Value(None), DateTimeField())
        rows = (
            unpaid.order_by("past_due_since", "pk").values_list(
                "pk", "title", "next_cycle_at", Value("past_due"), no_sum, no_moment
            ),
            stopped.order_by("disabled_at", "pk").values_list(
                "pk", "url", "disabled_at", Value("stopped"), no_sum, no_moment
            ),
            booked.waiting(self.actor)
            .order_by(F("due").asc(nulls_last=True), "pk")
            .values_list(
                "pk", "subscription__title", "due", "matter", Coalesce("escrow__amount_cents", no_sum), "goes_at"
            ),
        )
        first, *others = (part[: owned.AT_MOST] for part in rows)
        for pk, text, at, kind, cents, goes_at in first.union(*others, all=True):
            if kind in _APPOINTMENTS:
                words, button, label = _APPOINTMENTS[kind]
                href = "/owner/wallet/add" if kind == "past_due" else f"/owner/appointments/{ids.encode('sbk', pk)}"
                yield {
                    "kind": kind,
                    "title": text,
                    "words": str(words),
                    "button": str(button),
                    "label": str(label),
                    "due_at": at,
                    "href": href,
                    **owner_words.by_itself(owned.Matter(kind, "", text, 1, at, cents=cents, paid_at=goes_at)),
                }
            else:
                yield {
                    "kind": "endpoint",
                    "title": urlsplit(text).hostname or text,
                    "words": _("This address gets no more events, because it failed too often"),
                    "button": _("See it"),
                    "label": "",
                    "due_at": None,
                    "href": f"/owner/webhooks/{ids.encode(Endpoint.PREFIX, pk)}",
                }

    def _unread(self) -> Iterable[dict[str, Any]]:
        """Messages to this account's agents. One row for all of them. Applications wait in rows of their own."""
        rows = Conversation.objects.filter(agent_id=self.actor.id, unread_by_agent__gt=0).annotate(
            unread=F("unread_by_agent") - Cast(UNREAD_LETTER, IntegerField())
        )
        found = rows.filter(unread__gt=0).aggregate(
            count=Sum("unread"), talks=Count("pk"), one=Min(Cast("pk", TextField()))
        )
        if found["count"]:
            only = f"/owner/messages/{ids.encode('cnv', UUID(found['one']))}#newest"
            yield {
                "kind": "messages",
                "title": _("Messages"),
                "words": ngettext("%d message is not read", "%d messages are not read", found["count"])
                % found["count"],
                "button": _("Read"),
                "label": "",
                "due_at": None,
                "href": only if found["talks"] == 1 else "/owner/messages",
            }

    # ------------------------------------------------------------------ money

    def _money(self) -> dict[str, Any]:
        """As GET /api/wallet/headroom says it, with what was spent in each window also where no cap is set."""
        room = headroom.headroom(self.actor)
        caps = {state.cap: state for state in room.caps}
        words = {"rolling_24h": _("24 hours"), "rolling_7d": _("7 days"), "rolling_30d": _("30 days")}
        windows = []
        for name in CAP_WINDOWS:
            cap = caps.get(name)
            cents = room.spent[name]
            limit = cap.cap_cents if cap is not None else None
            windows.append({"words": words[name], "spent": cents, "cap": limit, "share": _share(cents, limit)})
        return {"room": room, "windows": windows}


def _share(cents: int, cap: int | None) -> int:
    """How much of a cap is used, in per cent, at most 100."""
    if cap is None:
        return 0
    return 100 if cents >= cap else cents * 100 // cap


def _running(job: Bounty, held: int) -> dict[str, Any]:
    return {
        "title": job.title,
        "href": f"/owner/jobs/{job.public_id}",
        "badge": owner_words.badge(owner_words.JOBS, job.status),
        "kind_words": owner_words.kind_words(job.kind, job.submission_mode),
        "filled": job.spots_filled,
        "spots": job.spots_available,
        "deadline": job.deadline if job.accepts_applications else None,
        "price_cents": job.unit.price,
        "held": held,
    }
