-- A contract of sale is signed by a buyer, who is no tenant.
alter table signature_signer drop constraint signature_signer_role_check;
alter table signature_signer add constraint signature_signer_role_check
  check (role in ('OWNER', 'TENANT', 'BUYER', 'SPOUSE', 'GUARANTOR', 'PROCURATOR', 'USUFRUCTUARY', 'WITNESS', 'AGENCY'));
