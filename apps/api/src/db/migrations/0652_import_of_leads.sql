alter table import_run drop constraint import_run_kind_check;
alter table import_run add constraint import_run_kind_check
  check (kind in ('people', 'properties', 'contracts', 'leads'));
alter table import_record drop constraint import_record_kind_check;
alter table import_record add constraint import_record_kind_check
  check (kind in ('client', 'property', 'proposal', 'lead'));
