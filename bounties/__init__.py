"""The work: bounty, application, seat, submission, and the products built on it.

Decides who works and what was delivered. Never moves money itself: it calls escrow, last in a transaction.
"""
