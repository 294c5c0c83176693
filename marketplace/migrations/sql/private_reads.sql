-- Staff's reads of private data: written once; deleted no earlier than a year after (marketplace/core/keeping.py has that floor).
create trigger private_read_immutable before update on marketplace_privateread
    for each row execute function staff_refuse();
create trigger private_read_kept before delete on marketplace_privateread for each row
    when (old.created_at > now() - interval '365 days') execute function staff_refuse();
