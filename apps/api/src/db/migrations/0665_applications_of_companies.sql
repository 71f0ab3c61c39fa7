-- A company fills a form in too: its CNPJ says whose the form is, as a person's CPF does, and it sends its articles.
alter table application_party alter column cpf set expression as (coalesce(answers -> 'company' ->> 'cnpj', answers -> 'person' ->> 'cpf'));
alter table application_document drop constraint application_document_kind_check;
alter table application_document add constraint application_document_kind_check
  check (kind in ('IDENTITY', 'COMPANY', 'ADDRESS', 'INCOME', 'PROPERTY', 'OTHER', 'CREDIT_REPORT'));
