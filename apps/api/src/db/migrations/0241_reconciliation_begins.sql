-- First day that the reconciliation of an account looks at; null: that of its first statement.
alter table statement_account add column begins_on date;
