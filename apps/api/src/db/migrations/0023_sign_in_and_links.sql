-- Sign-in ----------------------------------------------------------------------------------------------------------

-- Each wrong password is a row that its own try can take back.
alter table login_failure add column id bigint generated always as identity primary key;

-- Where an account was signed in to before: a network, or a browser by its cookie. Only hashes are kept.
create table familiar_origin (
  account_hash bytea not null,
  origin_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (account_hash, origin_hash)
);
create index familiar_origin_seen_at on familiar_origin (seen_at);

-- Public links -----------------------------------------------------------------------------------------------------

-- The words of a link are derived from a key of the installation (decision 42), and no row holds them. The links that
-- were sent before are opened by their hashes until they are revoked.
create table sent_link (
  token_hash bytea primary key,
  record text not null check (record in ('proposal', 'invoice')),
  record_id bigint not null
);
create index sent_link_record on sent_link (record, record_id);
insert into sent_link (token_hash, record, record_id)
select sha256(convert_to(token, 'utf8')), record, record_id from link_token;
drop table link_token;

-- How many times the links of a record were revoked: each time their words become others.
create table link_revocation (
  record text not null check (record in ('proposal', 'invoice')),
  record_id bigint not null,
  times integer not null default 1,
  primary key (record, record_id)
);

-- Names the file that holds the key of the installation, in the storage and outside the database.
create table installation_key (
  only_row boolean primary key default true check (only_row),
  key text not null
);
