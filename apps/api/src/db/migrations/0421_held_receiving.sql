-- Where tenants' money arrives changes by the word of two people, as the safeguards do.
alter table held_change drop constraint held_change_kind_check;
alter table held_change add constraint held_change_kind_check
  check (kind in ('USER_CREATE', 'USER_UPDATE', 'USER_DELETE', 'FACTOR_RESET', 'GROUP_UPDATE', 'SAFEGUARDS', 'PIX_KEY', 'AGREEMENT'));
