-- A message that was removed is gone, with whoever wrote it. The trail says who removed which.
delete from contact_message where deleted_at is not null;
drop index contact_message_newest;
alter table contact_message drop column deleted_at;

-- Whoever was removed from the house holds no group: with the group goes that they were in it.
alter table admin_user
  drop constraint admin_user_group_id_fkey,
  alter column group_id drop not null,
  add constraint admin_user_group_id_fkey foreign key (group_id) references permission_group on delete set null,
  add constraint admin_user_group check (group_id is not null or deleted_at is not null);
