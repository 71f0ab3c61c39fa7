-- A message names the record that it is about, where neither its invoice nor its contract says it: a transfer, ticket, request for
-- repair, visit, agreement or notice. What ends the cause calls the message off.
alter table message add column about_id bigint;
create index message_about on message (kind, about_id) where state in ('QUEUED', 'SENDING');
update message set about_id = split_part(key, ':', 2)::bigint
where state in ('QUEUED', 'SENDING') and kind in ('TRANSFERRED', 'MAINTENANCE_QUOTED', 'VISIT_CONFIRMED', 'AGREEMENT', 'NOTICE')
  and key ~ '^[a-z-]+:\d+';
update message m set about_id = r.ticket_id from ticket_message r
where m.state in ('QUEUED', 'SENDING') and m.kind = 'TICKET_ANSWERED' and m.key = 'answered:' || r.id;

-- The same for a mail to an address: `alert:12`, `offer-refusal:7`.
alter table outgoing_mail add column cause text;
create index outgoing_mail_cause on outgoing_mail (cause) where cause is not null and sent_at is null;
