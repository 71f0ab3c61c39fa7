-- First billing after an import ---------------------------------------------------------------------------------------

-- Nothing of the contract that falls due before this day is issued by itself; null: its own dates alone say.
alter table proposal add column first_due date;

-- The day that was chosen for the contracts of an import, and what was to be issued for them at once:
-- { invoices, total, overdue }, the total in centavos.
alter table import_run add column first_due date, add column first_billing jsonb;

-- Answers that hold for a whole file --------------------------------------------------------------------------------

-- { words: [{ field, word, means }], people: [{ name, id }] }, emptied with the lines. `warnings` are lines that come in
-- without one of their cells: [{ line, campo, motivo }].
alter table import_run
  add column answers jsonb not null default '{"words": [], "people": []}',
  add column warnings jsonb not null default '[]';

-- A name of a sheet is found in the register by its letters, without accents and case.
create index client_plain_name on client (search_text(name)) where deleted_at is null;
