-- What the server writes every half minute to know that it can. Rows of the last minute stay.
create table write_probe (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  filler text not null
);
alter table write_probe alter column filler set storage external;

-- Disks of which the administrators were told that they fill up, once a day for each and again when it gets worse.
create table disk_warning (
  place text primary key,
  state text not null check (state in ('advice', 'wrong')),
  told_on date not null
);
