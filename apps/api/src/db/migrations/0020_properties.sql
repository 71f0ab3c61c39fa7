-- As client_listed: what the filters of the list ask is counted here, and every property of one city has its name.
drop index property_newest;
create index property_listed on property (id desc) include (search, type, status, location) where deleted_at is null;
