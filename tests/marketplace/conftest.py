"""What these tests share with those of the contract."""

from tests.contract.conftest import unchanged

__all__ = ("unchanged",)
