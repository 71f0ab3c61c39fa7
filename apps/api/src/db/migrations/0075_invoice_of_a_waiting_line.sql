-- The invoice that an open line of a bank's file surely pays: while the line is OPEN, money has arrived for it and waits for a person.
alter table bank_line add column invoice_id bigint references invoice on delete set null;
create index bank_line_invoice on bank_line (invoice_id) where state = 'OPEN';
update bank_line l set invoice_id = i.id from invoice i where i.id = (l.entry->>'pix_invoice')::bigint;
