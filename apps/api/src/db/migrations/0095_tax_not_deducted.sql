-- Income tax that the tenant owes by the month of the payment, and did not deduct from it: part of `tax`.
alter table transfer
  add column tax_undeducted bigint not null default 0,
  add constraint transfer_tax_undeducted check (tax_undeducted = 0 or (tax_by = 'TENANT' and tax_undeducted between 0 and tax));
