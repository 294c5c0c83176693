from escrow.models.cases import Case, CaseFinding, CaseMessage, CaseOffer, CaseRequest, CaseStage
from escrow.models.desk import (
    CasePresence,
    CaseReview,
    DeskClocks,
    DeskNote,
    EvidenceWanted,
    Macro,
    ReasonCode,
    SavedView,
    StaffDigest,
)
from escrow.models.disputes import Appeal, DecisionPreview, Dispute, DisputeDecision, DisputeEvidence, DisputePolicy
from escrow.models.escrows import Escrow
from escrow.models.fees import FeeRate
from escrow.models.ladder import LadderBand
from escrow.models.transfers import Transfer

__all__ = (
    "Appeal",
    "Case",
    "CaseFinding",
    "CaseMessage",
    "CaseOffer",
    "CasePresence",
    "CaseRequest",
    "CaseReview",
    "CaseStage",
    "DecisionPreview",
    "DeskClocks",
    "DeskNote",
    "Dispute",
    "DisputeDecision",
    "DisputeEvidence",
    "DisputePolicy",
    "Escrow",
    "EvidenceWanted",
    "FeeRate",
    "LadderBand",
    "Macro",
    "ReasonCode",
    "SavedView",
    "StaffDigest",
    "Transfer",
)
