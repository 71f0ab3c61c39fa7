-- Radar of the reform of consumption (IBS and CBS, LC 214/2025): limits and rates, what owners declare, and options of contracts.

alter table fiscal_table
  drop constraint fiscal_table_kind_check,
  add constraint fiscal_table_kind_check check (kind in ('WITHHOLDING', 'CALENDAR', 'REFORM'));

-- Limits and the social reducer are those of the law, without the monthly correction by IPCA of arts. 251, § 5, and 260.
insert into fiscal_table (kind, valid_from, valid_to, source, figures) values
  ('REFORM', '2026-01-01', '2026-12-31', 'LC 214/2025, arts. 251, 255, 260, 261 e 487; alíquotas de teste de 2026 (arts. 343 e 346)',
    '{"income_limit": 24000000, "properties": 3, "near": 8000, "excess": 2000, "excess_needs_properties": false, "rates": {"ibs_state": 10, "ibs_municipal": 0, "cbs": 90, "lease_reduction": 7000, "social_reducer": 60000, "deducts_pis_cofins": true, "collected": false}, "fixed_rate": {"rate": 365, "signed_until": "2025-01-16", "registered_until": "2025-12-31", "residential_until": "2028-12-31"}}'),
  ('REFORM', '2027-01-01', null, 'LC 214/2025, arts. 251, 255, 260, 261, 344 e 487; CBS de referência da calculadora oficial para 2027 e 2028, ainda não fixada',
    '{"income_limit": 24000000, "properties": 3, "near": 8000, "excess": 2000, "excess_needs_properties": false, "rates": {"ibs_state": 5, "ibs_municipal": 5, "cbs": 840, "lease_reduction": 7000, "social_reducer": 60000, "deducts_pis_cofins": false, "collected": true}, "fixed_rate": {"rate": 365, "signed_until": "2025-01-16", "registered_until": "2025-12-31", "residential_until": "2028-12-31"}}');

-- What an owner says to receive outside the agency in a year.
create table reform_declaration (
  client_id bigint not null references client on delete cascade,
  year integer not null,
  income bigint not null check (income >= 0),
  properties integer not null check (properties >= 0),
  declared_on date not null,
  -- The owner's state with this declaration: a graver one asks for a new declaration.
  state text not null check (state in ('SAFE', 'NEAR', 'NEXT_YEAR', 'NOW')),
  admin_user_id bigint references admin_user,
  saved_at timestamptz not null default now(),
  primary key (client_id, year)
);

-- Conditions by which a contract pays the fixed rate on gross receipts (art. 487).
create table reform_option (
  proposal_id bigint primary key references proposal on delete cascade,
  signed_on date not null,
  signature text not null check (signature in ('CERTIFIED', 'ELECTRONIC', 'PLAIN')),
  purpose text not null check (purpose in ('RESIDENTIAL', 'NON_RESIDENTIAL')),
  registered_on date,
  -- End of the original term, without extensions.
  ends_on date not null,
  admin_user_id bigint references admin_user,
  saved_at timestamptz not null default now()
);

-- Result of the last count of a year's owners who are near the limit or above it without a declaration, which the dashboard shows without
-- reading the year.
create table reform_check (
  year integer primary key,
  to_ask integer not null,
  checked_at timestamptz not null default now()
);
