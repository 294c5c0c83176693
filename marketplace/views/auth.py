"""The django-allauth routes that are offered under /api/auth/app/v1: sign-up, verification, sign-in, sign-out, password reset,
second factor.

allauth's own URL list has more (phones, tokens, e-mail management); routes that are not listed here don't exist.
"""

from allauth.headless.account import views
from allauth.headless.base.views import ConfigView
from allauth.headless.constants import Client
from allauth.headless.mfa import views as second_factor
from django.urls import path

from marketplace.api.signin_locks import one_at_a_time

_ROUTES = {
    "config": ConfigView,
    "auth/session": views.SessionView,
    "auth/signup": views.SignupView,
    "auth/email/verify": views.VerifyEmailView,
    "auth/email/verify/resend": views.ResendEmailVerificationCodeView,
    "auth/login": views.LoginView,
    "auth/code/request": views.RequestLoginCodeView,
    "auth/code/resend": views.ResendLoginCodeView,
    "auth/code/confirm": views.ConfirmLoginCodeView,
    "auth/reauthenticate": views.ReauthenticateView,
    "auth/password/request": views.RequestPasswordResetView,
    "auth/password/reset": views.ResetPasswordView,
    "auth/2fa/authenticate": second_factor.AuthenticateView,
    "auth/2fa/reauthenticate": second_factor.ReauthenticateView,
    "account/password/change": views.ChangePasswordView,
    "account/authenticators": second_factor.AuthenticatorsView,
    "account/authenticators/totp": second_factor.ManageTOTPView,
    "account/authenticators/recovery-codes": second_factor.ManageRecoveryCodesView,
}

urlpatterns = [path(route, one_at_a_time(view.as_api_view(client=Client.APP))) for route, view in _ROUTES.items()]
