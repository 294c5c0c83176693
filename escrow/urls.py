from django.urls import path

from escrow.pages.invoices import InvoiceFile
from escrow.pages.owner_years import OwnerYear, OwnerYearTable
from escrow.pages.receipts import Month, MonthFile, Receipts
from escrow.pages.spending import Spending, SpendingFile
from escrow.pages.transfers import SendTransfer, Transfers
from escrow.pages.wallet import Wallet
from escrow.views import metrics
from escrow.views.appeals import AppealView
from escrow.views.disputes import DisputeView
from escrow.views.escrows import EscrowView
from escrow.views.invoices import InvoiceView
from escrow.views.reports import ReportView
from escrow.views.settlements import AnswerView, OfferView
from escrow.views.transfers import TransferView

urlpatterns = [
    path("metrics", metrics.scrape),
    path("owner/wallet", Wallet.as_view()),
    path("owner/wallet/spending", Spending.as_view()),
    path("owner/wallet/spending/<str:name>", SpendingFile.as_view()),
    path("owner/wallet/receipts", Receipts.as_view()),
    path("owner/wallet/receipts/invoices/<str:invoice_id>/invoice.pdf", InvoiceFile.as_view()),
    path("owner/wallet/receipts/years/<str:year>/statement.pdf", OwnerYear.as_view()),
    path("owner/wallet/receipts/years/<str:year>/statement.csv", OwnerYearTable.as_view()),
    path("owner/wallet/receipts/<str:month>/statement.pdf", MonthFile.as_view()),
    path("owner/wallet/receipts/<str:month>", Month.as_view()),
    path("owner/wallet/transfers", Transfers.as_view()),
    path("owner/wallet/transfers/send", SendTransfer.as_view()),
    path("api/wallet/invoices", InvoiceView.as_view({"get": "list"})),
    path("api/wallet/invoices/<str:invoice_id>", InvoiceView.as_view({"get": "retrieve"})),
    path("api/wallet/report", ReportView.as_view({"get": "spending"})),
    path("api/earnings/balance", ReportView.as_view({"get": "earnings"})),
    path("api/transfers/send", TransferView.as_view({"post": "send"})),
    path("api/transfers/bulk-send", TransferView.as_view({"post": "bulk"})),
    path("api/transfers/mine", TransferView.as_view({"get": "mine"})),
    path("api/transfers/<str:transfer_id>", TransferView.as_view({"get": "retrieve"})),
    path("api/transfers/<str:transfer_id>/cancel", TransferView.as_view({"post": "cancel"})),
    path("api/escrow", EscrowView.as_view({"get": "list"})),
    path("api/escrow/<str:escrow_id>", EscrowView.as_view({"get": "retrieve"})),
    path("api/escrow/<str:escrow_id>/complete", EscrowView.as_view({"post": "complete"})),
    path("api/escrow/<str:escrow_id>/release", EscrowView.as_view({"post": "release"})),
    path("api/escrow/<str:escrow_id>/cancel", EscrowView.as_view({"post": "cancel"})),
    path("api/escrow/<str:escrow_id>/dispute", DisputeView.as_view({"post": "dispute"})),
    path("api/disputes", DisputeView.as_view({"get": "list"})),
    path("api/disputes/<str:dispute_id>", DisputeView.as_view({"get": "retrieve"})),
    path("api/disputes/<str:dispute_id>/evidence", DisputeView.as_view({"post": "evidence"})),
    path("api/disputes/<str:dispute_id>/answer", AnswerView.as_view({"post": "answer_it"})),
    path("api/disputes/<str:dispute_id>/offers", OfferView.as_view({"post": "offer"})),
    path("api/disputes/<str:dispute_id>/offers/<str:offer_id>/accept", OfferView.as_view({"post": "accept"})),
    path("api/disputes/<str:dispute_id>/offers/<str:offer_id>/decline", OfferView.as_view({"post": "decline"})),
    path("api/disputes/<str:dispute_id>/appeal", AppealView.as_view({"post": "appeal"})),
    path("api/disputes/<str:dispute_id>/withdraw", DisputeView.as_view({"post": "withdraw"})),
]
