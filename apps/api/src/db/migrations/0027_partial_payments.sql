-- When a settlement closed an open boleto, paid or taken back: undoing the settlement opens it again, and the bank is told of one that was
-- taken back only once the minutes of undo are over.
alter table boleto add column settled_at timestamptz;
