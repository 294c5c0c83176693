"""Cases: the queue, and the page of one."""

from django.contrib import admin

from escrow.admin.queue import Queue
from escrow.models import Case
from marketplace.api.backoffice import ReadOnly


@admin.register(Case)
class CaseAdmin(Queue, ReadOnly):
    pass
