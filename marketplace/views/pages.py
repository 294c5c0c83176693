"""Pages for people who arrive with a browser: the front page, terms and privacy."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    return render(request, "marketplace/home.html", {"name": settings.SERVICE_NAME, "sandbox": settings.SANDBOX})


def policy(request: HttpRequest, which: str) -> HttpResponse:
    version = settings.TERMS_VERSION if which == "terms" else settings.PRIVACY_VERSION
    return render(request, f"marketplace/{which}.html", {"name": settings.SERVICE_NAME, "version": version})
