from django.urls import path

from wallet.views.checkout import page
from wallet.views.providers import StripeWebhook
from wallet.views.wallet import WalletView
from wallet.views.x402 import X402DepositView, X402SignupView

urlpatterns = [
    path("checkout/<str:checkout_id>", page),
    path("api/providers/stripe/webhook", StripeWebhook.as_view()),
    path("api/wallet/balance", WalletView.as_view({"get": "balance"})),
    path("api/wallet/transactions", WalletView.as_view({"get": "transactions"})),
    path("api/wallet/report", WalletView.as_view({"get": "report"})),
    path("api/wallet/controls", WalletView.as_view({"get": "controls", "patch": "set_controls"})),
    path("api/wallet/deposit", WalletView.as_view({"post": "deposit"})),
    path("api/x402/signup", X402SignupView.as_view({"post": "sign_up"})),
    path("api/x402/wallet/deposit", X402DepositView.as_view({"post": "deposit"})),
    path("api/earnings/balance", WalletView.as_view({"get": "earnings"})),
]
