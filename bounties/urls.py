from django.conf import settings
from django.urls import path

from bounties.pages.apply import Apply
from bounties.pages.checks import JobRecordings
from bounties.pages.credentials import KeyPage, Program
from bounties.pages.disputes import DisputePage, OwnerDispute
from bounties.pages.earning_years import EarningsYear
from bounties.pages.earnings import Earnings, EarningsReceipt, Statement, Withdraw, Withdrawals
from bounties.pages.importing import ImportJobs, ImportPreview, ImportTemplate
from bounties.pages.jobs import Home, Job, Jobs
from bounties.pages.keys import Keys
from bounties.pages.owned_applicants import OwnedApplicants
from bounties.pages.owned_edit import OwnedEdit
from bounties.pages.owned_evidence import OwnedEvidence, OwnedFiles
from bounties.pages.owned_job import OwnedJob
from bounties.pages.owned_jobs import OwnedJobs
from bounties.pages.owned_person import OwnedPerson
from bounties.pages.owned_photo import OwnedPhoto
from bounties.pages.posting import PostJob
from bounties.pages.receipts import Receipt
from bounties.pages.texts import AssignedText, Sample
from bounties.pages.today import Today
from bounties.pages.work import WorkPage
from bounties.views.applications import ApplicationView
from bounties.views.attendance import AttendanceView
from bounties.views.bounties import BountyView
from bounties.views.cakes import CakeView
from bounties.views.checkout import SeatCheckoutView
from bounties.views.checks import CheckView
from bounties.views.datasets import DatasetView
from bounties.views.funding import FundingView
from bounties.views.hiring import HiringView
from bounties.views.humanizations import HandInView, HumanizationView
from bounties.views.locations import LocationView
from bounties.views.outreach import OutreachView
from bounties.views.pictures import PictureView, fund
from bounties.views.plays import PlayView
from bounties.views.reach import ReachView
from bounties.views.receipts import ReceiptView
from bounties.views.seats import SeatView
from bounties.views.submissions import SubmissionView
from bounties.views.work import WorkView

urlpatterns = [
    path("", Home.as_view()),
    path("jobs", Jobs.as_view()),
    path("jobs/<str:bounty_id>", Job.as_view()),
    path("jobs/<str:bounty_id>/recordings", JobRecordings.as_view()),
    path("owner/jobs/<str:bounty_id>/receipt", Receipt.as_view()),
    path("jobs/<str:bounty_id>/sample", Sample.as_view()),
    path("work/<str:application_id>/text", AssignedText.as_view()),
    path("jobs/<str:bounty_id>/apply", Apply.as_view()),
    path("today", Today.as_view()),
    path("work/<str:application_id>", WorkPage.as_view()),
    path("disputes/<str:dispute_id>", DisputePage.as_view()),
    path("owner/disputes/<str:dispute_id>", OwnerDispute.as_view()),
    path("earnings", Earnings.as_view()),
    path("earnings/withdraw", Withdraw.as_view()),
    path("earnings/withdrawals", Withdrawals.as_view()),
    path("earnings/years/<str:year>/statement.pdf", EarningsYear.as_view()),
    path("earnings/statement.csv", Statement.as_view()),
    path("earnings/receipts/<str:transaction_id>", EarningsReceipt.as_view()),
    path("owner/keys", Keys.as_view()),
    path("owner/keys/<str:key_id>", KeyPage.as_view()),
    path("owner/programs/<str:connector_id>", Program.as_view()),
    path("owner/jobs/new", PostJob.as_view()),
    path("owner/jobs/import", ImportJobs.as_view()),
    path("owner/jobs/import/template.csv", ImportTemplate.as_view()),
    path("owner/jobs/import/<str:import_id>", ImportPreview.as_view()),
    path("owner/jobs", OwnedJobs.as_view()),
    path("owner/jobs/<str:bounty_id>", OwnedJob.as_view()),
    path("owner/jobs/<str:bounty_id>/applicants", OwnedApplicants.as_view()),
    path("owner/jobs/<str:bounty_id>/evidence", OwnedEvidence.as_view()),
    path("owner/jobs/<str:bounty_id>/files.zip", OwnedFiles.as_view()),
    path("owner/jobs/<str:bounty_id>/edit", OwnedEdit.as_view()),
    path("owner/jobs/<str:bounty_id>/people/<str:application_id>", OwnedPerson.as_view()),
    path("owner/jobs/<str:bounty_id>/people/<str:application_id>/photos/<str:file_id>", OwnedPhoto.as_view()),
    path("api/escrow/checkout", SeatCheckoutView.as_view({"post": "pay"})),
    path("api/escrow/agent-checkout", HiringView.as_view({"post": "rent"})),
    path("api/escrow/agent-rentals", HiringView.as_view({"get": "list"})),
    path("api/escrow/personal-bounty", HiringView.as_view({"post": "personal"})),
    path("api/bounties", BountyView.as_view({"get": "list", "post": "create"})),
    path("api/bounties/location-minimum", LocationView.as_view({"get": "minimum"})),
    path("api/bounties/reach", ReachView.as_view({"get": "estimate"})),
    path("api/bounties/deposit", FundingView.as_view({"post": "deposit"})),
    path(
        "api/bounties/<str:bounty_id>",
        BountyView.as_view({"get": "retrieve", "patch": "partial_update", "delete": "destroy"}),
    ),
    path("api/bounties/<str:bounty_id>/funding-quote", FundingView.as_view({"get": "quote"})),
    path("api/bounties/<str:bounty_id>/enterprise-payment", FundingView.as_view({"post": "pay_enterprise"})),
    path("api/bounties/<str:bounty_id>/outreach", OutreachView.as_view({"get": "retrieve"})),
    path("api/bounties/<str:bounty_id>/outreach/boost", OutreachView.as_view({"post": "boost"})),
    path("api/bounties/<str:bounty_id>/attendance", AttendanceView.as_view({"get": "list", "post": "report"})),
    path("api/bounties/<str:bounty_id>/receipt", ReceiptView.as_view({"get": "retrieve", "post": "send"})),
    path("api/bounties/<str:bounty_id>/applications/dataset", DatasetView.as_view({"get": "retrieve"})),
    path("api/bounties/<str:bounty_id>/applications", ApplicationView.as_view({"get": "list", "post": "apply"})),
    path("api/bounties/<str:bounty_id>/mic-check", CheckView.as_view({"get": "mic", "post": "record_mic"})),
    path(
        "api/bounties/<str:bounty_id>/language-proficiency",
        CheckView.as_view({"get": "language", "post": "record_language"}),
    ),
    path(
        "api/bounties/<str:bounty_id>/applications/<str:application_id>",
        ApplicationView.as_view({"get": "retrieve", "patch": "decide"}),
    ),
    path(
        "api/bounties/<str:bounty_id>/applications/<str:application_id>/confirm",
        SeatView.as_view({"post": "confirm"}),
    ),
    path("api/bounties/<str:bounty_id>/applications/<str:application_id>/start", SeatView.as_view({"post": "start"})),
    path(
        "api/bounties/<str:bounty_id>/applications/<str:application_id>/extension", SeatView.as_view({"post": "extend"})
    ),
    path(
        "api/bounties/<str:bounty_id>/applications/<str:application_id>/extension/decision",
        SeatView.as_view({"post": "decide_extension"}),
    ),
    path("api/bounties/<str:bounty_id>/applications/<str:application_id>/expire", SeatView.as_view({"post": "expire"})),
    path(
        "api/bounties/<str:bounty_id>/applications/<str:application_id>/attendance-pay",
        SeatView.as_view({"post": "pay_attendance"}),
    ),
    path("api/bounties/<str:bounty_id>/submissions", SubmissionView.as_view({"get": "list", "post": "submit"})),
    path(
        "api/bounties/<str:bounty_id>/submissions/<str:submission_id>",
        SubmissionView.as_view({"get": "retrieve", "patch": "review"}),
    ),
    path("api/cake-orders/quote", CakeView.as_view({"post": "quote"})),
    path("api/cake-orders", CakeView.as_view({"get": "list", "post": "send"})),
    path("api/cake-orders/<str:order_id>", CakeView.as_view({"get": "retrieve"})),
    path("api/picture-of-sf", PictureView.as_view({"post": "create"})),
    path("api/picture-of-sf/<str:picture_id>", PictureView.as_view({"get": "retrieve"})),
    path("pictures/<str:picture_id>/fund/<str:tag>", fund),
    path("api/v1/humanizations", HumanizationView.as_view({"post": "create"})),
    path("api/v1/humanizations/<str:humanization_id>", HumanizationView.as_view({"get": "retrieve"})),
    path("api/v1/humanizations/<str:humanization_id>/screening", HumanizationView.as_view({"get": "sample"})),
    path("api/v1/humanizations/<str:humanization_id>/applications", HandInView.as_view({"post": "apply"})),
    path("api/v1/humanizations/<str:humanization_id>/assignment", HumanizationView.as_view({"get": "assignment"})),
    path("api/v1/humanizations/<str:humanization_id>/submission", HandInView.as_view({"post": "submit"})),
    path("api/work", WorkView.as_view({"get": "list"})),
    path("api/work/<str:application_id>/terms", WorkView.as_view({"post": "answer_terms"})),
    path("api/work/<str:application_id>/contest", WorkView.as_view({"post": "contest"})),
]

if settings.SANDBOX:
    urlpatterns += [
        path("api/sandbox/people", PlayView.as_view({"get": "people", "patch": "switch"})),
        path("api/sandbox/people/<str:person>/play", PlayView.as_view({"post": "play"})),
        path("api/sandbox/plays", PlayView.as_view({"get": "list"})),
        path("api/sandbox/plays/<str:play_id>", PlayView.as_view({"get": "retrieve", "delete": "stop"})),
    ]
