from escrow.models.escrows import Escrow
from escrow.models.ladder import LadderBand

__all__ = ("Escrow", "LadderBand")
