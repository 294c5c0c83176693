"""Money of one account and of the outside world: ledger, deposits, controls, payment links, x402, MPP, withdrawals.

Never knows what money is spent on: it posts moves between accounts, and upper steps settle the purpose of a paid page.
"""
