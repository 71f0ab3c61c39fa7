-- Notes of the agency's fees in cities outside the national issuer, through an intermediary (Focus NFe).

create table note_intermediary (
  -- One: where its row is, the fees leave through it.
  only_row boolean primary key default true check (only_row),
  -- Origin of its calls; that of its trials begins with `homologacao.`.
  base_url text not null,
  -- Sealed.
  token text not null,
  -- Codes of the city's own list for the two fees; null: the city asks for none.
  administration_city_code text,
  brokerage_city_code text,
  -- Of ISS, in hundredths of a percent; null: the city works it out.
  iss_rate int check (iss_rate between 1 and 1000),
  version int not null default 1
);

alter table service_note
  -- Who issues it, fixed as it is sent.
  add column via text not null default 'NATIONAL' check (via in ('NATIONAL', 'FOCUS')),
  -- What the city gave it, in place of a key: number, code of verification, and the page of its paper.
  add column city_number text,
  add column city_verification text,
  add column city_url text,
  -- Another note was issued in its place, and it is still to be cancelled.
  add column superseded boolean not null default false;

drop index service_note_one;
create unique index service_note_one on service_note (transfer_id, kind)
  where month is null and not superseded and state not in ('CANCELED', 'WITHDRAWN', 'REPLACING');

do $$
declare name text;
begin
  for name in select conname from pg_constraint
    where conrelid = 'service_note'::regclass and contype = 'c'
      and (pg_get_constraintdef(oid) ~ 'key IS NOT NULL' or pg_get_constraintdef(oid) ~ 'number IS NOT NULL')
  loop
    execute format('alter table service_note drop constraint %I', name);
  end loop;
end $$;

alter table service_note
  -- A city numbers its notes itself.
  add check ((state in ('SENDING', 'RECALLING')) <= (facts is not null and (number is not null or via = 'FOCUS'))),
  add check ((state in ('ISSUED', 'REPLACING', 'CANCELING', 'CANCELED', 'EXCEPTION')) = (case via when 'FOCUS' then city_number else key end is not null));
