-- The certificate (A1) by which the agency, or an owner who pays IBS and CBS, signs notes. Certificate and key are sealed.
create table note_certificate (
  id bigint generated always as identity primary key,
  -- Null: the agency.
  client_id bigint unique nulls not distinct references client,
  document text not null,
  valid_until date not null,
  certificate text not null,
  private_key text not null,
  saved_at timestamptz not null default now()
);
