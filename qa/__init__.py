"""Managed runs built on bounties: QA templates and runs, escalations, reports, taste panels.

The top step: it uses the services below and is used by nobody.
"""
