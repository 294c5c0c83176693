from bounties.models.applications import Application
from bounties.models.bounties import Bounty
from bounties.models.policies import Category, NoticeRule, PayMinimum, ScreeningRule
from bounties.models.submissions import Submission

__all__ = ("Application", "Bounty", "Category", "NoticeRule", "PayMinimum", "ScreeningRule", "Submission")
