-- Banco Inter numbers a boleto itself, some time after it has taken the order: until then it has no number, barcode or line.
alter table boleto
  alter column nosso_numero drop not null,
  alter column barcode drop not null,
  alter column digitable_line drop not null;
create index boleto_unnumbered on boleto (agreement_id) where nosso_numero is null;
