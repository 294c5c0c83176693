"""Money between two accounts: a bounty's pool, a seat's hold, release, refund, disputes and transfers.

Knows who pays and who is paid, never what for: upper steps answer that through `escrow.ports.seats` and `escrow.ports.pools`.
"""
