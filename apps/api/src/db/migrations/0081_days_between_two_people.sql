-- Days for which two people count as one after one of them had the access of the other in hand, and for which safeguards that
-- were eased go on as they were. 0: no such pause.
alter table payout_safeguard add column people_days integer not null default 7 check (people_days between 0 and 90);
create index trail_safeguards on trail (at) where record in ('payout_safeguard', 'admin_user', 'permission_group');
