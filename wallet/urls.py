from django.urls import path

from wallet.views.checkout import page
from wallet.views.links import AgentCheckoutView, PaymentLinkView
from wallet.views.wallet import WalletView

urlpatterns = [
    path("checkout/<str:checkout_id>", page),
    path("api/wallet/balance", WalletView.as_view({"get": "balance"})),
    path("api/wallet/transactions", WalletView.as_view({"get": "transactions"})),
    path("api/wallet/report", WalletView.as_view({"get": "report"})),
    path("api/wallet/controls", WalletView.as_view({"get": "controls", "patch": "set_controls"})),
    path("api/wallet/deposit", WalletView.as_view({"post": "deposit"})),
    path("api/payment-links", PaymentLinkView.as_view({"get": "list", "post": "create"})),
    path("api/payment-links/<str:link_id>", PaymentLinkView.as_view({"get": "retrieve"})),
    path("api/agent-checkouts", AgentCheckoutView.as_view({"get": "list", "post": "create"})),
    path("api/agent-checkouts/<str:agent_checkout_id>", AgentCheckoutView.as_view({"get": "retrieve"})),
    path("api/agent-checkouts/<str:agent_checkout_id>/refund", AgentCheckoutView.as_view({"post": "refund"})),
    path("api/earnings/balance", WalletView.as_view({"get": "earnings"})),
]
