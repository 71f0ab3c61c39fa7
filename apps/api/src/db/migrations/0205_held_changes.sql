-- Changes of who moves money, and of the safeguards, that wait for a second person or, where there is none, for some days.
create table held_change (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('USER_CREATE', 'USER_UPDATE', 'USER_DELETE', 'FACTOR_RESET', 'GROUP_UPDATE', 'SAFEGUARDS')),
  -- The person or group; null for one that is to be created, and for the safeguards.
  record_id bigint,
  -- The person whom it is about, who doesn't confirm it.
  about bigint references admin_user (id),
  what text not null,
  -- What the change carries out, until it is decided.
  input jsonb,
  asked_by bigint not null references admin_user (id),
  asked_at timestamptz not null default now(),
  state text not null check (state in ('WAITING', 'PAUSED', 'APPLIED', 'REJECTED')),
  not_before timestamptz,
  decided_by bigint references admin_user (id),
  decided_at timestamptz,
  note text,
  check ((state in ('WAITING', 'PAUSED')) = (decided_at is null)),
  check ((state in ('WAITING', 'PAUSED')) = (input is not null)),
  check (state <> 'PAUSED' or not_before is not null)
);
-- One request at a time for each record.
create unique index held_change_once on held_change (kind, coalesce(record_id, 0)) where state in ('WAITING', 'PAUSED') and kind <> 'USER_CREATE';
create index held_change_open on held_change (id) where state in ('WAITING', 'PAUSED');
