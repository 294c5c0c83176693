from rest_framework import serializers

from marketplace.api.fields import Line, Text
from marketplace.api.serializers import Shape
from marketplace.rules import REPORT_CATEGORIES, REPORT_PRIORITIES


class ReportIn(Shape):
    """POST /api/support/reports."""

    summary = Line(max_length=160, trim=True, help_text="What is wrong, in one line.")
    description = Text(max_length=5000, help_text="What you did, what you expected, what came. No secrets.")
    category = serializers.ChoiceField(list(REPORT_CATEGORIES), default="bug", help_text="bug when left out.")
    priority = serializers.ChoiceField(list(REPORT_PRIORITIES), default="medium", help_text="medium when left out.")
    error_code = Line(max_length=100, default="", allow_blank=True, help_text="error_code as it was answered.")
    source_tool = Line(max_length=100, default="", allow_blank=True, help_text="The tool that you used.")
