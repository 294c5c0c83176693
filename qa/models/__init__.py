from qa.models.escalations import Escalation
from qa.models.findings import Finding
from qa.models.runs import Run
from qa.models.taste import TasteRun
from qa.models.templates import Template

__all__ = ("Escalation", "Finding", "Run", "TasteRun", "Template")
