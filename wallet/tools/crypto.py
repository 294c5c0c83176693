"""Tools that pay in a stablecoin, with a key that never leaves the local tool server's machine."""

from marketplace.core.tools import Tool

CRYPTO = [
    Tool(
        name="x402_signup",
        title="Sign up by stablecoin",
        intents="register account crypto USDC new key",
        what="Opens an account without e-mail or browser, by a stablecoin payment (x402) of the wallet in "
        "AHM_X402_PRIVATE_KEY. Only when there is no account yet; to add money to one use x402_fund_wallet.",
        effects="Spends exactly amountCents of that wallet, all credited to the new account's wallet, and it can't be undone. "
        "Without amountCents nothing is paid and the refusal names it; show it to whoever decides. Refused above "
        "AHM_X402_MAX_CENTS. On settlement_under_review call it again later: it pays no second time.",
        then="Set the apiKey of the answer, shown once, as AHM_API_KEY; this server uses it at once until it ends.",
        operation="x402Signup",
        toolset="local",
        fields={
            "acceptTerms": {"const": True},
            "amountCents": {
                "type": "integer",
                "minimum": 1,
                "maximum": 1000000,
                "description": "US cents. What it costs, by the refusal. Leave it out to be told first.",
            },
        },
        unsent=("amountCents",),
        local=True,
        destructive=True,
    ),
    Tool(
        name="x402_fund_wallet",
        title="Add money by stablecoin",
        intents="crypto USDC deposit top up",
        what="Adds money to your wallet by a stablecoin payment (x402) of the wallet in AHM_X402_PRIVATE_KEY. To "
        "have a person pay by card use deposit_wallet.",
        effects="Spends exactly amountCents of that wallet, credited 1:1, and it can't be undone. Refused without "
        "paying above AHM_X402_MAX_CENTS. On settlement_under_review call it again later with the same arguments: it "
        "pays no second time.",
        then="Then get_wallet_balance.",
        operation="x402Deposit",
        toolset="local",
        local=True,
        destructive=True,
    ),
]
