-- Bid that an application was begun from.
alter table application add column bid_id bigint references bid;
create index application_bid on application (bid_id) where bid_id is not null;
-- What waits for staff.
create index application_waiting on application (id) where state in ('COMPLETE', 'IN_ANALYSIS', 'RECOMMENDED');
create index bid_waiting on bid (expires_on, id) where state in ('SENT', 'COUNTERED', 'ACCEPTED');
