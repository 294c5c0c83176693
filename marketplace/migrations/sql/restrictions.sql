-- Which restriction of an account is in force, for somebody who is about to act: whoever restricts waits until that transaction
-- has ended, or is waited for and then seen, because each statement of a volatile function has a snapshot of its own.
-- The key is shared by nothing else than `marketplace/services/account_restrictions.py`.

create function restriction_of(person uuid, at timestamptz) returns setof marketplace_accountrestriction language plpgsql as $$
begin
    perform pg_advisory_xact_lock_shared(hashtextextended('restriction:' || person, 0));
    return query select * from marketplace_accountrestriction
        where account_id = person and ended_at is null and (until is null or until > at);
end $$;
