-- Rent that a payment in part carried to the next invoice is told from extra values that count as rent: the invoice before has
-- charged IBS and CBS of it.
alter table extra_value
  drop constraint extra_value_stands_for_check,
  add constraint extra_value_stands_for_check check (stands_for in ('RENT', 'HELD', 'LATE', 'DEPOSIT'));
update extra_value set stands_for = 'RENT'
where settled_by is not null and influence = 'RENT' and stands_for is null and invoice_id is null and deleted_at is null;
