-- A document has one NBS, so a month's fees of an owner gather by it; null: a note from before, or of one payment.
alter table service_note add column nbs text;
drop index service_note_gathering;
create unique index service_note_gathering on service_note (taker_id, month, nbs) where gathering and state = 'PENDING';

-- A note of trials has no fiscal value, so it closes no line of an owner's sheet.
delete from lease_note l using service_note n where n.key = l.key and n.environment = 'RESTRICTED';

-- Notes of cities are in the client area too.
create index service_note_taker_in_city on service_note (taker_id) where city_number is not null;
