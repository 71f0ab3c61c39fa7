-- Name in the certificate that signed an uploaded note; null where its key was typed, or its signature could not be read.
alter table lease_note add column signed_by text;
