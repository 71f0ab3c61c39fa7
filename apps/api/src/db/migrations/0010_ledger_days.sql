-- What each day moved, by account: totals of a period without reading every entry of it. Today's are spread over eight
-- rows, so that settlements side by side rarely wait for one another; those of days gone by are drawn together.
create table ledger_day_total (
  day date not null,
  -- An account of the ledger; RENT_RECEIVED counts the invoices received and what of them is rent.
  account text not null,
  department text not null,
  -- Empty where the entry has none.
  payment_method text not null,
  of_invoice boolean not null,
  to_tenant boolean not null,
  reversal boolean not null,
  debit boolean not null,
  shard integer not null,
  entries bigint not null,
  amount bigint not null,
  primary key (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, shard)
);

create function ledger_day_total_lines() returns trigger language plpgsql as $$
begin
  insert into ledger_day_total as d
  select e.day, l.account, e.department, coalesce(e.payment_method, ''), e.invoice_id is not null,
    coalesce(t.user_id = c.user_id, false), e.reverses is not null, l.amount > 0, (e.id % 8)::int, count(*), sum(l.amount)
  from new_rows l join ledger_entry e on e.id = l.entry_id
    left join transfer t on t.id = e.transfer_id left join proposal c on c.id = t.proposal_id
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, shard)
    do update set entries = d.entries + excluded.entries, amount = d.amount + excluded.amount;
  return null;
end $$;

create function ledger_day_total_rents() returns trigger language plpgsql as $$
begin
  insert into ledger_day_total as d
  select day, 'RENT_RECEIVED', department, coalesce(payment_method, ''), true, false, reverses is not null, true, (id % 8)::int,
    count(*), sum(rent)
  from new_rows where rent is not null
  group by 1, 2, 3, 4, 7, 9 order by 1, 2, 3, 4, 7, 9
  on conflict (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, shard)
    do update set entries = d.entries + excluded.entries, amount = d.amount + excluded.amount;
  return null;
end $$;

insert into ledger_day_total
select e.day, l.account, e.department, coalesce(e.payment_method, ''), e.invoice_id is not null,
  coalesce(t.user_id = c.user_id, false), e.reverses is not null, l.amount > 0, 0, count(*), sum(l.amount)
from ledger_line l join ledger_entry e on e.id = l.entry_id
  left join transfer t on t.id = e.transfer_id left join proposal c on c.id = t.proposal_id
group by 1, 2, 3, 4, 5, 6, 7, 8;
insert into ledger_day_total
select day, 'RENT_RECEIVED', department, coalesce(payment_method, ''), true, false, reverses is not null, true, 0,
  count(*), sum(rent)
from ledger_entry where rent is not null
group by 1, 2, 3, 4, 7;

create trigger ledger_line_day_total after insert on ledger_line
  referencing new table as new_rows for each statement execute function ledger_day_total_lines();
create trigger ledger_entry_day_total after insert on ledger_entry
  referencing new table as new_rows for each statement execute function ledger_day_total_rents();
