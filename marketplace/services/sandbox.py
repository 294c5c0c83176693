"""Sandbox only: move the clock, and set what the identity and payout providers would report."""

from datetime import timedelta
from typing import Any

from celery import current_app

from marketplace.core import clock, countries
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.transactions import unit
from marketplace.models import Account
from marketplace.ports import sandbox_moments, sandbox_payouts
from marketplace.services import accounts, beats

ROUNDS = 50  # a timer may make another due; far more rounds than any chain of them
STOPS = 1000  # on the way of one call; far more than the acts of all plays in it


def advance_clock(seconds: int) -> None:
    """Move business time forward by `seconds`, stopping whenever a simulated person acts, and run all timers at each stop
    repeatedly until none has anything left to do.

    So a long jump is the same as many short ones: somebody who confirms within the hour has confirmed when the two hours of a
    seat are over. What runs by the hour or by the day, whatever there is to do (the clean-up, the nightly proofs), comes as much
    sooner, and is left to beat and the worker. Contract, section 0. Each timer takes its own locks. Raises RuntimeError outside a
    sandbox, ValueError for a negative number.
    """
    current_app.loader.import_default_modules()  # a web process has not imported the tasks yet
    left, before = float(seconds), None
    for _ in range(STOPS):
        now = clock.now()
        moment = sandbox_moments.get()(now + timedelta(seconds=left))
        if moment is None or moment == before:  # nobody, or somebody whose act fails: the timer tries it again
            break
        before = moment
        step = min(max((moment - now).total_seconds(), 0.0), left)
        clock.advance(step)
        left -= step
        _run_timers()
    clock.advance(left)
    _run_timers()
    beats.bring_nearer(seconds)


def _run_timers() -> None:
    for _ in range(ROUNDS):
        if not sum(int(current_app.tasks[name].run() or 0) for name in current_app.conf.clock_tasks):
            return


def no_such_human() -> NotFound:
    """The 404 for an unknown profile."""
    return NotFound("There is no such human. Give a profile id (prf_…).")


def verify_human(
    account_id: Any, *, identity_country: str | None, linkedin: bool | None, payouts: bool | None
) -> Account:
    """Set what the providers would report about a person. Contract, section 0.

    account_id: the profile's key. identity_country: an ISO code or name, "" to unset. linkedin, payouts: verified or not. None
    leaves a value as it is.

    Locks the account. Raises NotFound (404), Invalid (400) for an unknown country.
    """

    def work() -> Account:
        try:
            account: Account = Account.objects.locked().get(profile_id=account_id)
        except Account.DoesNotExist:
            raise no_such_human()
        now = clock.now()
        if identity_country is not None:
            code = countries.find(identity_country)
            if identity_country and code is None:
                raise Invalid({"identityCountry": ["Give an ISO 3166 code or a country's name."]})
            account.identity_country, account.identity_verified_at = code or "", now if code else None
        if linkedin is not None:
            account.linkedin_verified_at = now if linkedin else None
        if payouts is not None:
            account.payouts_onboarded_at = now if payouts else None
        account.save(
            update_fields=["identity_country", "identity_verified_at", "linkedin_verified_at", "payouts_onboarded_at"]
        )
        accounts.update_search_copy(account)
        if payouts is not None:
            sandbox_payouts.get()(account, payouts)
        return account

    return unit(work)
