-- Months over which the cost of a repair is charged. null: nothing is charged, or it was charged at once before this column.
alter table maintenance add column instalments smallint check (instalments between 1 and 60);
alter table maintenance add check (instalments is null or extra_value_id is not null);
