-- Deliveries that may be in flight (models/leases.py), whoever leased them: the release before sets `leased_until` and no more.

create function webhooks_note_lease() returns trigger language plpgsql as $$
begin
    insert into webhooks_lease (delivery_id) values (new.id) on conflict do nothing;
    return null;
end $$;

create trigger note_lease after update on webhooks_delivery for each row
    when (new.leased_until is not null and new.leased_until is distinct from old.leased_until)
    execute function webhooks_note_lease();
