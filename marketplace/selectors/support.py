"""Support reports that wait for staff."""

from marketplace.models import SupportReport


def waiting() -> int:
    return SupportReport.objects.filter(status="open").count()
