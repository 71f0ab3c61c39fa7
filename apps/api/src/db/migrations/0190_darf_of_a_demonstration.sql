-- A DARF paid for a tenant of the demonstration has postings of its own, which go with it.
create or replace function remove_demonstration_history() returns void language plpgsql security definer
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
      where (of.kind, of.record_id) in (('invoice', e.invoice_id), ('transfer', e.transfer_id), ('movimentation', e.movimentation_id), ('darf', e.darf_id)))
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
