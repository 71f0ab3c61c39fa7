-- Sessions as their person sees them ----------------------------------------------------------------------------------

alter table session
  -- What a list of them calls each: never its token, nor that token's hash.
  add column id bigint generated always as identity unique,
  -- In coarse words, "Chrome no Windows".
  add column device text not null default '',
  -- When the password was last given within it; null: at its beginning.
  add column confirmed_at timestamptz,
  -- What has to be done before anything else is served.
  add column duty text check (duty in ('password', 'second-factor'));

-- Beside the password -------------------------------------------------------------------------------------------------

create table second_factor (
  admin_user_id bigint primary key references admin_user on delete cascade,
  -- The one in use, in base32; null until the first is confirmed.
  secret text,
  -- Shown and not yet confirmed by a code: it counts for nothing.
  pending text,
  -- The last step of thirty seconds whose code was taken: none is good twice.
  last_step bigint not null default 0,
  since timestamptz,
  recovery_salt bytea,
  check (secret is not null or pending is not null),
  check ((secret is null) = (since is null) and (secret is null) = (recovery_salt is null))
);

-- Each good once: it goes when it is used.
create table recovery_code (
  admin_user_id bigint not null references second_factor on delete cascade,
  code_hash bytea not null,
  primary key (admin_user_id, code_hash)
);

alter table admin_user add column password_temporary boolean not null default false;
alter table agency add column require_second_factor boolean not null default false;
