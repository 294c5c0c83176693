from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # nobody waits for these indexes

    dependencies = [
        ("marketplace", "0016_pictures_alike"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="mail",
            index=models.Index(condition=models.Q(("next_attempt_at", None)), fields=["created_at"], name="mail_age"),
        ),
        AddIndexConcurrently(
            model_name="push",
            index=models.Index(
                condition=models.Q(("outcome", ""), _negated=True), fields=["created_at"], name="push_age"
            ),
        ),
        AddIndexConcurrently(
            model_name="signupcode",
            index=models.Index(fields=["expires_at"], name="signup_code_age"),
        ),
    ]
