"""Two sign-ups at the same moment: one account, one key."""

import threading

import pytest
from django.db import connection

from marketplace.models import Account, ApiKey, SignupCode
from tests.api import Answer, Api
from tests.marketplace.test_signup import WHO, asked, code_of, verify, wrong

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


def at_once(*codes: str) -> list[Answer]:
    answers: list[Answer] = []
    barrier = threading.Barrier(len(codes))

    def work(code: str) -> None:
        try:
            barrier.wait(timeout=10)
            answers.append(verify(code))
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(code,)) for code in codes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return answers


def test_two_verifications_at_once_open_one_account() -> None:
    asked()
    answers = at_once(*[code_of()] * 3)

    assert sorted(answer.status for answer in answers) == [200, 409, 409]
    assert {answer.code for answer in answers if answer.status == 409} == {"account_exists"}
    assert (Account.objects.count(), ApiKey.objects.count()) == (1, 1)


def test_wrong_tries_at_once_are_all_counted() -> None:
    asked()
    answers = at_once(*[wrong(code_of())] * 6)

    assert sorted(answer.code or "" for answer in answers) == ["invalid_code"] * 4 + ["too_many_attempts"] * 2
    assert SignupCode.objects.get().burnt_at is not None
    assert verify(code_of()).code == "too_many_attempts"


def test_two_requests_at_once_leave_one_open_code() -> None:
    threads = [threading.Thread(target=lambda: (asked(), connection.close())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)

    assert SignupCode.objects.filter(email=WHO["email"]).count() == 1
    assert Api().get("/api/humans").status == 200
