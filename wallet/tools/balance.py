"""Tools for the balance, deposits, controls, withdrawals and refunds."""

from marketplace.core.tools import READS, Tool

BALANCE = [
    Tool(
        name="get_wallet_balance",
        title="Wallet balance",
        intents="money how much have left funds account",
        what="Shows what your wallet holds and what went in and out of it, in US cents, and what time it is here (now).",
        effects=READS,
        then="What moved and why, refunds too: list_wallet_transactions. Too little: deposit_wallet.",
        gives=("balanceCents", "totalSentCents", "now"),
        operation="getWalletBalance",
        toolset="money",
        open_world=False,
    ),
    Tool(
        name="deposit_wallet",
        title="Add money",
        intents="top up add money funds card payment page pay in",
        what="Opens a payment page that puts money into your wallet; give checkoutUrl to a person who pays.",
        effects="Charges nobody by itself: the wallet is credited when the page is paid. mppPayment pays the same by a card "
        "token: use one of them. Undone by refund_wallet_funding, which keeps 2.9 % and 0.30 dollars.",
        gives=("checkoutUrl", "status", "expiresAt"),
        core=("amount",),
        operation="depositToWallet",
        toolset="money",
    ),
    Tool(
        name="list_wallet_transactions",
        title="Wallet statement",
        intents="history movements ledger account bookings why changed came back refund",
        what="Lists every movement of your wallet, newest first, with the balance after it and the bounty or escrow that it was "
        "for: what was reserved, paid, and came back. US cents.",
        effects=READS,
        operation="listWalletTransactions",
        toolset="money",
        fields={"limit": {"default": 20}},
    ),
    Tool(
        name="get_wallet_report",
        title="Spending report",
        intents="spend spent much costs expenses month summary total",
        what="Sums up what you spent in a time range of at most 366 days, by bounty and by person. All figures are US cents. "
        "settled is pay alone, paid pay and tips; funded, refunded and inEscrow hold the platform's fee. So a bounty's fees are "
        "its funded - refunded - settled, less what is in escrow still.",
        effects=READS,
        operation="getWalletReport",
        toolset="money",
        words=True,
    ),
    Tool(
        name="get_wallet_headroom",
        title="What you may spend",
        intents="budget limit may spend caps remaining allowed why spend refused",
        what="Shows what one spend may take now: the balance, bounded by debts, a freeze and each spending cap; US cents. Ask "
        "before planning several hires.",
        effects=READS,
        operation="getWalletHeadroom",
        toolset="money",
        open_world=False,
    ),
    Tool(
        name="list_approvals",
        title="What waits for the owner",
        intents="pending owner permission consent asked decision",
        what="Lists calls that would spend more than the amount above which the wallet's owner wants to be asked, newest first, "
        "with what was planned and how they decided.",
        effects=READS,
        then="An approved one is carried out by calling its tool again with the same arguments and idempotencyKey.",
        operation="listApprovals",
        toolset="money",
        words=True,
    ),
    Tool(
        name="get_approval",
        title="Has the owner decided?",
        intents="owner permission decision wait pending",
        what="Shows how a call stands that waits for the wallet's owner: pending, approved, declined (read their note), expired or "
        "used. Only they decide, on their page; look again in some minutes, not in a loop.",
        effects=READS,
        then="Once it is approved, call the tool that asked again, with the same arguments and idempotencyKey.",
        operation="getApproval",
        toolset="money",
        words=True,
    ),
    Tool(
        name="get_wallet_controls",
        title="Read spending limits",
        intents="caps budget limits settings",
        what="Shows your spending caps, the low-balance mark and the automatic top-up, in US cents; null where unset.",
        effects=READS,
        operation="getWalletControls",
        toolset="money",
        open_world=False,
    ),
    Tool(
        name="set_wallet_controls",
        title="Set spending limits",
        intents="cap budget limit auto top-up change",
        by_key=True,
        what="Changes caps, low-balance mark or automatic top-up: send only what changes, null clears. Do not raise "
        "a cap to get past a refusal unless whoever owns the money said so.",
        effects="Moves no money now; automatic top-ups charge the kept card later. Undone by setting it back. Connectors "
        "signed in by OAuth get 403 api_key_required: ask the account's owner to do it. askAboveCents is theirs alone.",
        operation="setWalletControls",
        toolset="money",
        without=("idempotencyKey",),
        idempotent=True,
        destructive=True,
    ),
    Tool(
        name="withdraw_wallet",
        title="Withdraw money",
        intents="cash out payout bank account transfer",
        what="Pays money out of your wallet to your own bank account. To return a deposit to its card use "
        "refund_wallet_funding.",
        effects="Moves money out, for good; what the bank refuses comes back. Refused with "
        "payout_onboarding_required until a person has given the account: start_payout_onboarding. Send idempotencyKey: "
        "repeated without it, it pays out again.",
        operation="withdrawFromWallet",
        toolset="money",
        destructive=True,
    ),
    Tool(
        name="start_payout_onboarding",
        title="Say where to be paid",
        intents="bank account details payout setup identity",
        what="Answers onboardingUrl, a page on which the account's owner gives the bank account that withdraw_wallet and "
        "withdraw_earnings pay to. Call it again for a fresh address, or to change the account.",
        effects="Moves no money. What the page is given can be changed there.",
        then="Then check_account_status for payouts.onboarded.",
        operation="startPayoutOnboarding",
        toolset="money",
    ),
    Tool(
        name="list_refundable_wallet_funding",
        title="See refundable deposits",
        intents="deposit back to card refundable",
        what="Lists deposits that can go back to where they came from, with the exact US cents, and the newest "
        "refunds.",
        effects=READS,
        then="Then refund_wallet_funding with these figures.",
        operation="listFundingRefunds",
        toolset="money",
    ),
    Tool(
        name="refund_wallet_funding",
        title="Refund a deposit",
        intents="deposit back to card return money refund top-up",
        what="Returns a deposit to the card or account that it came from. Figures must be those of "
        "list_refundable_wallet_funding; when they have changed nothing moves and the answer has the present ones.",
        effects="Moves expectedRefundAmountCents out of your wallet, less a fee kept once; it can't be undone.",
        operation="refundFunding",
        toolset="money",
        fields={"confirm": {"const": True}},
        without=("idempotencyKey",),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="get_earnings_balance",
        title="Earnings balance",
        intents="earned income worker provider",
        what="Shows what you earned as a worker or provider: available, held, disputed and withdrawn, in US cents.",
        effects=READS,
        operation="getEarningsBalance",
        toolset="money",
        open_world=False,
    ),
    Tool(
        name="withdraw_earnings",
        title="Withdraw earnings",
        intents="cash out payout bank income",
        what="Pays what you earned out to your own bank account. Money that you deposited is withdraw_wallet's.",
        effects="Moves money out, for good; what the bank refuses comes back. Refused until a person has given the "
        "account: start_payout_onboarding. Send idempotencyKey: repeated without it, it pays out again.",
        operation="withdrawEarnings",
        toolset="money",
        destructive=True,
    ),
]
