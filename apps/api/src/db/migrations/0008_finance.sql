-- Cash book ------------------------------------------------------------------------------------------------------

create table movimentation (
  -- Of the ledger's own numbers: in one list with its entries no two rows have the same.
  id bigint primary key default nextval('ledger_entry_id_seq'),
  description text not null,
  type text not null check (type in ('INPUT', 'OUTPUT')),
  price bigint not null check (price > 0),
  subtype text not null check (subtype in ('SALE', 'OTHER')),
  date date not null,
  doc text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);

-- What the finance pages ask of an entry, as it was when it was posted --------------------------------------------

alter table ledger_entry
  add column department text not null default 'RENT' check (department in ('RENT', 'SALE', 'OTHER')),
  add column movimentation_id bigint references movimentation,
  -- Of an invoice received: what of it is rent (below zero where it is undone), and the rate of the administration fee.
  add column rent bigint,
  add column fee_rate integer;

alter table ledger_entry disable trigger ledger_entry_append_only;
update ledger_entry e set rent = known.rent, fee_rate = known.fee_rate
from (
  select x.id, case when c.with_commission then c.commission else 0 end as fee_rate,
    case when x.reverses is null then 1 else -1 end * greatest(0, paid - greatest(0, paid - i.price - i.fees) - i.fees) as rent
  from ledger_entry x join invoice i on i.id = x.invoice_id join proposal c on c.id = i.proposal_id,
    lateral (select coalesce(abs(sum(amount)), 0) as paid from ledger_line where entry_id = x.id and account = 'CASH') cash
) known
where known.id = e.id;
alter table ledger_entry enable trigger ledger_entry_append_only;

alter table ledger_entry
  add check ((department = 'RENT') = (movimentation_id is null)),
  add check ((invoice_id is null) = (rent is null) and (rent is null) = (fee_rate is null));

create index ledger_entry_department on ledger_entry (department, day, id);
create index ledger_entry_movimentation on ledger_entry (movimentation_id) where movimentation_id is not null;
-- Those that were taken back too: a statement tells how each receipt was divided.
create index transfer_invoice on transfer (invoice_id, user_id) where invoice_id is not null;
create index ledger_line_client on ledger_line (client_id, account, entry_id) include (amount) where client_id is not null;

-- Files of a transfer --------------------------------------------------------------------------------------------

create table transfer_file (
  file_id bigint primary key references stored_file,
  transfer_id bigint not null references transfer
);
create index transfer_file_transfer on transfer_file (transfer_id, file_id);
