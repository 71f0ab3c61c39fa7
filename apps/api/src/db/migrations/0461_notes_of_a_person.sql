-- A person's notes in the client area: those issued for them, and those that they issue.
create index service_note_taker on service_note (taker_id) where xml is not null;
create index service_note_issuer on service_note (issuer_id) where issuer_id is not null and xml is not null;
