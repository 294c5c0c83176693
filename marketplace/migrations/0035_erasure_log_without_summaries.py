"""Django's log of the pages called a support report by its summary, which are the words of whoever may be erased since."""

from django.db import migrations

FORGOTTEN = r"""
update django_admin_log set object_repr = regexp_replace(object_repr, '^(Report \d+): .*$', '\1')
    where content_type_id = (select id from django_content_type where app_label = 'marketplace' and model = 'supportreport')
"""


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0034_erasure_looked_at_again"), ("admin", "0003_logentry_add_action_flag_choices")]

    operations = [migrations.RunSQL(FORGOTTEN, migrations.RunSQL.noop)]
