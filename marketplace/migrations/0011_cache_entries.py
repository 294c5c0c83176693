"""The table of Django's cache, as its database backend wants it: a code of an authenticator app that was used, and the
tries of a second factor. A crash may lose it: nothing else stands in it."""

from django.db import migrations

MAKE = """
create unlogged table cache_entry (
    cache_key varchar(255) not null primary key,
    value text not null,
    expires timestamptz not null
);
create index cache_entry_expires on cache_entry (expires);
"""


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0010_strays")]

    operations = [migrations.RunSQL(MAKE, "drop table cache_entry")]
