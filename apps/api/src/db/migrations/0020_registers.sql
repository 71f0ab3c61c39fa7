-- New records come at the end of these: growing at its beginning, as `id desc` does, an index keeps its pages half empty,
-- and read whole it costs twice as much.
drop index client_listed;
create index client_listed on client (id) include (search, type, active) where deleted_at is null;
drop index property_listed;
create index property_listed on property (id) include (search, type, status, location) where deleted_at is null;
