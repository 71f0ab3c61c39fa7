-- Status and reason that the property had when the contract took it: a contract deleted as a mistake gives them back.
alter table proposal
  add column property_status_before text,
  add column property_reason_before text;
