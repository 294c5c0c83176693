"""The page of one case: a head, seven tabs and the decision on one screen. It shows what services and sockets know, and its forms
call services; it knows no rule of its own."""

from escrow.admin.case_screen.screen import CaseScreen

__all__ = ("CaseScreen",)
