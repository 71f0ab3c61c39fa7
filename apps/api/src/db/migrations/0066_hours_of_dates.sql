-- Dates with hours of their own, one in a line: '24/12/2026: 8h às 12h', '31/12/2026: fechado'.
alter table agency add column hours_dates text;
