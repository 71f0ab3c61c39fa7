-- Messages to visitors without a client record, and what these refuse.

-- A visitor is known by the visit: name, telephone and e-mail are read from there when a message is sent.
alter table message alter column client_id drop not null;
alter table message add column visit_id bigint references schedule on delete cascade;
alter table message add check (num_nonnulls(client_id, visit_id) = 1);
create index message_visit on message (visit_id) where visit_id is not null;

-- Visitors who want no messages: it counts for every visit of the same telephone or e-mail.
create table message_visitor_refusal (
  visit_id bigint primary key references schedule on delete cascade,
  source text not null check (source in ('LINK', 'WHATSAPP', 'SMS')),
  refused_at timestamptz not null default now()
);
