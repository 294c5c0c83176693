"""The mail to whoever ordered a test run or a panel: its report is ready."""

from marketplace.core.money import format_usd
from marketplace.services import mail_templates
from qa.models import Run, TasteRun
from wallet.selectors.flows import Flow


def of_run(run: Run, money: Flow, *, finished: int) -> None:
    """A test run has ended with a report, for which `finished` testers sent what was accepted. In the transaction of that; locks
    nothing."""
    assert run.bounty is not None
    _send(run, money, title=run.bounty.title, came=finished, asked=run.tester_count, panel=False)


def of_panel(run: TasteRun, money: Flow, *, votes: int) -> None:
    """A panel has ended with a report of so many votes. In the transaction of that; locks nothing."""
    _send(run, money, title=run.bounty.title, came=votes, asked=run.respondent_count, panel=True)


def _send(run: Run | TasteRun, money: Flow, *, title: str, came: int, asked: int, panel: bool) -> None:
    mail_templates.send(
        run.owner,
        "report_ready",
        about="work",
        run=run.public_id,
        title=title,
        panel=panel,
        came=came,
        asked=asked,
        fewer=came < asked,
        paid=format_usd(money.spent),
        returned=format_usd(money.refunded),
    )
