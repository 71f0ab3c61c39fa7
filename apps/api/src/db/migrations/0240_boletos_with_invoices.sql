-- Boletos are issued together with the invoices that tenants pay themselves.
alter table agency add column boletos_with_invoices boolean not null default false;
