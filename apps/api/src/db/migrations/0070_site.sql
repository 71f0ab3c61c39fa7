-- Views are counted once per visitor and day. A visitor is a hash under the day's salt: when the day is swept both go,
-- and nothing is left that could tell who came.
create table page_view_salt (
  day date primary key,
  salt bytea not null
);

create table page_view (
  day date not null,
  record text not null,
  record_id bigint not null,
  visitor bytea not null,
  primary key (day, record, record_id, visitor)
);
