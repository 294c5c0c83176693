"""Money between two accounts: a bounty's pool, a seat's hold, release, return. Later: disputes and transfers.

Knows who pays and who is paid, never why: what is paid for is asked through `escrow.ports.subjects`.
"""
