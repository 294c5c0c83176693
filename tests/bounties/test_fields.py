"""The fields that services take are those that the model stores and the serializers read: none is forgotten in one place."""

from bounties.models import Bounty
from bounties.rules.bounties import UPLOAD_SETTINGS
from bounties.rules.fields import BountyChanges, BountyFields
from bounties.rules.terms import TERMS, Terms
from bounties.serializers.edits import BountyPatch
from bounties.serializers.parts import PlaceIn
from bounties.serializers.posting import BountyIn
from marketplace.api.serializers import Shape

BY_PRODUCTS = {"fee_bps", "product_ref", "offer_id"}  # never in a body
IN_OTHER_FIELDS = {"currency", "location", "schedule_times", *(name for _, name in UPLOAD_SETTINGS.values())}
OF_THE_CALL = {"wallet_impact_acknowledged", "wallet_impact_cents"}  # not of the bounty


def read_by(shape: type[Shape]) -> set[str]:
    """The columns that this body sets."""
    own = {str(field.source) for field in shape().fields.values()} - IN_OTHER_FIELDS - OF_THE_CALL
    return own | {str(field.source) for field in PlaceIn().fields.values()} | {"upload_settings"}


def names_of(fields: type) -> set[str]:
    return {*fields.__required_keys__, *fields.__optional_keys__}


def test_each_field_that_a_bounty_is_created_from_or_edited_by_is_a_column() -> None:
    columns = {field.name for field in Bounty._meta.concrete_fields}

    assert names_of(BountyFields) | names_of(BountyChanges) <= columns


def test_the_fields_of_a_new_bounty_are_those_that_its_body_sets() -> None:
    assert names_of(BountyFields) - BY_PRODUCTS == read_by(BountyIn)


def test_the_fields_of_an_edit_are_those_that_its_body_sets() -> None:
    assert names_of(BountyChanges) == read_by(BountyPatch)


def test_a_copy_of_the_terms_has_each_of_them() -> None:
    assert names_of(Terms) == {*TERMS, "currency", "compensation"}
