import base64
import binascii
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from rest_framework import serializers

from marketplace.api.fields import LinkField, StrictBoolean, Text
from marketplace.api.serializers import Shape
from marketplace.providers import push_service


class EndpointField(LinkField):
    """The address of a browser at its push service. Whether its name leads to the public internet is checked with each call."""

    schemes = ("https",)


class _Key(Text):
    """base64url of bytes, as browsers write it."""

    wrong = "This is not what a browser gives. Switch it on again."

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data).rstrip("=")
        try:
            raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
            self.check(raw)
        except (binascii.Error, ValueError):
            raise serializers.ValidationError(self.wrong)
        return text

    def check(self, raw: bytes) -> None:
        """Raises ValueError."""
        raise NotImplementedError


class PointField(_Key):
    """A public key: a point on the curve P-256, uncompressed."""

    def check(self, raw: bytes) -> None:
        if len(raw) != 65:
            raise ValueError
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


class SecretField(_Key):
    """The 16 bytes that only the browser and we know."""

    def check(self, raw: bytes) -> None:
        if len(raw) != 16:
            raise ValueError


class DeviceIn(Shape):
    """A browser's push subscription."""

    endpoint = EndpointField(max_length=1000)
    p256dh = PointField(max_length=100)
    auth = SecretField(max_length=40)
    key = PointField(max_length=100, required=False, help_text="The key of ours that it subscribed with.")

    def validate_key(self, key: str) -> str:
        if not push_service.can_sign_for(key):
            raise serializers.ValidationError("This page is from before the site's key changed. Load it again.")
        return key


class PushNoticesIn(Shape):
    """What is pushed to the devices of the account's owner."""

    push_applications = StrictBoolean()
    push_work = StrictBoolean()
    push_messages = StrictBoolean()
