from escrow.models.disputes import Dispute, DisputeDecision, DisputeEvidence, DisputePolicy
from escrow.models.escrows import Escrow
from escrow.models.fees import FeeRate
from escrow.models.ladder import LadderBand
from escrow.models.transfers import Transfer

__all__ = (
    "Dispute",
    "DisputeDecision",
    "DisputeEvidence",
    "DisputePolicy",
    "Escrow",
    "FeeRate",
    "LadderBand",
    "Transfer",
)
