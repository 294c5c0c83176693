from bounties.models.applications import Application
from bounties.models.bounties import Bounty
from bounties.models.submissions import Submission

__all__ = ("Application", "Bounty", "Submission")
