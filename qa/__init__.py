"""Managed runs built on bounties: QA templates and runs, escalations, reports, taste panels.

The uppermost app: it uses the services of the others, and none of them imports it.
"""
