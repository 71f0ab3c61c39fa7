-- Indexes that each settlement wrote to and no query needed.

-- The same as transfer_debt.
drop index transfer_owed;

-- The primary key read backwards.
drop index boleto_newest;

-- Few entries reverse another one; the others were in this index without a value.
alter table ledger_entry drop constraint ledger_entry_reverses_key;
create unique index ledger_entry_reverses on ledger_entry (reverses) where reverses is not null;

-- Nearly all entries are of rents, which are read by their day.
drop index ledger_entry_department;
create index ledger_entry_department on ledger_entry (department, day, id) where department <> 'RENT';

-- An index that grows at its end is half as large: pages that new rows are put before stay half empty.
drop index trail_newest;
create index trail_newest on trail (at, id);
