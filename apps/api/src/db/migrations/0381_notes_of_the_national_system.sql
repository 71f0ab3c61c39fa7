-- Notes that the agency, and owners who gave their certificate, issue in the national system.

alter table agency
  -- BATCH: notes wait for a person; SETTLEMENT: they leave by themselves.
  add column notes_leave text not null default 'BATCH' check (notes_leave in ('BATCH', 'SETTLEMENT')),
  -- Approximate taxes that a company in Simples tells in its notes, in hundredths of a percent.
  add column simples_rate int not null default 0 check (simples_rate between 0 and 10000);

create table service_note (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('ADMINISTRATION', 'LEASE')),
  -- The owner's part of a payment.
  transfer_id bigint not null references transfer,
  invoice_id bigint not null references invoice,
  proposal_id bigint not null references proposal,
  property_id bigint not null references property,
  -- Null: the agency.
  issuer_id bigint references client,
  taker_id bigint not null references client,
  competence date not null,
  amount bigint not null check (amount > 0),
  state text not null default 'PENDING' check (state in ('PENDING', 'SENDING', 'RECALLING', 'ISSUED', 'REFUSED', 'CANCELING', 'CANCELED', 'EXCEPTION', 'WITHDRAWN')),
  environment text check (environment in ('RESTRICTED', 'PRODUCTION')),
  series int,
  number bigint,
  -- What was sent, as it was sent.
  facts jsonb,
  key text unique check (key ~ '^[0-9]{50}$'),
  issued_at timestamptz,
  xml text,
  cancel_reason text check (cancel_reason in ('1', '2', '9')),
  cancel_text text,
  canceled_at timestamptz,
  cancel_xml text,
  refusals jsonb not null default '[]',
  problem text,
  tries int not null default 0,
  -- Null: a person lets it leave.
  next_try_at timestamptz default now(),
  created_at timestamptz not null default now(),
  check ((state in ('SENDING', 'RECALLING')) <= (number is not null and facts is not null)),
  check ((state in ('ISSUED', 'CANCELING', 'CANCELED', 'EXCEPTION')) = (key is not null))
);
-- One note of each part of a payment; undone and cancelled ones stay.
create unique index service_note_one on service_note (transfer_id, kind) where state not in ('CANCELED', 'WITHDRAWN');
create unique index service_note_number on service_note (coalesce(issuer_id, 0), environment, series, number);
create index service_note_due on service_note (next_try_at, id) where state in ('PENDING', 'SENDING', 'RECALLING', 'CANCELING');
create index service_note_invoice on service_note (invoice_id);
create index service_note_list on service_note (competence desc, id desc);

-- The last number given in a series of an issuer.
create table note_series (
  id bigint generated always as identity primary key,
  issuer_id bigint references client,
  environment text not null,
  series int not null,
  last bigint not null default 0,
  unique nulls not distinct (issuer_id, environment, series)
);
