from django.urls import path

from escrow.views.escrows import EscrowView

urlpatterns = [
    path("api/escrow", EscrowView.as_view({"get": "list"})),
    path("api/escrow/<str:escrow_id>", EscrowView.as_view({"get": "retrieve"})),
    path("api/escrow/<str:escrow_id>/complete", EscrowView.as_view({"post": "complete"})),
    path("api/escrow/<str:escrow_id>/release", EscrowView.as_view({"post": "release"})),
    path("api/escrow/<str:escrow_id>/cancel", EscrowView.as_view({"post": "cancel"})),
]
