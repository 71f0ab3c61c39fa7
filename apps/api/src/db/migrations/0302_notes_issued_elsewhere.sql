-- Notes that owners issued of their leases in the government's own issuer: one of each payment, known by its key.
create table lease_note (
  transfer_id bigint primary key references transfer,
  key text not null unique check (key ~ '^[0-9]{50}$'),
  noted_at timestamptz not null default now()
);
