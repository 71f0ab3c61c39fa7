-- Banks number the accounts of each agency anew: one number at two agencies is two accounts.

alter table statement_account drop constraint statement_account_bank_account_key_key;
create unique index statement_account_once on statement_account (bank, coalesce(agency, ''), account_key);

drop index statement_link_active;
create unique index statement_link_active on statement_link (bank, coalesce(agency, ''), account_key) where active;
