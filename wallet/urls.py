from django.conf import settings
from django.urls import path

from wallet.pages.approvals import ApprovalPage, Approvals
from wallet.pages.controls import WalletControls
from wallet.pages.deposits import AddMoney, Deposit
from wallet.pages.links import Link, Links
from wallet.pages.refunds import Refunds
from wallet.pages.statement import Statement, StatementFile
from wallet.pages.withdraw import WithdrawFromWallet
from wallet.views.approvals import ApprovalView
from wallet.views.checkout import page
from wallet.views.faucet import FaucetView
from wallet.views.links import AgentCheckoutView, PaymentLinkView
from wallet.views.mpp import MppDepositView
from wallet.views.onboarding import page as onboarding_page
from wallet.views.outflows import OutflowView
from wallet.views.providers import StripeWebhook
from wallet.views.spender_limits import SpenderLimitsView
from wallet.views.wallet import WalletView
from wallet.views.x402 import X402DepositView, X402SignupView

urlpatterns = [
    path("owner/approvals", Approvals.as_view()),
    path("owner/approvals/<str:approval_id>", ApprovalPage.as_view()),
    path("owner/wallet/add", AddMoney.as_view()),
    path("owner/wallet/add/<str:deposit_id>", Deposit.as_view()),
    path("owner/wallet/controls", WalletControls.as_view()),
    path("owner/wallet/links", Links.as_view()),
    path("owner/wallet/links/<str:link_id>", Link.as_view()),
    path("owner/wallet/refunds", Refunds.as_view()),
    path("owner/wallet/statement", Statement.as_view()),
    path("owner/wallet/statement.csv", StatementFile.as_view()),
    path("owner/wallet/withdraw", WithdrawFromWallet.as_view()),
    path("checkout/<str:checkout_id>", page),
    path("api/providers/stripe/webhook", StripeWebhook.as_view()),
    path("payouts/onboarding/<str:key>", onboarding_page),
    path("api/wallet/balance", WalletView.as_view({"get": "balance"})),
    path("api/wallet/transactions", WalletView.as_view({"get": "transactions"})),
    path("api/wallet/controls", WalletView.as_view({"get": "controls", "patch": "set_controls"})),
    path("api/wallet/headroom", WalletView.as_view({"get": "show_headroom"})),
    path("api/wallet/freeze", WalletView.as_view({"post": "freeze"})),
    path("api/wallet/unfreeze", WalletView.as_view({"post": "unfreeze"})),
    path("api/keys/<str:key_id>/limits", SpenderLimitsView.as_view({"get": "of_key", "patch": "set_of_key"})),
    path("api/connectors", SpenderLimitsView.as_view({"get": "connectors"})),
    path(
        "api/connectors/<str:connector_id>/limits",
        SpenderLimitsView.as_view({"get": "of_connector", "patch": "set_of_connector"}),
    ),
    path("api/wallet/deposit", WalletView.as_view({"post": "deposit"})),
    path("api/approvals", ApprovalView.as_view({"get": "list"})),
    path("api/approvals/<str:approval_id>", ApprovalView.as_view({"get": "retrieve", "post": "decide"})),
    path("api/x402/signup", X402SignupView.as_view({"post": "sign_up"})),
    path("api/x402/wallet/deposit", X402DepositView.as_view({"post": "deposit"})),
    path("api/mpp/wallet/deposit", MppDepositView.as_view({"post": "deposit"})),
    path("api/wallet/withdraw", OutflowView.as_view({"post": "withdraw"})),
    path("api/wallet/withdrawals", OutflowView.as_view({"get": "withdrawals"})),
    path("api/wallet/withdrawals/<str:withdrawal_id>", OutflowView.as_view({"get": "withdrawal"})),
    path("api/wallet/funding-refunds", OutflowView.as_view({"get": "funding_refunds", "post": "refund"})),
    path("api/payment-links", PaymentLinkView.as_view({"get": "list", "post": "create"})),
    path("api/payment-links/<str:link_id>", PaymentLinkView.as_view({"get": "retrieve"})),
    path("api/agent-checkouts", AgentCheckoutView.as_view({"get": "list", "post": "create"})),
    path("api/agent-checkouts/<str:agent_checkout_id>", AgentCheckoutView.as_view({"get": "retrieve"})),
    path("api/agent-checkouts/<str:agent_checkout_id>/refund", AgentCheckoutView.as_view({"post": "refund"})),
    path("api/earnings/withdraw", OutflowView.as_view({"post": "withdraw_earnings"})),
    path("api/payouts/onboarding", OutflowView.as_view({"post": "onboarding"})),
]

if settings.SANDBOX:
    urlpatterns += [path("api/sandbox/faucet", FaucetView.as_view({"get": "look", "post": "give"}))]
