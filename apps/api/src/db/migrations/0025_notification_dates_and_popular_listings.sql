-- The day that a notification shows. Staff may correct it; when the notification was entered stays in created_at.
alter table system_notification add column date date;
update system_notification set date = (created_at at time zone 'America/Sao_Paulo')::date;
alter table system_notification alter column date set not null;

-- What is looked at most, sales and lettings alike.
create index property_popular_listed on property (views desc, id) include (type) where status = 'AVAILABLE' and deleted_at is null;
drop index property_popular;
