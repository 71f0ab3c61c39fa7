-- Chart of accounts of the agency's accountant, for the month's postings.

create table accounting_chart (
  only_row boolean primary key default true check (only_row),
  -- Codes of the agency, its branch and the standard history in the accountant's program.
  company_code text,
  branch_code text,
  history_code text,
  -- Code of the accountant by account of the ledger: {"CASH": "8"}.
  accounts jsonb not null default '{}',
  version integer not null default 1
);
insert into accounting_chart default values;
