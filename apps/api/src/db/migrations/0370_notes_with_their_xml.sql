-- The XML of a note that an owner issued, as it was uploaded; null where its key was typed.
alter table lease_note add column xml text;
