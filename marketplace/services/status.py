"""What works is noted once a minute, by one statement: for the last 90 days on /status.

That this runs at all shows that database, queue, timer and worker do their work. Whether pages are answered it asks like a
caller, at the public address; and it writes to the folder of files, or asks the object store.
"""

from typing import Final

from django.conf import settings
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import connection

from marketplace.core import clock, http
from marketplace.core.errors import Problem
from marketplace.selectors import health

WORK, PAGES, FILES = "work", "pages", "files"
PARTS: Final = (PAGES, WORK, FILES)
_SECONDS: Final = 3.0  # that our own address may take
_NOTE: Final = """
insert into marketplace_statusday (day, part, minutes)
select %(day)s, part, set_bit(decode(repeat('00', 180), 'hex'), %(minute)s, 1)
  from unnest(%(parts)s::text[]) part order by part
on conflict (day, part) do update set minutes = set_bit(marketplace_statusday.minutes, %(minute)s, 1)
"""


def record() -> list[str]:
    """Timer: note for this minute which parts work. Returns them. Safe to run twice in a minute; locks the day's rows, of which
    there is one for each part, for one statement. Asks our own address before, with no transaction open.
    """
    found = [part for part, works in ((FILES, _files_work), (PAGES, _pages_answer)) if works()] + [WORK]
    now = clock.wall()
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, {"day": now.date(), "minute": now.hour * 60 + now.minute, "parts": sorted(found)})
    return sorted(found)


def _pages_answer() -> bool:
    try:
        asked = http.get(f"{settings.BASE_URL}/livez", headers={}, rules=http.operator_policy(timeout=_SECONDS))
    except (http.Blocked, http.CallFailed):
        return False
    return asked.status == 200


def _files_work() -> bool:
    if isinstance(default_storage, FileSystemStorage):
        return health.folder_state() == "ok"
    try:
        default_storage.exists("status")  # one question; that nothing is called so does not matter
    except (Problem, OSError):
        return False
    return True
