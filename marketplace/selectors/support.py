"""Support reports that wait for staff."""

from marketplace.models import SupportReport


def waiting() -> int:
    """The number of open support reports."""
    return SupportReport.objects.filter(status="open").count()
