alter table transfer
  -- Part of a pending return that the tenant's bank gave back while a payment holds the transfer: it comes off when the payment
  -- lets go.
  add column returned_part bigint,
  add constraint transfer_returned_part check (returned_part is null or (purpose = 'REFUND' and returned_part > 0 and returned_part <= amount));
