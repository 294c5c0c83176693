from bounties.models.applications import Application
from bounties.models.attendance import Attendance, TaskPlace
from bounties.models.bounties import Bounty
from bounties.models.cakes import CakeOrder, CakePrice
from bounties.models.checks import MicSample
from bounties.models.contests import Contest
from bounties.models.humanizations import Humanization, Rewrite
from bounties.models.imports import ImportedRow, JobImport
from bounties.models.outreach import Invitation, Outreach
from bounties.models.pictures import Picture
from bounties.models.plays import Play, SimulatedPerson, SimulationSwitch
from bounties.models.policies import Category, NoticeRule, PayMinimum, ScreeningRule
from bounties.models.receipts import Receipt
from bounties.models.submissions import Submission

__all__ = (
    "Application",
    "Attendance",
    "Bounty",
    "CakeOrder",
    "CakePrice",
    "Category",
    "Contest",
    "Humanization",
    "ImportedRow",
    "Invitation",
    "JobImport",
    "MicSample",
    "NoticeRule",
    "Outreach",
    "PayMinimum",
    "Picture",
    "Play",
    "Receipt",
    "Rewrite",
    "ScreeningRule",
    "SimulatedPerson",
    "SimulationSwitch",
    "Submission",
    "TaskPlace",
)
