-- Endpoints with open deliveries, and when the first is due (models/due_endpoints.py). Whatever brings something nearer is noted here,
-- in its own transaction, also by the release before, which does not know the table. Nothing here makes a time later or
-- takes a row away: services/due_endpoints.py does that, under a lock of the row. Rows are locked in the order of their endpoints.

create function webhooks_note_new_deliveries() returns trigger language plpgsql as $$
begin
    insert into webhooks_dueendpoint (endpoint_id, account_id, failing, due_at)
    select endpoint.id, endpoint.account_id, endpoint.consecutive_failures > 0, min(added.next_attempt_at)
      from added join webhooks_endpoint endpoint on endpoint.id = added.endpoint_id
     where added.status in ('pending', 'retrying')
     group by endpoint.id
     order by endpoint.id
    on conflict (endpoint_id) do update set due_at = excluded.due_at
     where webhooks_dueendpoint.due_at is null or webhooks_dueendpoint.due_at > excluded.due_at;
    return null;
end $$;

create function webhooks_note_delivery() returns trigger language plpgsql as $$
begin
    insert into webhooks_dueendpoint (endpoint_id, account_id, failing, due_at)
    select endpoint.id, endpoint.account_id, endpoint.consecutive_failures > 0, new.next_attempt_at
      from webhooks_endpoint endpoint where endpoint.id = new.endpoint_id
    on conflict (endpoint_id) do update set due_at = excluded.due_at
     where webhooks_dueendpoint.due_at is null or webhooks_dueendpoint.due_at > excluded.due_at;
    return null;
end $$;

create function webhooks_note_endpoint() returns trigger language plpgsql as $$
begin
    update webhooks_dueendpoint set failing = new.consecutive_failures > 0,
        due_at = coalesce((select min(next_attempt_at) from webhooks_delivery
                            where endpoint_id = new.id and status in ('pending', 'retrying')), due_at)
     where endpoint_id = new.id;
    return null;
end $$;

create trigger note_new_deliveries after insert on webhooks_delivery
    referencing new table as added for each statement execute function webhooks_note_new_deliveries();

create trigger note_delivery after update on webhooks_delivery for each row
    when (new.status in ('pending', 'retrying')
          and (old.status not in ('pending', 'retrying') or new.next_attempt_at < old.next_attempt_at))
    execute function webhooks_note_delivery();

-- It began or ceased to fail, or may be sent to again.
create trigger note_endpoint after update on webhooks_endpoint for each row
    when ((old.consecutive_failures > 0) <> (new.consecutive_failures > 0)
          or (coalesce(old.disabled_at, old.deleted_at, old.unreadable_since) is not null
              and coalesce(new.disabled_at, new.deleted_at, new.unreadable_since) is null))
    execute function webhooks_note_endpoint();
