-- An owner's debts, of which there are few among many transfers: a settlement looks for them, locks them and deducts them.
create index transfer_debt on transfer (user_id, id) where amount < 0 and status = 'PENDING' and deleted_at is null;

-- The invoices of a contract, open balances included. The unique index of months leaves those out since migration 0027, and
-- a query that wants them read the whole table.
create index invoice_proposal on invoice (proposal_id, reference desc) where deleted_at is null;
