-- Photographs of a refused form, made anew and sealed with the token of its draft, which they go with. A client has those
-- of one form at a time.
create table form_draft_photograph (
  token_hash bytea not null references form_draft on delete cascade,
  position smallint not null,
  client_id bigint not null references client on delete cascade,
  sealed bytea not null,
  primary key (token_hash, position)
);
create index form_draft_photograph_client_id on form_draft_photograph (client_id);
