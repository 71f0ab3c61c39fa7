-- A bank may give back less than the return that was planned: the part that it made stands beside the rest that is still to be
-- paid, both of one invoice and one tenant.
drop index transfer_once;
create unique index transfer_once on transfer (invoice_id, user_id)
  where deleted_at is null and invoice_id is not null and not returned_by_bank;
