-- What IBS and CBS and the notes of services need to know of owners, properties, contracts and the agency.

-- An owner who pays IBS and CBS from a day on. A natural person has a CNPJ for the notes beside the CPF of the declarations.
alter table client
  add column tax_regime text check (tax_regime in ('NONE', 'REGULAR', 'SIMPLES', 'MEI')),
  add column taxpayer_since date,
  add column tax_cnpj text,
  add column municipal_registration text,
  add column dps_series int check (dps_series between 1 and 49999),
  add constraint client_taxpayer check (tax_regime is distinct from 'REGULAR' or taxpayer_since is not null);

alter table property
  add column cib text check (cib ~ '^[0-9A-Z]{8}$'),
  add column property_registration text,
  add column city_code text check (city_code ~ '^[0-9]{7}$'),
  add column purpose text check (purpose in ('RESIDENTIAL', 'NON_RESIDENTIAL', 'SHORT_STAY'));

-- Null: the purpose of the property.
alter table proposal
  add column lease_tax text not null default 'ON_TOP' check (lease_tax in ('ON_TOP', 'INCLUDED')),
  add column purpose text check (purpose in ('RESIDENTIAL', 'NON_RESIDENTIAL', 'SHORT_STAY'));

-- Where the proof of the conditions is kept.
alter table reform_option add column proof text;

alter table agency
  add column tax_regime text check (tax_regime in ('REGULAR', 'SIMPLES', 'MEI')),
  add column municipal_registration text,
  add column administration_code text not null default '171201' check (administration_code ~ '^[0-9]{6}$'),
  add column brokerage_code text not null default '100501' check (brokerage_code ~ '^[0-9]{6}$'),
  add column dps_series int not null default 1 check (dps_series between 1 and 49999),
  add column dps_environment text not null default 'RESTRICTED' check (dps_environment in ('RESTRICTED', 'PRODUCTION'));
