"""Managed products that an operator has switched off."""

from marketplace.errors import ProductUnavailable
from marketplace.models import Switch
from marketplace.ports import switched


def require(name: str) -> None:
    """Asked by every verb that begins something of this product, before it writes; what runs already is finished without
    it. A product without a row is on. Raises 503 `product_unavailable` in the operator's words, else in ours."""
    title = switched.get(name)
    off = Switch.objects.filter(pk=name, is_on=False).only("message").first()
    if off is not None:
        said = off.message or f"{title} are switched off for now. Nothing was charged; what runs already goes on."
        raise ProductUnavailable(said, product=name)
