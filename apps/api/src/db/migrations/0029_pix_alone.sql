-- An account may be a Pix key alone. What stood half filled before stays.
alter table bank_account
  alter column code drop not null,
  alter column bank_name drop not null,
  alter column agency_number drop not null,
  alter column account_number drop not null,
  add column version integer not null default 1,
  add constraint bank_account_payable check (
    pix_key is not null or (code is not null and agency_number is not null and account_number is not null));
