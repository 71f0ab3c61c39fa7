-- What a list has as it opens, by kind and day: counting its rows takes longer the longer an agency works. Each statement
-- that adds, changes or takes away leaves what it changed, and a job draws that together. Nobody updates a row here, so
-- nobody waits for another.
create table list_total (
  list text not null,
  kind text not null,
  -- Where the list is asked by day.
  day date,
  rows bigint not null,
  amount bigint not null
);
create index list_total_list on list_total (list, day) include (kind, rows, amount);

-- The lists: of which table, by what kind and day, with what amount, and which of its rows.
create temporary table counted (list text, of text, kind text, day text, amount text, which text) on commit drop;
insert into counted values
  ('client', 'client', 'type || case when active then '''' else '':INACTIVE'' end', 'null::date', '0', 'deleted_at is null'),
  ('property', 'property', 'status || '':'' || type', 'null::date', '0', 'deleted_at is null'),
  ('proposal', 'proposal', 'status', 'null::date', '0', 'deleted_at is null'),
  ('invoice', 'invoice', 'status', 'null::date', '0', 'deleted_at is null'),
  -- Late charges are reckoned for each amount of a day.
  ('open_invoice', 'invoice', '(price + fees)::text', 'due_date', '0', 'status = ''PENDING'' and deleted_at is null'),
  ('transfer', 'transfer', '''PENDING''', 'due_date', 'amount', 'status = ''PENDING'' and deleted_at is null'),
  ('boleto', 'boleto', 'case status when ''OPEN'' then ''OPEN:'' || registration else status end',
    'case status when ''OPEN'' then due_date end', 'case status when ''OPEN'' then amount else 0 end', 'true'),
  ('schedule', 'schedule', 'status', 'null::date', '0', 'true'),
  ('ticket', 'ticket', 'status', 'null::date', '0', 'deleted_at is null'),
  ('contact_message', 'contact_message', '''ALL''', 'null::date', '0', 'true'),
  ('trail', 'trail', '''ALL''', 'null::date', '0', 'true'),
  -- Rents received, by the rate of the fee on them. The ledger only grows.
  ('received_rent', 'ledger_entry', 'coalesce(fee_rate::text, '''')', 'day', 'coalesce(rent, 0)', 'invoice_id is not null');

do $migration$
declare
  l record;
begin
  for l in select * from counted loop
    execute format($function$
      create function %1$s_list_total() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into list_total
          select %1$L, %2$s, %3$s, count(*), sum(%4$s) from new_rows where %5$s group by 2, 3;
        elsif tg_op = 'DELETE' then
          insert into list_total
          select %1$L, %2$s, %3$s, -count(*), -sum(%4$s) from old_rows where %5$s group by 2, 3;
        else
          insert into list_total
          select %1$L, kind, day, sum(n), sum(amount) from (
            select %2$s as kind, %3$s as day, 1 as n, %4$s as amount from new_rows where %5$s
            union all select %2$s, %3$s, -1, -(%4$s) from old_rows where %5$s
          ) as change group by kind, day having sum(n) <> 0 or sum(amount) <> 0;
        end if;
        return null;
      end $$
    $function$, l.list, l.kind, l.day, l.amount, l.which);
    execute format('insert into list_total select %L, %s, %s, count(*), sum(%s) from %I where %s group by 2, 3',
      l.list, l.kind, l.day, l.amount, l.of, l.which);
    execute format('create trigger %1$s_list_total_insert after insert on %2$I referencing new table as new_rows
      for each statement execute function %1$s_list_total()', l.list, l.of);
    if l.of <> 'ledger_entry' then
      execute format('create trigger %1$s_list_total_delete after delete on %2$I referencing old table as old_rows
        for each statement execute function %1$s_list_total()', l.list, l.of);
      execute format('create trigger %1$s_list_total_update after update on %2$I referencing old table as old_rows new table as new_rows
        for each statement execute function %1$s_list_total()', l.list, l.of);
    end if;
  end loop;
end $migration$;

-- The fees on those rents: what a line says needs its entry.
create function received_fee_list_total() returns trigger language plpgsql as $$
begin
  insert into list_total
  select 'received_fee', coalesce(e.fee_rate::text, ''), e.day, count(*), -sum(l.amount)
  from new_rows l join ledger_entry e on e.id = l.entry_id
  where l.account = 'ADMIN_FEES' and e.invoice_id is not null group by 2, 3;
  return null;
end $$;
insert into list_total
select 'received_fee', coalesce(e.fee_rate::text, ''), e.day, count(*), -sum(l.amount)
from ledger_line l join ledger_entry e on e.id = l.entry_id
where l.account = 'ADMIN_FEES' and e.invoice_id is not null group by 2, 3;
create trigger received_fee_list_total_insert after insert on ledger_line referencing new table as new_rows
  for each statement execute function received_fee_list_total();

-- The rents that are readjusted in a month.
create index proposal_readjusted on proposal (next_readjustment, id) include (property_id) where status = 'APPROVED' and deleted_at is null;
