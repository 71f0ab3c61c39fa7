-- What the demonstration's removal took out of the ledger. Written by the function below alone.
create table ledger_removal (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Role of the database that asked for it.
  role text not null default session_user,
  -- Person who put the demonstration in, and when.
  admin_user_id bigint not null references admin_user,
  demonstration_since timestamptz not null,
  entries bigint not null,
  -- Sum of the debits.
  amount bigint not null
);

-- A demonstration begins in an empty ledger, whoever inserts its row: what is removed with it was posted since.
create function demonstration_begins_empty() returns trigger language plpgsql as $$
begin
  -- The insert of a second one comes to nothing.
  if exists (select from ledger_entry) and (tg_op = 'UPDATE' or not exists (select from demonstration)) then
    raise exception 'money has moved: no demonstration begins' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger demonstration_begins_empty before insert or update of created_at on demonstration
  for each row execute function demonstration_begins_empty();

-- Removes from the ledger and the trail what stands among the demonstration's records. The role that serves has no right
-- to delete there, and this function works with the owner's.
create function remove_demonstration_history() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  its demonstration;
  moved bigint;
  removed bigint;
begin
  select * into its from demonstration where status = 'IN' for update;
  if not found then
    raise exception 'there is no demonstration to remove' using errcode = 'restrict_violation';
  end if;
  if exists (
    select from ledger_entry e join demonstration_record d on d.kind = 'ledger_entry' and d.record_id = e.id
    where e.created_at < its.created_at or not exists (
      select from demonstration_record of
      where (of.kind, of.record_id) in (('invoice', e.invoice_id), ('transfer', e.transfer_id), ('movimentation', e.movimentation_id)))
  ) then
    raise exception 'an entry of another record is not removed' using errcode = 'restrict_violation';
  end if;
  with gone as (
    delete from ledger_line l using demonstration_record d
    where d.kind = 'ledger_entry' and d.record_id = l.entry_id returning l.amount)
  select coalesce(sum(amount) filter (where amount > 0), 0) into moved from gone;
  delete from ledger_entry e using demonstration_record d where d.kind = 'ledger_entry' and d.record_id = e.id;
  get diagnostics removed = row_count;
  insert into ledger_removal (admin_user_id, demonstration_since, entries, amount)
    values (its.admin_user_id, its.created_at, removed, moved);
  delete from trail t using demonstration_record d
    where t.record = d.kind and t.record_id = d.record_id and t.at >= its.created_at;
  -- Bulk runs since the filling covered removed records.
  delete from trail t using bulk_run r
    where t.record = 'bulk_run' and t.record_id = r.id and r.created_at >= its.created_at;
end $$;
revoke all on function remove_demonstration_history() from public;
