from escrow.models.escrows import Escrow
from escrow.models.ladder import LadderBand
from escrow.models.transfers import Transfer

__all__ = ("Escrow", "LadderBand", "Transfer")
