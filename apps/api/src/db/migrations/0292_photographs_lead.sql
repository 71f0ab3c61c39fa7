-- Listings without a photograph come after the others, unless a visitor asks for an order of prices or sizes.
alter table property add column photographed boolean not null default false;
update property p set photographed = true where exists (select from property_image i where i.property_id = p.id);

-- Recomputes, so that rows that come back from a backup give the same.
create function property_photographed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update property set photographed = true
    where not photographed and id in (select property_id from new_rows);
  else
    update property p set photographed = exists (select from property_image i where i.property_id = p.id)
    where p.id in (select property_id from old_rows);
  end if;
  return null;
end $$;
create trigger property_photographed_insert after insert on property_image referencing new table as new_rows
  for each statement execute function property_photographed();
create trigger property_photographed_delete after delete on property_image referencing old table as old_rows
  for each statement execute function property_photographed();

drop index property_offered_newest;
create index property_offered_newest on property (photographed desc, spotlight desc, listed_at desc, id desc) include (type)
  where status = 'AVAILABLE' and deleted_at is null;
