-- A person undid what was explained automatically: it is not explained alone again.
alter table bank_movement add column undone boolean not null default false;
