-- One trigger and one statement for each table of the ledger: what a trigger and a statement within it cost by themselves
-- was a third of a posting.

drop trigger if exists ledger_line_balances on ledger_line;
drop function if exists ledger_balances();

-- Refuses entries whose lines don't balance, and appends their totals.
create or replace function ledger_line_totals() returns trigger language plpgsql as $$
declare
  lines bigint;
  unbalanced boolean;
begin
  with posted as materialized (
      select l.entry_id, l.account, l.amount, e.day, e.department, coalesce(e.payment_method, '') as payment_method,
        e.invoice_id is not null as of_invoice, e.reverses is not null as reversal, coalesce(e.fee_rate::text, '') as fee_rate,
        e.transfer_id is not null and coalesce((select t.user_id = c.user_id
          from transfer t join proposal c on c.id = t.proposal_id where t.id = e.transfer_id), false) as to_tenant
      from new_rows l join ledger_entry e on e.id = l.entry_id),
    days as (
      insert into ledger_day_total (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, entries, amount)
      select day, account, department, payment_method, of_invoice, to_tenant, reversal, amount > 0, count(*), sum(amount)
      from posted group by 1, 2, 3, 4, 5, 6, 7, 8),
    fees as (
      insert into list_total (list, kind, day, rows, amount)
      select 'received_fee', fee_rate, day, count(*), -sum(amount)
      from posted where account = 'ADMIN_FEES' and of_invoice group by 2, 3)
  select count(*), exists (select from posted group by entry_id having sum(amount) <> 0) into lines, unbalanced from posted;
  if unbalanced then
    raise exception 'unbalanced ledger entry' using errcode = 'check_violation';
  end if;
  -- Asks for a fold once in a thousand lines on average, so that reads add up few rows however much is posted.
  if random() * 1000 < lines then
    perform pg_notify('live', 'totals');
  end if;
  return null;
end $$;

create or replace function ledger_entry_totals() returns trigger language plpgsql as $$
begin
  with days as (
      insert into ledger_day_total (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, entries, amount)
      select day, 'RENT_RECEIVED', department, coalesce(payment_method, ''), true, false, reverses is not null, true, count(*), sum(rent)
      from new_rows where rent is not null group by 1, 3, 4, 7)
  insert into list_total (list, kind, day, rows, amount)
  select 'received_rent', coalesce(fee_rate::text, ''), day, count(*), sum(coalesce(rent, 0))
  from new_rows where invoice_id is not null group by 2, 3;
  return null;
end $$;
