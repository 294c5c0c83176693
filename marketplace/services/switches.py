"""Managed products can be switched off by an operator."""

from marketplace.errors import ProductUnavailable
from marketplace.models import Switch
from marketplace.ports import switched


def require(name: str) -> None:
    """Raise ProductUnavailable (503), with the operator's message if there is one, when this product is switched off. Called
    before anything is written by every verb that starts new work; running work continues. Products without a row are on. Locks
    nothing.
    """
    title = switched.get(name)
    off = Switch.objects.filter(pk=name, is_on=False).only("message").first()
    if off is not None:
        message = off.message or f"{title} are switched off for now. Nothing was charged; what runs already goes on."
        raise ProductUnavailable(message, product=name)
