"""Webhooks of card providers: public routes, authenticated by the provider's signature."""

from django.http import HttpRequest, JsonResponse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from wallet.services import provider_webhooks


@method_decorator(csrf_exempt, name="dispatch")
class StripeWebhook(View):
    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> JsonResponse:
        """200 if the webhook was processed, now or by an earlier delivery; the provider repeats it after any other status."""
        provider_webhooks.receive("stripe", request.body, request.headers.get("Stripe-Signature", ""))
        return JsonResponse({"received": True})
