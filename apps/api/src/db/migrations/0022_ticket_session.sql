-- A file's ticket ends with the session that took it. Tickets live for sixty seconds: those of before the update are dropped.
delete from access_ticket;
alter table access_ticket add column session_hash bytea not null references session on delete cascade;
create index access_ticket_session on access_ticket (session_hash);
