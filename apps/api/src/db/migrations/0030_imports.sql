-- A code may also be learnt of somebody who was registered already: an undone import leaves them alone.
alter table import_record add column made boolean not null default true;
