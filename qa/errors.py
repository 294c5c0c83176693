"""Refusals of the managed runs; each code of the contract is named once."""
