"""`manage.py erasures`: who was erased, as a list to keep; and those erasures again, when an older database is back."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from marketplace.core import ids
from marketplace.models import Account, Erasure, Mail
from marketplace.services import closing
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import acting, given_application, given_bounty, given_funded_agent, untouched
from tests.marketplace.erased import without_matters
from wallet import ledger

pytestmark = pytest.mark.django_db


def erasures(*words: str) -> tuple[int, list[str]]:
    """The exit code and the lines."""
    said = io.StringIO()
    try:
        call_command("erasures", *words, stdout=said)
    except SystemExit as ended:
        return int(str(ended.code)), said.getvalue().splitlines()
    return 0, said.getvalue().splitlines()


def kept(folder: Path, *lines: str) -> str:
    path = folder / "erasures.txt"
    path.write_text("\n".join(lines))
    return str(path)


def test_it_lists_who_was_erased_and_nobody_else() -> None:
    first, second, _ = given_worker(), given_agent(), given_worker()
    for who in (first, second):
        closing.close_own(acting(who))

    assert erasures() == (0, [first.account.public_id, second.account.public_id])


def test_whom_a_restore_has_brought_back_is_erased_again_without_another_mail(tmp_path: Path) -> None:
    # given a database in which two are there whom the list calls erased, one with money; a third is erased here, too
    back, rich, gone = given_worker(name="Zephyrine Quill"), given_funded_agent(137), given_worker()
    closing.close_own(acting(gone))
    mails = Mail.objects.count()
    names = [who.account.public_id for who in (back, rich, gone)]
    later = ids.encode("usr", ids.new())  # signed up after the backup
    unnamed = given_worker()

    # when
    code, lines = erasures("--again", kept(tmp_path, *names, later))

    # then
    assert (code, lines) == (
        0,
        ["2 erased again, 0 could not be; 1 are erased here already, 1 are not in this database"],
    )
    for who in (back, rich):
        assert Account.objects.get(pk=who.account.pk).name == "Deleted account"
        row = Erasure.objects.get(account=who.account)
        assert row.due_at is not None and row.operator is None
    assert ledger.balance(ledger.wallet(rich.account.pk)) == 137
    assert Mail.objects.count() <= mails, "they were told when it happened"
    assert Account.objects.get(pk=unnamed.account.pk).is_active

    # and once more it changes nothing
    with untouched():
        assert erasures("--again", kept(tmp_path, *names))[1][0].startswith("0 erased again, 0 could not be; 3 are")


def test_whose_work_runs_is_named_and_stays(tmp_path: Path, operator: Any) -> None:
    worker, _ = given_application(given_bounty(given_funded_agent()))
    listed = kept(tmp_path, worker.account.public_id, operator.account.public_id)

    with untouched():
        code, lines = erasures("--again", listed)

    assert code == 1
    assert worker.account.public_id in lines[0] and "applications" in lines[0]
    assert operator.account.public_id in lines[1] and "staff" in lines[1]
    assert lines[2].startswith("0 erased again, 2 could not be")


@pytest.mark.parametrize("line", ["prf_01h455vb4pex5vsknk084sn02q", "everybody", "usr_1"])
def test_a_list_with_another_line_erases_nobody(tmp_path: Path, line: str) -> None:
    who = given_worker()

    with untouched(), without_matters(), pytest.raises(CommandError, match="no id of an account"):
        call_command("erasures", "--again", kept(tmp_path, who.account.public_id, line))


def test_a_list_that_is_not_there_says_so(tmp_path: Path) -> None:
    with untouched(), pytest.raises(CommandError, match="can't be read"):
        call_command("erasures", "--again", str(tmp_path / "nowhere"))
