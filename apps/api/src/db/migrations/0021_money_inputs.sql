-- Invoices -----------------------------------------------------------------------------------------------------------

-- The civil day of the issue, by the clock of the application: no payment lies long before it. An invoice that was paid
-- earlier than it was issued keeps its payment day as the bound.
alter table invoice add column issued_on date not null default (now() at time zone 'America/Sao_Paulo')::date;
update invoice set issued_on = least((created_at at time zone 'America/Sao_Paulo')::date, pay_day);

-- Requests that are sent again ---------------------------------------------------------------------------------------

-- The secret of this installation by which hashes of requests are keyed. 244 random bits, the same for all servers.
create table installation_secret (
  only_row boolean primary key default true check (only_row),
  request_key bytea not null
);
insert into installation_secret (request_key)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- Hashes that were kept until now are plain SHA-256, also of passwords: they go. Their keys stay, so that a request sent
-- again across the upgrade still answers the first result; such a key accepts any body until it expires.
alter table idempotency_key alter column request_hash drop not null;
update idempotency_key set request_hash = null;

-- Imported records ---------------------------------------------------------------------------------------------------

-- Whether a property came from an import is asked each time that it is opened.
create index import_record_of on import_record (kind, record_id);
