-- When a settlement closed an open boleto, paid or taken back: undoing the settlement opens it again, and the bank is told of one that was
-- taken back only once the minutes of undo are over.
alter table boleto add column settled_at timestamptz;

-- Received less or more than owed ------------------------------------------------------------------------------------

alter table invoice
  -- The invoice that was paid in part and left this one open.
  add column balance_of bigint references invoice,
  -- What became of the difference: rest_amount is owed less received, below zero when more was received. Null: settled before this was asked.
  add column rest_amount bigint,
  add column rest_fate text check (rest_fate in ('OPEN_BALANCE', 'NEXT_INVOICE', 'WAIVED', 'CREDIT', 'RETURN')),
  add column rest_reason text,
  add constraint invoice_rest_paid check (rest_amount is null or status = 'PAID'),
  add constraint invoice_rest_decided check ((coalesce(rest_amount, 0) = 0) = (rest_fate is null)),
  add constraint invoice_rest_explained check ((rest_fate is not distinct from 'WAIVED') = (rest_reason is not null));
create index invoice_balance on invoice (balance_of) where balance_of is not null;

-- A month is billed once; an open balance stands beside the invoice of its month.
drop index invoice_once;
create unique index invoice_once on invoice (proposal_id, reference) where deleted_at is null and balance_of is null;
create unique index invoice_balance_once on invoice (balance_of) where deleted_at is null and balance_of is not null;

alter table extra_value
  -- The invoice whose settlement carried it over; it goes only with that settlement.
  add column settled_by bigint references invoice,
  add column stands_for text check (stands_for in ('HELD', 'LATE', 'DEPOSIT'));
create index extra_value_settled_by on extra_value (settled_by) where settled_by is not null;
