-- Pix Automático by journey 3: one press pays an immediate charge (`cob`) of an invoice and authorises the next ones. While it is
-- in force it takes the place of the invoice's charge with due date.

alter table pix_charge
  add column kind text not null default 'cobv' check (kind in ('cobv', 'cob')),
  -- Of an immediate charge: the end of its validity, and the authorisation that is given with it.
  add column expires_at timestamptz,
  add column recurrence_id bigint references recurrence,
  -- BR Code that pays and authorises; null until the bank has both.
  add column joint_code text,
  add constraint pix_charge_immediate_check
    check ((kind = 'cob') = (expires_at is not null) and (kind = 'cob') = (recurrence_id is not null));

-- QUEUED: an immediate charge that waits until the bank has removed the invoice's other charge.
alter table pix_charge drop constraint pix_charge_state_check;
alter table pix_charge add constraint pix_charge_state_check
  check (state in ('QUEUED', 'WAITING', 'ACTIVE', 'REFUSED', 'REMOVING', 'REMOVED', 'PAID'));
create unique index pix_charge_underway on pix_charge (invoice_id)
  where kind = 'cob' and state in ('QUEUED', 'WAITING', 'ACTIVE', 'REFUSED', 'REMOVING');
create unique index pix_charge_joint on pix_charge (recurrence_id)
  where kind = 'cob' and state in ('QUEUED', 'WAITING', 'ACTIVE', 'REFUSED', 'REMOVING');
create index pix_charge_immediate on pix_charge (recurrence_id, id) where kind = 'cob';

-- An authorisation that was asked for with an immediate charge alone ends with it, unless it was given.
alter table recurrence add column lapses boolean not null default false;
