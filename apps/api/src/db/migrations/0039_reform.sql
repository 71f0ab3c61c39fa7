-- Sheets of the withheld tax.

-- First month of the rents that a DARF covers: months below the minimum are paid with the next.
alter table darf add column since text check (since ~ '^\d{4}-\d{2}$');
update darf set since = reference;
alter table darf alter column since set not null;

create index transfer_taxed on transfer (received_on) where tax > 0;
