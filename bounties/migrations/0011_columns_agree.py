"""Columns of one row that say the same thing agree: a status has its moments, and only its own.

Rows from before that contradict themselves are repaired by what is certain: the status decides, and a moment that nobody wrote
down becomes the nearest one that is known.
"""

from django.conf import settings
from django.db import migrations, models

REPAIRS = (
    "update bounties_submission set finalized_at = null where status = 'pending_review'",
    "update bounties_submission set finalized_at = created_at where status <> 'pending_review' and finalized_at is null",
    """
update bounties_application set ended_at = coalesce(ended_at, decided_at, created_at),
       end_reason = case when end_reason <> '' then end_reason when status = 'withdrawn' then 'withdrawn' else 'poster_released' end
 where status in ('expired', 'withdrawn') and (ended_at is null or end_reason = '')
""",
    "update bounties_application set ended_at = null where status not in ('expired', 'withdrawn') and ended_at is not null",
    "update bounties_attendance set arrived_at = null, left_at = null, on_the_way_at = coalesce(on_the_way_at, created_at) "
    "where state = 'on_the_way'",
    "update bounties_attendance set arrived_at = coalesce(arrived_at, created_at), left_at = null where state = 'arrived'",
    "update bounties_attendance set arrived_at = coalesce(arrived_at, left_at, created_at), "
    "left_at = coalesce(left_at, arrived_at, created_at) where state = 'left'",
    # A raise without its terms can't be applied: the bounty recruits at the price it has.
    """
update bounties_bounty
   set status = case when spots_filled = 0 then 'open' when spots_filled < spots_available then 'partially_filled' else 'assigned' end
 where status = 'pending_funding' and pending_edit is null
""",
    "update bounties_bounty set raise_asked_at = updated_at where status = 'pending_funding' and raise_asked_at is null",
    "update bounties_bounty set pending_edit = null, raise_asked_at = null "
    "where status <> 'pending_funding' and (pending_edit is not null or raise_asked_at is not null)",
    "update bounties_bounty set closed_at = updated_at where status in ('closed', 'cancelled') and closed_at is null",
    "update bounties_bounty set closed_at = null where status not in ('closed', 'cancelled') and closed_at is not null",
    # Without a bounty nothing was paid; with one, something was.
    "update bounties_cakeorder set status = 'quoted' where bounty_id is null and status <> 'quoted'",
    "update bounties_cakeorder set status = 'funded' where bounty_id is not null and status = 'quoted'",
    "update bounties_cakeorder set ended_at = null where status not in ('completed', 'refunded') and ended_at is not null",
    "update bounties_cakeorder set ended_at = created_at where status in ('completed', 'refunded') and ended_at is null",
    """
update bounties_micsample set scored_at = case when status = 'scored' then coalesce(scored_at, created_at) end,
       error = case when status <> 'error' then '' when error = '' then 'not_scored' else error end
""",
    """
update bounties_picture p set submission_id = (
       select s.id from bounties_submission s where s.bounty_id = p.bounty_id and s.status = 'approved' order by s.id limit 1)
 where status = 'delivered' and submission_id is null
""",
    "update bounties_picture set status = 'failed' where status = 'delivered' and submission_id is null",
    "update bounties_picture set submission_id = null where status <> 'delivered' and submission_id is not null",
    "update bounties_picture set ended_at = null where status in ('awaiting_funding', 'processing') and ended_at is not null",
    "update bounties_picture set ended_at = created_at "
    "where status not in ('awaiting_funding', 'processing') and ended_at is null",
    """
update bounties_rewrite set detector_state = case when ai_fraction is not null then 'complete'
            when scored_at is not null and detector_state in ('', 'complete') then 'unavailable' else detector_state end
""",
    "update bounties_rewrite set scored_at = case when detector_state <> '' then coalesce(scored_at, created_at) end",
)


class Migration(migrations.Migration):
    dependencies = [
        ("bounties", "0010_contests"),
        ("escrow", "0007_columns_agree"),
        ("humans", "0004_columns_agree"),
        ("marketplace", "0005_columns_agree"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *(migrations.RunSQL(statement, migrations.RunSQL.noop) for statement in REPAIRS),
        migrations.AddConstraint(
            model_name="application",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("ended_at__isnull", False),
                        ("status__in", ("expired", "withdrawn")),
                        models.Q(("end_reason", ""), _negated=True),
                    ),
                    models.Q(models.Q(("status__in", ("expired", "withdrawn")), _negated=True), ("ended_at", None)),
                    _connector="OR",
                ),
                name="application_end_has_its_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="attendance",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("arrived_at", None),
                        ("left_at", None),
                        ("on_the_way_at__isnull", False),
                        ("state", "on_the_way"),
                    ),
                    models.Q(("arrived_at__isnull", False), ("left_at", None), ("state", "arrived")),
                    models.Q(("arrived_at__isnull", False), ("left_at__isnull", False), ("state", "left")),
                    _connector="OR",
                ),
                name="attendance_state_has_its_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="bounty",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("pending_edit__isnull", False),
                        ("raise_asked_at__isnull", False),
                        ("status", "pending_funding"),
                    ),
                    models.Q(
                        models.Q(("status", "pending_funding"), _negated=True),
                        ("pending_edit__isnull", True),
                        ("raise_asked_at", None),
                    ),
                    _connector="OR",
                ),
                name="bounty_raise_waits_while_pending",
            ),
        ),
        migrations.AddConstraint(
            model_name="bounty",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at__isnull", False), ("status__in", ("closed", "cancelled"))),
                    models.Q(models.Q(("status__in", ("closed", "cancelled")), _negated=True), ("closed_at", None)),
                    _connector="OR",
                ),
                name="bounty_close_has_its_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="cakeorder",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bounty", None), ("status", "quoted")),
                    models.Q(models.Q(("status", "quoted"), _negated=True), ("bounty__isnull", False)),
                    _connector="OR",
                ),
                name="cake_order_has_its_bounty",
            ),
        ),
        migrations.AddConstraint(
            model_name="cakeorder",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at__isnull", False), ("status__in", ("completed", "refunded"))),
                    models.Q(models.Q(("status__in", ("completed", "refunded")), _negated=True), ("ended_at", None)),
                    _connector="OR",
                ),
                name="cake_order_end_has_its_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="micsample",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("error", ""), ("scored_at", None), ("status", "pending")),
                    models.Q(("error", ""), ("scored_at__isnull", False), ("status", "scored")),
                    models.Q(("scored_at", None), ("status", "error"), models.Q(("error", ""), _negated=True)),
                    _connector="OR",
                ),
                name="mic_sample_result_fits",
            ),
        ),
        migrations.AddConstraint(
            model_name="picture",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at", None), ("status__in", ("awaiting_funding", "processing"))),
                    models.Q(
                        models.Q(("status__in", ("awaiting_funding", "processing")), _negated=True),
                        ("ended_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="picture_end_has_its_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="picture",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "delivered"), ("submission__isnull", False)),
                    models.Q(models.Q(("status", "delivered"), _negated=True), ("submission", None)),
                    _connector="OR",
                ),
                name="picture_delivered_is_a_submission",
            ),
        ),
        migrations.AddConstraint(
            model_name="rewrite",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ai_fraction", None), ("detector_state", ""), ("scored_at", None)),
                    models.Q(
                        ("ai_fraction__isnull", False), ("detector_state", "complete"), ("scored_at__isnull", False)
                    ),
                    models.Q(
                        ("ai_fraction", None),
                        ("detector_state__in", ("partial", "unavailable")),
                        ("scored_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="rewrite_score_fits",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("finalized_at", None), ("status", "pending_review")),
                    models.Q(models.Q(("status", "pending_review"), _negated=True), ("finalized_at__isnull", False)),
                    _connector="OR",
                ),
                name="submission_verdict_has_its_moment",
            ),
        ),
    ]
