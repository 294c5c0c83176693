"""The addresses of pages that mails, answers and other pages lead to, each written once. Arguments are public ids."""

from typing import Any

from django.conf import settings


def job(bounty_id: str) -> str:
    return f"{settings.BASE_URL}/jobs/{bounty_id}"


def person(name: str) -> str:
    """`name` is a username or a public profile id."""
    return f"{settings.BASE_URL}/people/{name}"


def work(application_id: str) -> str:
    """One's own application or seat, where everything about it is done."""
    return f"{settings.BASE_URL}/work/{application_id}"


def owned_job(bounty_id: str) -> str:
    """One's own job, where its owner chooses people, judges and pays."""
    return f"{settings.BASE_URL}/owner/jobs/{bounty_id}"


def owned_person(bounty_id: str, application_id: str) -> str:
    """One person on one's own job."""
    return f"{settings.BASE_URL}/owner/jobs/{bounty_id}/people/{application_id}"


def owned_run(run_id: str) -> str:
    """One's own run of a managed product, where its owner decides what it left open."""
    return f"{settings.BASE_URL}/owner/runs/{run_id}"


def own_reviews() -> str:
    """The reviews of the reader, where they answer them."""
    return f"{settings.BASE_URL}/profile/reviews"


def conversation(conversation_id: str) -> str:
    return f"{settings.BASE_URL}/messages/{conversation_id}"


def dispute(dispute_id: str, *, of_owner: bool = False) -> str:
    """Where a party reads and answers it: whose money it is, below their own pages."""
    return f"{settings.BASE_URL}{'/owner' if of_owner else ''}/disputes/{dispute_id}"


def wallet_controls() -> str:
    """Where the owner of a wallet, signed in, sets its limits, and from which amount on they are asked."""
    return f"{settings.BASE_URL}/owner/wallet/controls"


def office(model: str, key: Any) -> str:
    """The page of the back office about one row. `model`: as `escrow.case`; `key`: its primary key."""
    return f"{settings.BASE_URL}/admin/{model.replace('.', '/')}/{key}/change/"
