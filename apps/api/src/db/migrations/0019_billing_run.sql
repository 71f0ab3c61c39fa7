-- Billing that is seen ------------------------------------------------------------------------------------------------

-- One that issues something, by the clock or because somebody asked: how far it is, and what came of it.
create table billing_run (
  id bigint generated always as identity primary key,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'DONE', 'FAILED')),
  -- Contracts whose months are issued, of those that had months to issue.
  done integer not null default 0,
  total integer not null,
  issued integer not null default 0,
  -- Who asked for it; null: the clock.
  admin_user_id bigint references admin_user,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index billing_run_going on billing_run (status) where status = 'RUNNING';
