-- What a paper with a code is. Statements of owners have one too.
alter table issued_paper add column kind text not null default 'PUNCTUALITY' check (kind in ('PUNCTUALITY', 'STATEMENT'));
alter table issued_paper alter column kind drop default;
