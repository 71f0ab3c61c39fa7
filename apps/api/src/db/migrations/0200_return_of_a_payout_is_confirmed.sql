-- A paid Pix that a person says has come back stays paid until another one confirms it.
alter table payout add column return_asked_by bigint references admin_user;
alter table payout add column return_reason text;
alter table payout add constraint payout_return check ((return_reason is null and return_asked_by is null) or state in ('PAID', 'RETURNED'));
create index payout_return_asked on payout (id) where state = 'PAID' and return_reason is not null;
