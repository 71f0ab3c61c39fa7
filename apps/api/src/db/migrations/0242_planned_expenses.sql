-- Expenses have a category, and those that are to be paid stand as planned, without an entry in the ledger, on the day they fall due.
alter table movimentation add column category text;
alter table movimentation add column planned boolean not null default false;
alter table movimentation add column due_date date;
-- How often it comes again, on the due day of the first of its row.
alter table movimentation add column repeats text check (repeats in ('MONTHLY', 'YEARLY'));
alter table movimentation add column repeats_on int check (repeats_on between 1 and 31);
-- The one before it: each has one successor.
alter table movimentation add column follows bigint unique references movimentation (id) on delete set null;
alter table movimentation add check (not planned or due_date is not null);
alter table movimentation add check ((repeats is null) = (repeats_on is null));
create index movimentation_planned on movimentation (due_date, id) where planned and deleted_at is null;
create index movimentation_repeated on movimentation (due_date) where repeats is not null;
