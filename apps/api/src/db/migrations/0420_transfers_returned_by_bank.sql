-- A transfer to the tenant that the tenant's bank made by itself, since it gave the payment back: opened again it would be paid a
-- second time.
alter table transfer
  add column returned_by_bank boolean not null default false,
  add constraint transfer_returned_is_refund check (not returned_by_bank or purpose = 'REFUND');
-- Extra values that an end of the contract let go, so that its undoing brings them back.
alter table termination add column let_go bigint[] not null default '{}';
