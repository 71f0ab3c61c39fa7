-- The lead that a bid comes from, which hears what becomes of it.
alter table bid add column lead_id bigint references lead;
create index bid_lead on bid (lead_id) where lead_id is not null;
