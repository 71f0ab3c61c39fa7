-- Every connection to a bank is a row of bank_link: for Pix, boletos, payouts and statements.

alter table bank_link
  drop constraint bank_link_kind_check,
  drop constraint bank_link_kind_values,
  alter column notice_token drop not null,
  -- Account of a payout or a statement, as the bank writes it; that of a statement with its bank, and as in statement_account too.
  add column bank text check (bank in ('001', '077', '756')),
  add column agency text,
  add column account text,
  add column account_key text,
  -- Last day of a statement that was read.
  add column read_day date,
  -- Name that the secrets of a row of a former table are bound to, as `payout_link.%:3`, until they are sealed anew.
  add column sealed_as text;
alter table bank_link
  add constraint bank_link_kind_check check (kind in ('PIX', 'BOLETO', 'PAYOUT', 'STATEMENT')),
  add constraint bank_link_kind_values check (
    (kind = 'BOLETO') = (agreement_id is not null) and (kind in ('PIX', 'BOLETO')) = (notice_token is not null)
    and (kind = 'BOLETO' or (certificate is null or private_key is null) is false)
    and (kind not in ('PIX', 'PAYOUT') or client_secret is not null) and (kind <> 'PIX' or pix_key is not null)
    and (kind <> 'STATEMENT' or (bank is null or account is null or account_key is null) is false));
drop index bank_link_active;
create unique index bank_link_active on bank_link
  (kind, coalesce(agreement_id, 0), coalesce(bank, ''), coalesce(agency, ''), coalesce(account_key, '')) where active;

insert into bank_link (kind, base_url, token_url, client_id, client_secret, certificate, private_key, authority, account, active,
  answered_at, failing_since, problem, created_at, version, sealed_as)
select 'PAYOUT', base_url, token_url, client_id, client_secret, certificate, private_key, authority, account, active,
  answered_at, failing_since, problem, created_at, version, 'payout_link.%:' || id
from payout_link order by id;
insert into bank_link (kind, base_url, token_url, client_id, client_secret, certificate, private_key, authority, fields, bank, agency,
  account, account_key, active, read_day, answered_at, failing_since, problem, created_at, version, sealed_as)
select 'STATEMENT', base_url, token_url, client_id, client_secret, certificate, private_key, authority,
  case when application_key is null then '{}' else jsonb_build_object('application_key', application_key) end, bank, agency,
  account, account_key, active, read_until, answered_at, failing_since, problem, created_at, version, 'statement_link.%:' || id
from statement_link order by id;

alter table payout drop constraint payout_link_id_fkey;
update payout set link_id = link.id from bank_link link where link.sealed_as = 'payout_link.%:' || payout.link_id;
alter table payout add foreign key (link_id) references bank_link;
alter table statement_import drop constraint statement_import_link_id_fkey;
update statement_import read set link_id = link.id from bank_link link where link.sealed_as = 'statement_link.%:' || read.link_id;
alter table statement_import add foreign key (link_id) references bank_link;
update trail set record_id = link.id from bank_link link
where trail.record in ('payout_link', 'statement_link') and link.sealed_as = trail.record || '.%:' || trail.record_id;

drop table payout_link, statement_link;
