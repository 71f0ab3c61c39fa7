-- Who was invited chooses the first password by a link, which is good for longer than one for a forgotten password.
alter table admin_user add column invited boolean not null default false;
alter table password_link add column minutes int not null default 30;
