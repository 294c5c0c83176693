"""The statement: what each kind of ledger transaction is called."""

from typing import Final

# Kind of a ledger transaction -> its type and description in the API.
STATEMENT: Final = {
    "deposit": ("deposit", "Deposit"),
    "fund": ("bounty_funding", "Bounty funded"),
    "cycle": ("service_payment", "Service booked"),
    "reprice": ("bounty_repricing", "Price or spots of a bounty changed"),
    "close": ("bounty_refund", "Unused bounty money returned"),
    "seat_back": ("seat_refund", "Seat cancelled, money returned"),
    "decision": ("dispute_decision", "Decision of a dispute"),  # of staff, or of both sides: BOTH_AGREED
    "correction": ("dispute_correction", "Decision of a dispute, corrected after an appeal"),
    "release": ("release", "Pay for finished work"),
    "attendance": ("attendance_pay", "Pay for attendance, the rest of the seat's money returned"),
    "transfer": ("transfer", "Tip or reimbursement"),
    "bulk_transfer": ("transfer", "Tip or reimbursement"),
    "withdrawal": ("withdrawal", "Withdrawal"),
    "withdrawal_failed": ("withdrawal_returned", "Withdrawal could not be paid out, money returned"),
    "withdrawal_returned": ("withdrawal_returned", "Withdrawal came back from the bank"),
    "funding_refund": ("funding_refund", "Deposit returned to where it came from"),
    "funding_refund_failed": ("funding_refund_returned", "Deposit could not be returned, money is back"),
    "funding_refund_returned": ("funding_refund_returned", "Returned deposit was sent back to us, money is back"),
    "surplus_failed": ("deposit", "Second payment could not be returned, kept as a deposit"),
    "surplus_returned": ("deposit", "Second payment was sent back to us, kept as a deposit"),
    "checkout_refund": ("checkout_refund", "Customer's payment returned"),
    "checkout_refund_failed": ("checkout_refund_returned", "Customer's payment could not be returned, money is back"),
    "checkout_refund_returned": ("checkout_refund_returned", "Customer's refund was sent back to us, money is back"),
    "chargeback": ("chargeback", "Card payment taken back by its bank"),
    "chargeback_won": ("chargeback_returned", "Card payment taken back by its bank is here again"),
    "recovery": ("chargeback_recovery", "Paid off: card payment taken back by its bank"),
    # Of earnings and house accounts; shown to staff only.
    "earnings": ("withdrawal", "Withdrawal of earnings"),
    "earnings_paid": ("withdrawal", "Withdrawal of earnings paid out"),
    "earnings_failed": ("withdrawal_returned", "Withdrawal of earnings could not be paid out"),
    "earnings_returned": ("withdrawal_returned", "Withdrawal of earnings came back from the bank"),
    "withdrawal_paid": ("withdrawal", "Withdrawal paid out"),
    "funding_refund_paid": ("funding_refund", "Deposit is back where it came from"),
    "surplus_paid": ("surplus", "Second payment returned"),
    "checkout_refund_paid": ("checkout_refund", "Customer's payment is back where it came from"),
}

# The reason of a `decision` that both sides of a dispute made themselves. Staff's begins with "decided by staff: ".
BOTH_AGREED: Final = "Both sides agreed on it."


def statement_text(kind: str) -> tuple[str, str]:
    """(type, description) of a line; a kind that is not listed is described by its own name."""
    return STATEMENT.get(kind, (kind, kind.replace("_", " ").capitalize()))
