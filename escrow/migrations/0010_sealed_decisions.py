"""The database keeps a decision to its preview: a preview never changes, and a decision has its parts, round and dispute, or those of
an offer. Decisions from before have neither and stay as they are."""

from django.db import migrations, models

FORWARD = """
create function escrow_refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% rows are never changed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger preview_is_never_changed before update or delete on escrow_decisionpreview
    for each row execute function escrow_refuse_change();

alter table escrow_disputedecision add constraint decision_as_previewed
    foreign key (preview_id, dispute_id, round, worker_cents, fee_cents, refund_cents)
    references escrow_decisionpreview (id, dispute_id, round, worker_cents, fee_cents, refund_cents)
    deferrable initially deferred;

alter table escrow_disputedecision add constraint decision_as_offered
    foreign key (offer_id, worker_cents, fee_cents, refund_cents)
    references escrow_caseoffer (id, worker_cents, fee_cents, refund_cents)
    deferrable initially deferred;

alter table escrow_disputedecision add constraint decision_of_one_origin
    check ((preview_id is null) <> (offer_id is null)) not valid;
"""
BACK = """
alter table escrow_disputedecision drop constraint decision_of_one_origin;
alter table escrow_disputedecision drop constraint decision_as_offered;
alter table escrow_disputedecision drop constraint decision_as_previewed;
drop trigger preview_is_never_changed on escrow_decisionpreview;
drop function escrow_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("escrow", "0009_desk")]

    operations = [
        migrations.AddConstraint(
            model_name="decisionpreview",
            constraint=models.UniqueConstraint(
                fields=["id", "dispute", "round", "worker_cents", "fee_cents", "refund_cents"], name="preview_parts"
            ),
        ),
        migrations.AddConstraint(
            model_name="caseoffer",
            constraint=models.UniqueConstraint(
                fields=["id", "worker_cents", "fee_cents", "refund_cents"], name="case_offer_parts"
            ),
        ),
        migrations.RunSQL(FORWARD, BACK),
    ]
