-- Totals that no writer updates (decision 71): a statement appends the rows that it changes them by, and a job folds
-- appended rows into one for each group.

-- List totals ---------------------------------------------------------------------------------------------------------

-- Appended since the last fold.
alter table list_total add column fresh boolean not null default true;
alter table list_total set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- Open invoices were counted three times: in a table of their own, updated by each settlement, and in two lists. The list
-- 'invoice' now holds its open ones by due date and with their amount; 'open_invoice' stays, since late charges are
-- computed for each amount of a day.
drop trigger invoice_open_total_insert on invoice;
drop trigger invoice_open_total_update on invoice;
drop trigger invoice_open_total_delete on invoice;
drop trigger invoice_list_total_insert on invoice;
drop trigger invoice_list_total_update on invoice;
drop trigger invoice_list_total_delete on invoice;
drop trigger open_invoice_list_total_insert on invoice;
drop trigger open_invoice_list_total_update on invoice;
drop trigger open_invoice_list_total_delete on invoice;
drop function invoice_open_total_keep();
drop function invoice_open_total_leave();
drop function invoice_list_total();
drop function open_invoice_list_total();
drop table invoice_open_total;

do $migration$
declare
  entering constant text := 'select status, due_date, price + fees as amount, 1 as n from new_rows where deleted_at is null';
  leaving constant text := 'select status, due_date, price + fees as amount, -1 as n from old_rows where deleted_at is null';
  appending constant text := $sql$
    with change as (%s)
    insert into list_total (list, kind, day, rows, amount)
    select 'invoice', status, case status when 'PENDING' then due_date end, sum(n),
      sum(case status when 'PENDING' then n * amount else 0 end)
    from change group by 2, 3 having sum(n) <> 0 or sum(case status when 'PENDING' then n * amount else 0 end) <> 0
    union all
    select 'open_invoice', amount::text, due_date, sum(n), 0
    from change where status = 'PENDING' group by 2, 3 having sum(n) <> 0;
  $sql$;
begin
  execute format($function$
    create function invoice_totals() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then %s
      elsif tg_op = 'DELETE' then %s
      else %s
      end if;
      return null;
    end $$
  $function$, format(appending, entering), format(appending, leaving), format(appending, entering || ' union all ' || leaving));
end $migration$;

delete from list_total where list = 'invoice';
insert into list_total (list, kind, day, rows, amount)
select 'invoice', status, case status when 'PENDING' then due_date end, count(*),
  sum(case status when 'PENDING' then price + fees else 0 end)
from invoice where deleted_at is null group by 2, 3;

create trigger invoice_totals_insert after insert on invoice referencing new table as new_rows
  for each statement execute function invoice_totals();
create trigger invoice_totals_delete after delete on invoice referencing old table as old_rows
  for each statement execute function invoice_totals();
create trigger invoice_totals_update after update on invoice referencing old table as old_rows new table as new_rows
  for each statement execute function invoice_totals();

with gone as (delete from list_total returning list, kind, day, rows, amount)
insert into list_total (list, kind, day, rows, amount, fresh)
select list, kind, day, sum(rows), sum(amount), false
from gone group by 1, 2, 3 having sum(rows) <> 0 or sum(amount) <> 0;

-- A fold looks up the row of each group that appended rows belong to.
drop index list_total_list;
create index list_total_list on list_total (list, day, kind) include (rows, amount);
create index list_total_fresh on list_total (list) where fresh;

-- Day totals of the ledger ----------------------------------------------------------------------------------------------

alter table ledger_day_total
  drop constraint ledger_day_total_pkey,
  drop column shard,
  add column fresh boolean not null default true;
alter table ledger_day_total set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

with gone as (delete from ledger_day_total returning *)
insert into ledger_day_total
  (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, entries, amount, fresh)
select day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, sum(entries), sum(amount), false
from gone group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(entries) <> 0 or sum(amount) <> 0;

create index ledger_day_total_day on ledger_day_total (day, account);
create index ledger_day_total_fresh on ledger_day_total (day) where fresh;

drop trigger ledger_entry_day_total on ledger_entry;
drop trigger received_rent_list_total_insert on ledger_entry;
drop trigger ledger_line_day_total on ledger_line;
drop trigger received_fee_list_total_insert on ledger_line;
drop function ledger_day_total_rents();
drop function received_rent_list_total();
drop function ledger_day_total_lines();
drop function received_fee_list_total();

create function ledger_entry_totals() returns trigger language plpgsql as $$
begin
  insert into ledger_day_total (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, entries, amount)
  select day, 'RENT_RECEIVED', department, coalesce(payment_method, ''), true, false, reverses is not null, true, count(*), sum(rent)
  from new_rows where rent is not null group by 1, 3, 4, 7;
  insert into list_total (list, kind, day, rows, amount)
  select 'received_rent', coalesce(fee_rate::text, ''), day, count(*), sum(coalesce(rent, 0))
  from new_rows where invoice_id is not null group by 2, 3;
  return null;
end $$;
create trigger ledger_entry_totals after insert on ledger_entry referencing new table as new_rows
  for each statement execute function ledger_entry_totals();

create function ledger_line_totals() returns trigger language plpgsql as $$
begin
  insert into ledger_day_total (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, entries, amount)
  select e.day, l.account, e.department, coalesce(e.payment_method, ''), e.invoice_id is not null,
    coalesce(t.user_id = c.user_id, false), e.reverses is not null, l.amount > 0, count(*), sum(l.amount)
  from new_rows l join ledger_entry e on e.id = l.entry_id
    left join transfer t on t.id = e.transfer_id left join proposal c on c.id = t.proposal_id
  group by 1, 2, 3, 4, 5, 6, 7, 8;
  insert into list_total (list, kind, day, rows, amount)
  select 'received_fee', coalesce(e.fee_rate::text, ''), e.day, count(*), -sum(l.amount)
  from new_rows l join ledger_entry e on e.id = l.entry_id
  where l.account = 'ADMIN_FEES' and e.invoice_id is not null group by 2, 3;
  -- Asks for a fold once in a thousand lines on average, so that reads add up few rows however much is posted.
  if random() * 1000 < (select count(*) from new_rows) then
    perform pg_notify('live', 'totals');
  end if;
  return null;
end $$;
create trigger ledger_line_totals after insert on ledger_line referencing new table as new_rows
  for each statement execute function ledger_line_totals();

-- What the demonstration posted leaves the totals as it entered them.
create or replace function ledger_entry_leaves() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows o where not exists
      (select from demonstration_record d where d.kind = 'ledger_entry' and d.record_id = o.id)) then
    raise exception 'the ledger is append-only: post a reversal' using errcode = 'restrict_violation';
  end if;
  insert into ledger_day_total (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, entries, amount)
  select day, 'RENT_RECEIVED', department, coalesce(payment_method, ''), true, false, reverses is not null, true, -count(*), -sum(rent)
  from old_rows where rent is not null group by 1, 3, 4, 7;
  insert into list_total (list, kind, day, rows, amount)
  select 'received_rent', coalesce(fee_rate::text, ''), day, -count(*), -sum(coalesce(rent, 0))
  from old_rows where invoice_id is not null group by 2, 3;
  return null;
end $$;

create or replace function ledger_line_leaves() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows o where not exists
      (select from demonstration_record d where d.kind = 'ledger_entry' and d.record_id = o.entry_id)) then
    raise exception 'the ledger is append-only: post a reversal' using errcode = 'restrict_violation';
  end if;
  insert into ledger_day_total (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, entries, amount)
  select e.day, l.account, e.department, coalesce(e.payment_method, ''), e.invoice_id is not null,
    coalesce(t.user_id = c.user_id, false), e.reverses is not null, l.amount > 0, -count(*), -sum(l.amount)
  from old_rows l join ledger_entry e on e.id = l.entry_id
    left join transfer t on t.id = e.transfer_id left join proposal c on c.id = t.proposal_id
  group by 1, 2, 3, 4, 5, 6, 7, 8;
  insert into list_total (list, kind, day, rows, amount)
  select 'received_fee', coalesce(e.fee_rate::text, ''), e.day, -count(*), sum(l.amount)
  from old_rows l join ledger_entry e on e.id = l.entry_id
  where l.account = 'ADMIN_FEES' and e.invoice_id is not null group by 2, 3;
  return null;
end $$;
