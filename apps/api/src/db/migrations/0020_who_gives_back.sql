-- Who bears what a termination gives back ------------------------------------------------------------------------

alter table transfer
  -- REFUND: to the tenant who left. DEBIT, below zero: an owner's part of it, which the owner's next transfer takes in.
  add column purpose text not null default 'OWNER' check (purpose in ('OWNER', 'REFUND', 'DEBIT')),
  -- The transfer that took this debit in: it shows the debit as a line, and the debit is gone from the lists.
  add column taken_by bigint references transfer on delete set null,
  add check (taken_by is null or deleted_at is not null);
create index transfer_owed on transfer (user_id, id) where amount < 0 and status = 'PENDING' and deleted_at is null;
create index transfer_taken_by on transfer (taken_by) where taken_by is not null;

alter table termination
  drop constraint termination_proposal_id_key,
  -- Pending invoices that gave way to the last one, and paid ones of which the sheet gives rent back.
  add column withdrawn bigint[] not null default '{}',
  add column counted bigint[] not null default '{}',
  add column undone_at timestamptz;
create unique index termination_standing on termination (proposal_id) where undone_at is null;
create index termination_proposal on termination (proposal_id);

alter table ledger_entry
  drop constraint ledger_entry_kind_check,
  add constraint ledger_entry_kind_check
    check (kind in ('SETTLEMENT', 'PAYOUT', 'MANUAL_TRANSFER', 'REFUND', 'MOVIMENTATION', 'REVERSAL'));

-- A penalty is owed only where a contract says one. What existing contracts show stays.
alter table proposal alter column penalty_rents set default 0;

-- Terminations from before this migration -----------------------------------------------------------------------

update termination t set
  withdrawn = coalesce((
    select array_agg(i.id order by i.id) from invoice i
    where i.proposal_id = t.proposal_id and exists (
      select from trail r
      where r.record = 'invoice' and r.record_id = i.id and r.action = 'delete' and r.at = t.created_at)), '{}'),
  counted = coalesce((
    select array_agg(i.id order by i.id) from invoice i
    where i.proposal_id = t.proposal_id and i.id is distinct from t.invoice_id and i.status = 'PAID' and i.deleted_at is null
      and i.created_at < t.created_at and i.reference >= to_char(t.left_on + interval '1 month', 'YYYY-MM')), '{}');

update transfer set purpose = 'REFUND' where id in (select transfer_id from termination where transfer_id is not null);

-- The deposit in a last invoice is marked as the tenant's money; nothing that is shown changes.
update invoice i set lines = (
  select jsonb_agg(
    case when line ->> 'name' = 'Devolução da caução' and line ->> 'transfer' = 'false' then line || '{"deposit": true}' else line end
    order by place)
  from jsonb_array_elements(i.lines) with ordinality of (line, place))
where i.id in (select invoice_id from termination) and i.lines @> '[{"name": "Devolução da caução", "transfer": false}]';

-- Refunds stood as advances to an owner with the tenant's id, and were paid out of the owners' money. Each entry is
-- reversed and posted again where it belongs: the agency has borne what was no deposit. A payment keeps its day, so that
-- no day's cash changes.
do $migration$
declare
  today constant date := (now() at time zone 'America/Sao_Paulo')::date;
  e record;
  undo bigint;
  again bigint;
begin
  for e in
    select l.id, l.kind, l.day, l.description, l.payment_method, t.id as transfer_id, t.user_id, t.amount,
      case when l.kind = 'PAYOUT' then l.day else today end as on_day,
      coalesce((select sum((line ->> 'amount')::bigint) from jsonb_array_elements(t.lines) line
        where line ->> 'name' = 'Devolução da caução'), 0) as deposit
    from ledger_entry l join transfer t on t.id = l.transfer_id
    where t.purpose = 'REFUND' and l.kind in ('MANUAL_TRANSFER', 'PAYOUT')
      and not exists (select from ledger_entry u where u.reverses = l.id)
    order by l.id
  loop
    insert into ledger_entry (day, kind, description, payment_method, transfer_id, reverses)
    values (e.on_day, 'REVERSAL', 'Estorno: ' || e.description, e.payment_method, e.transfer_id, e.id) returning id into undo;
    insert into ledger_line (entry_id, position, account, amount, client_id)
    select undo, position, account, -amount, client_id from ledger_line where entry_id = e.id;

    insert into ledger_entry (day, kind, description, payment_method, transfer_id)
    values (e.on_day, case e.kind when 'PAYOUT' then 'PAYOUT' else 'REFUND' end, e.description, e.payment_method, e.transfer_id)
    returning id into again;
    insert into ledger_line (entry_id, position, account, amount, client_id)
    select again, position, account, amount, client_id from (values
      (0, 'PAYOUT', 'TENANTS', e.amount, e.user_id),
      (1, 'PAYOUT', 'CASH', -e.amount, null),
      (0, 'MANUAL_TRANSFER', 'EXTRA_VALUES', e.amount - e.deposit, null),
      (1, 'MANUAL_TRANSFER', 'DEPOSITS', e.deposit, e.user_id),
      (2, 'MANUAL_TRANSFER', 'TENANTS', -e.amount, e.user_id)
    ) side (position, kind, account, amount, client_id) where side.kind = e.kind and side.amount <> 0;
  end loop;
end $migration$;
