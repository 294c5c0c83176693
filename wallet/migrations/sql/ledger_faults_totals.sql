-- The proof of the totals, beside ledger_faults.
create function ledger_total_faults() returns table (fault text, subject text, detail text) language sql stable as $$
    select 'total differs from its moves', a.code,
           format('stored %s/%s/%s, moves %s/%s/%s', a.sent, a.returned, a.withdrawn, e.sent, e.returned, e.withdrawn)
      from ledger_account a left join (
           select account_id, sum(sent) as sent, sum(returned) as returned, sum(withdrawn) as withdrawn
             from ledger_effect group by 1) e on e.account_id = a.id
     where (coalesce(a.sent, 0), coalesce(a.returned, 0), coalesce(a.withdrawn, 0))
        is distinct from (coalesce(e.sent, 0), coalesce(e.returned, 0), coalesce(e.withdrawn, 0))
$$;
