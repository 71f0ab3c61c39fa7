-- What a page's form held when it was refused, for an hour: the answer is a redirect, so that neither Back nor a reload sends
-- the form again. `sealed` opens with the token of the browser's cookie alone.
create table form_draft (
  token_hash bytea primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);
create index form_draft_created_at on form_draft (created_at);
