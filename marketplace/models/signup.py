from django.db import models

from marketplace.models.base import Row


class SignupCode(Row):
    """The open sign-up of an e-mail address; a new request replaces it, and five wrong attempts block it."""

    PREFIX = "sgn"

    email = models.EmailField(max_length=254, unique=True)
    digest = models.BinaryField(max_length=32)
    country = models.CharField(max_length=2)
    region = models.CharField(max_length=100, blank=True)
    city = models.CharField(max_length=100)
    agent_name = models.CharField(max_length=80, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField()
    burnt_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="signup_code_age")]
