-- One identity for a payment, whichever channel tells of it: a Pix by its end-to-end id, a statement's credit by the whole
-- of its line. A line of the queue knows that the bank gave its payment back.
-- FNV-1a of 32 bits, as in packages/domain/src/bank/matching/identity.ts: a line may hold the name of a person.
create function pg_temp.hash_of(text) returns text language plpgsql as $$
declare
  hash bigint := 2166136261;
  bytes bytea := convert_to($1, 'UTF8');
begin
  for place in 0 .. length(bytes) - 1 loop
    hash := ((hash # get_byte(bytes, place)) * 16777619) % 4294967296;
  end loop;
  return lpad(to_hex(hash), 8, '0');
end $$;

create function pg_temp.pix_in(text) returns text language sql as $$
  select substring($1 from '(?<![a-zA-Z0-9])E[0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}(?![a-zA-Z0-9])') $$;

create function pg_temp.identity_of(kind text, entry jsonb, fingerprint text) returns text language sql as $$
  select case
    when fingerprint not like 'credit %' then fingerprint
    when coalesce(pg_temp.pix_in(entry->>'mark'), pg_temp.pix_in(entry->>'label')) is not null
      then 'pix ' || coalesce(pg_temp.pix_in(entry->>'mark'), pg_temp.pix_in(entry->>'label'))
    when kind = 'OFX' then fingerprint || ' ' || pg_temp.hash_of(entry->>'label')
    else fingerprint end $$;

-- Two lines that told of one Pix keep the identity that they had, but for the first.
with named as (
  select s.id, pg_temp.identity_of(f.kind, e.entry, s.fingerprint) as name, s.fingerprint, s.undone_at
  from bank_settlement s join bank_file f on f.id = s.file_id and f.kind in ('PIX', 'OFX')
    join lateral (select entry from jsonb_array_elements(f.entries) as entries (entry) where (entry->>'line')::int = s.line limit 1) e on true),
changed as (
  select id, name, row_number() over (partition by name, undone_at is null order by id) as place
  from named where name <> fingerprint)
update bank_settlement s set fingerprint = c.name from changed c where c.id = s.id and (s.undone_at is not null or c.place = 1);

with changed as (
  select l.id, pg_temp.identity_of(f.kind, l.entry, l.fingerprint) as name,
    row_number() over (partition by pg_temp.identity_of(f.kind, l.entry, l.fingerprint) order by l.id) as place
  from bank_line l join bank_file f on f.id = l.file_id and f.kind in ('PIX', 'OFX')
  where l.fingerprint like 'credit %')
update bank_line l set fingerprint = c.name from changed c where c.id = l.id and c.place = 1;

-- Names of a payment besides its fingerprint in bank_settlement and bank_line, by other channels that told of it.
create table bank_payment_name (
  name text primary key,
  fingerprint text not null
);
create index bank_payment_name_fingerprint on bank_payment_name (fingerprint);

alter table bank_line drop constraint bank_line_state_check;
alter table bank_line add constraint bank_line_state_check check (state in ('OPEN', 'SETTLED', 'IGNORED', 'GIVEN_BACK'));
-- Channel that told of the return, and why the invoice stays paid although the payment was given back.
alter table bank_line add column given_back_by text check (given_back_by in ('PIX', 'BOLETO'));
alter table bank_line add column problem text;
alter table bank_line add constraint bank_line_given_back check ((state = 'GIVEN_BACK') = (given_back_by is not null));
create index bank_line_problem on bank_line (id) where problem is not null;

-- Payments that were given back before; those that a settlement in force names keep their task. The invoice is written
-- where the next migration reads it from.
update bank_line l set state = 'GIVEN_BACK', given_back_by = 'PIX', ignored_reason = null, ignored_at = null, ignored_by = null
from pix_payment p where l.fingerprint = 'pix ' || p.end_to_end_id and p.returned >= p.amount and p.returned > 0;
insert into bank_line (file_id, line, fingerprint, entry, paid_on, amount, reason, state, given_back_by, problem)
select p.file_id, (e.entry->>'line')::int, 'pix ' || p.end_to_end_id,
  e.entry || jsonb_build_object('pix_invoice', coalesce(s.invoice_id, (e.entry->>'pix_invoice')::bigint)), (e.entry->>'paid_on')::date,
  p.amount, 'O banco devolveu este pagamento ao pagador', 'GIVEN_BACK', 'PIX', p.problem
from pix_payment p join bank_file f on f.id = p.file_id
  join lateral (select entry from jsonb_array_elements(f.entries) as entries (entry) where entry->>'mark' = p.end_to_end_id limit 1) e on true
  left join bank_settlement s on s.fingerprint = 'pix ' || p.end_to_end_id and s.undone_at is null
where p.returned >= p.amount and p.returned > 0
on conflict (fingerprint) do nothing;
update pix_payment set problem = null where problem is not null and returned >= amount;

-- Boleto that a payment names, also one that was registered by file.
alter table boleto_payment add column boleto_id bigint references boleto;
update boleto_payment p set boleto_id = c.boleto_id from boleto_call c where c.link_id = p.link_id and c.handle = p.handle;
create index boleto_payment_taken_back on boleto_payment (link_id, handle) where taken_back_at is not null;
with gone as (
  select distinct on (p.boleto_id, p.paid_on, p.paid) p.*, 'boleto ' || p.boleto_id || ' ' || p.paid_on || ' ' || p.paid as name
  from boleto_payment p where p.taken_back_at is not null and p.file_id is not null and p.boleto_id is not null
    and (p.problem is not null or not exists (select from boleto_payment again where again.boleto_id = p.boleto_id
      and again.paid_on = p.paid_on and again.paid = p.paid and again.taken_back_at is null))
  order by p.boleto_id, p.paid_on, p.paid, p.id desc)
insert into bank_line (file_id, line, fingerprint, entry, paid_on, amount, reason, state, given_back_by, problem)
select g.file_id, (e.entry->>'line')::int, g.name, e.entry || jsonb_build_object('pix_invoice', b.invoice_id), g.paid_on, g.paid,
  'O banco devolveu este pagamento ao pagador', 'GIVEN_BACK', 'BOLETO', g.problem
from gone g join boleto b on b.id = g.boleto_id join bank_file f on f.id = g.file_id
  join lateral (select entry from jsonb_array_elements(f.entries) as entries (entry)
    where entry->>'label' = 'Boleto ' || b.nosso_numero and entry->>'paid_on' = g.paid_on::text limit 1) e on true
on conflict (fingerprint) do update set state = 'GIVEN_BACK', entry = excluded.entry, given_back_by = 'BOLETO', problem = excluded.problem,
  ignored_reason = null, ignored_at = null, ignored_by = null;
alter table boleto_payment drop column problem;
create index boleto_payment_reported on boleto_payment (link_id, reported_at);

-- Returns are read day by day over the last ninety, each round another one.
alter table bank_link add column returns_round integer not null default 0;
alter table bank_link add column returns_read_at timestamptz;
create index pix_payment_paid on pix_payment (link_id, paid_at);

-- Txid of the QR code that the bank has put on a boleto: a Pix with it is that boleto's payment.
alter table boleto add column pix_txid text;
create index boleto_pix_txid on boleto (pix_txid) where pix_txid is not null;
