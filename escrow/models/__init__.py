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
from escrow.models.invoices import BillingDetails, Invoice, InvoiceRun, InvoiceSeries
from escrow.models.ladder import LadderBand
from escrow.models.transfers import Transfer

__all__ = (
    "Appeal",
    "BillingDetails",
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
    "Invoice",
    "InvoiceRun",
    "InvoiceSeries",
    "LadderBand",
    "Macro",
    "ReasonCode",
    "SavedView",
    "StaffDigest",
    "Transfer",
)
