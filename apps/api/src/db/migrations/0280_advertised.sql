-- Who put a property on the site said so: an available one is shown once it is advertised.
alter table property add column advertised boolean not null default false;
-- What the site shows today stays there.
update property set advertised = true where status = 'AVAILABLE' and deleted_at is null;
alter table property add column is_listed boolean not null
  generated always as (status = 'AVAILABLE' and advertised and deleted_at is null) stored;

-- What is new to those who wait for it is new since it was shown.
drop trigger property_listed_at on property;
create trigger property_listed_at before update of status, advertised on property for each row
  when (new.status = 'AVAILABLE' and new.advertised and not (old.status = 'AVAILABLE' and old.advertised))
  execute function property_listed_at();

drop index property_offered_newest, property_offered_cheapest, property_offered_dearest, property_offered_largest,
  property_offered_similar, property_offered_since;
create index property_offered_newest on property (spotlight desc, listed_at desc, id desc) include (type) where is_listed;
create index property_offered_cheapest on property (advertised_total, id desc) include (type) where is_listed;
create index property_offered_dearest on property (advertised_total desc nulls last, id desc) include (type) where is_listed;
create index property_offered_largest on property (coalesce(building_area, land_area) desc nulls last, id desc) include (type)
  where is_listed;
create index property_offered_similar on property (type, location, city, price) where is_listed;
create index property_offered_since on property (listed_at) where is_listed;
