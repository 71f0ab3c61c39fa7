-- Messages about invoices and the ruler's go to co-tenants, too.
alter table proposal add column tells_co_tenants boolean not null default false;
