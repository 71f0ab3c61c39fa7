-- Links by which staff set a new password, sent to their e-mail: only the hash, each good once.
create table password_link (
  token_hash bytea primary key,
  admin_user_id bigint not null references admin_user on delete cascade,
  created_at timestamptz not null default now()
);
create index password_link_person on password_link (admin_user_id);
