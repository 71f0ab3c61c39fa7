-- What a withdrawn note would have said was declared to nobody.
update service_note set facts = null where state = 'WITHDRAWN' and facts is not null;

-- What the end of a lease gave back, by contract: few of all transfers.
create index transfer_given_back on transfer (proposal_id) where invoice_id is null and gross < 0;
