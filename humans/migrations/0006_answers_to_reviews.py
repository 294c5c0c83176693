"""A review is answered once by the person reviewed; staff hide a comment or an answer, and say why."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("humans", "0005_runs_of_hires"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="review",
            name="answer",
            field=models.TextField(blank=True, default="", max_length=2000),
        ),
        migrations.AddField(
            model_name="review",
            name="answer_hidden_reason",
            field=models.CharField(
                blank=True, default="", help_text="Why our staff hid the answer; empty: it is shown.", max_length=300
            ),
        ),
        migrations.AddField(
            model_name="review",
            name="answered_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="review",
            name="comment_hidden_reason",
            field=models.CharField(
                blank=True, default="", help_text="Why our staff hid the comment; empty: it is shown.", max_length=300
            ),
        ),
        migrations.AddField(
            model_name="review",
            name="conversation",
            field=models.OneToOneField(
                help_text="Opened by the answer, unless the author had blocked the person.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="review",
                to="humans.conversation",
            ),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("answer", ""), ("answer_hidden_reason", ""), ("answered_at", None), ("conversation", None)
                    ),
                    models.Q(("answered_at__isnull", False), models.Q(("answer", ""), _negated=True)),
                    _connector="OR",
                ),
                name="review_answer_has_its_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("comment_hidden_reason", ""), models.Q(("comment", ""), _negated=True), _connector="OR"
                ),
                name="review_hidden_comment_is_there",
            ),
        ),
    ]
