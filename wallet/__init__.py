"""Money of one account and the outside world: the ledger, deposits by hosted checkout, balances.

Never knows what money is spent on: it posts moves between accounts and asks upper steps what a paid page was for.
"""
