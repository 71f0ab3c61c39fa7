-- The first day ------------------------------------------------------------------------------------------------------

-- Whether the dashboard shows the first steps. Who has billed before has had their first day.
alter table agency add column first_steps boolean not null default true;
update agency set first_steps = false where exists (select from invoice);

-- Data to try things out with: in an agency that has none of its own, as a whole, and taken away as a whole.
create table demonstration (
  only_row boolean primary key default true check (only_row),
  status text not null check (status in ('FILLING', 'FAILED', 'IN')),
  done integer not null default 0,
  total integer not null default 0,
  admin_user_id bigint not null references admin_user,
  created_at timestamptz not null default now()
);
-- What belongs to it: written by the transaction that made them, and in the one that removes it also what hangs on them.
create table demonstration_record (
  kind text not null,
  record_id bigint not null,
  primary key (kind, record_id)
);

-- The ledger grows, and of it goes nothing but what the demonstration posted: no agency's money. Entries stand among its
-- records only within the transaction that removes it.
create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from demonstration_record where kind = 'ledger_entry') then
    return null;
  end if;
  raise exception 'the ledger is append-only: post a reversal' using errcode = 'restrict_violation';
end $$;

-- Whatever goes takes itself out of the kept totals, as it put itself in.
create function ledger_line_leaves() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows o where not exists
      (select from demonstration_record d where d.kind = 'ledger_entry' and d.record_id = o.entry_id)) then
    raise exception 'the ledger is append-only: post a reversal' using errcode = 'restrict_violation';
  end if;
  insert into ledger_day_total as d
  select e.day, l.account, e.department, coalesce(e.payment_method, ''), e.invoice_id is not null,
    coalesce(t.user_id = c.user_id, false), e.reverses is not null, l.amount > 0, (e.id % 8)::int, -count(*), -sum(l.amount)
  from old_rows l join ledger_entry e on e.id = l.entry_id
    left join transfer t on t.id = e.transfer_id left join proposal c on c.id = t.proposal_id
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, shard)
    do update set entries = d.entries + excluded.entries, amount = d.amount + excluded.amount;
  insert into list_total
  select 'received_fee', coalesce(e.fee_rate::text, ''), e.day, -count(*), sum(l.amount)
  from old_rows l join ledger_entry e on e.id = l.entry_id
  where l.account = 'ADMIN_FEES' and e.invoice_id is not null group by 2, 3;
  return null;
end $$;
create trigger ledger_line_leaves after delete on ledger_line
  referencing old table as old_rows for each statement execute function ledger_line_leaves();

create function ledger_entry_leaves() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows o where not exists
      (select from demonstration_record d where d.kind = 'ledger_entry' and d.record_id = o.id)) then
    raise exception 'the ledger is append-only: post a reversal' using errcode = 'restrict_violation';
  end if;
  insert into ledger_day_total as d
  select day, 'RENT_RECEIVED', department, coalesce(payment_method, ''), true, false, reverses is not null, true, (id % 8)::int,
    -count(*), -sum(rent)
  from old_rows where rent is not null
  group by 1, 2, 3, 4, 7, 9 order by 1, 2, 3, 4, 7, 9
  on conflict (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, shard)
    do update set entries = d.entries + excluded.entries, amount = d.amount + excluded.amount;
  insert into list_total
  select 'received_rent', coalesce(fee_rate::text, ''), day, -count(*), -sum(coalesce(rent, 0))
  from old_rows where invoice_id is not null group by 2, 3;
  return null;
end $$;
create trigger ledger_entry_leaves after delete on ledger_entry
  referencing old table as old_rows for each statement execute function ledger_entry_leaves();

create function invoice_open_total_leave() returns trigger language plpgsql as $$
begin
  insert into invoice_open_total as t (due_date, shard, invoices, amount)
  select due_date, (id % 16)::int, -count(*), -sum(price + fees)
  from old_rows where status = 'PENDING' and deleted_at is null
  group by 1, 2 order by 1, 2
  on conflict (due_date, shard) do update set invoices = t.invoices + excluded.invoices, amount = t.amount + excluded.amount;
  return null;
end $$;
create trigger invoice_open_total_delete after delete on invoice
  referencing old table as old_rows for each statement execute function invoice_open_total_leave();
