-- Notes of a month's fees, of the letting, notes that replace others, and what companies outside Simples tell of their taxes.

alter table agency
  -- RECEIPT: each payment has its note of the fee; MONTH: an owner has one of the fees of a month.
  add column fee_notes text not null default 'RECEIPT' check (fee_notes in ('RECEIPT', 'MONTH')),
  -- Rate of ISS in hundredths of a percent; null: the municipality tells it to the national system.
  add column iss_rate int check (iss_rate between 1 and 1000),
  -- PIS and COFINS of the fees, in hundredths of a percent; without both, notes don't name them.
  add column pis_rate int check (pis_rate between 1 and 1000),
  add column cofins_rate int check (cofins_rate between 1 and 1000);

-- The agency's fee for the letting, which the owner's transfer pays.
alter table extra_value add column brokerage boolean not null default false;

alter table service_note
  drop constraint service_note_kind_check,
  add check (kind in ('ADMINISTRATION', 'BROKERAGE', 'LEASE')),
  drop constraint service_note_state_check,
  add check (state in ('PENDING', 'SENDING', 'RECALLING', 'ISSUED', 'REPLACING', 'REFUSED', 'CANCELING', 'CANCELED', 'EXCEPTION', 'WITHDRAWN')),
  drop constraint service_note_check1,
  add check ((state in ('ISSUED', 'REPLACING', 'CANCELING', 'CANCELED', 'EXCEPTION')) = (key is not null)),
  -- Of a month's fees; its payment is the first of them.
  add column month text check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  -- It takes further fees of its month, until it is let leave.
  add column gathering boolean not null default false,
  -- The note that this one replaces, and why, as the national system asks.
  add column replaces_id bigint references service_note,
  add column replace_reason text,
  add column replace_text text,
  -- Its events were read.
  add column checked_at timestamptz,
  add column version int not null default 1,
  add check (gathering <= (month is not null and state in ('PENDING', 'WITHDRAWN')));

-- A note is never due once it is issued: from now on that asks for its events.
update service_note set next_try_at = null where state not in ('PENDING', 'SENDING', 'RECALLING', 'CANCELING');

drop index service_note_one;
create unique index service_note_one on service_note (transfer_id, kind)
  where month is null and state not in ('CANCELED', 'WITHDRAWN', 'REPLACING');
create unique index service_note_gathering on service_note (taker_id, month) where gathering and state = 'PENDING';
create index service_note_replaces on service_note (replaces_id) where replaces_id is not null;
drop index service_note_due;
create index service_note_due on service_note (next_try_at, id) where next_try_at is not null;
-- Those whose events are read every day.
create index service_note_stands on service_note (issued_at) where state in ('ISSUED', 'REPLACING', 'EXCEPTION');

-- The payments of a month's note.
create table service_note_part (
  note_id bigint not null references service_note,
  transfer_id bigint not null references transfer,
  invoice_id bigint not null references invoice,
  paid_on date not null,
  amount bigint not null check (amount > 0),
  -- The payment was undone.
  dropped boolean not null default false,
  primary key (note_id, transfer_id)
);
create index service_note_part_invoice on service_note_part (invoice_id) where not dropped;
