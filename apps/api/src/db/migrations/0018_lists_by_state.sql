-- How many rents a month readjusts, kept as the other lists are (migration 0016). A contract of sale has none, and what a
-- contract is of is said by its property: both leave what they change.
create function readjustment_list_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into list_total
    select 'readjustment', 'RENT', n.next_readjustment, count(*), 0
    from new_rows n join property p on p.id = n.property_id
    where n.status = 'APPROVED' and n.deleted_at is null and p.type = 'RENT' group by 3;
  elsif tg_op = 'DELETE' then
    insert into list_total
    select 'readjustment', 'RENT', o.next_readjustment, -count(*), 0
    from old_rows o join property p on p.id = o.property_id
    where o.status = 'APPROVED' and o.deleted_at is null and p.type = 'RENT' group by 3;
  else
    -- Billing touches every contract and moves none of this.
    insert into list_total
    select 'readjustment', 'RENT', change.day, sum(change.n), 0
    from new_rows n join old_rows o on o.id = n.id,
      lateral (values
        (n.property_id, n.next_readjustment, 1, n.status = 'APPROVED' and n.deleted_at is null),
        (o.property_id, o.next_readjustment, -1, o.status = 'APPROVED' and o.deleted_at is null)
      ) change (property_id, day, n, listed)
      join property p on p.id = change.property_id
    where (n.property_id, n.next_readjustment, n.status, n.deleted_at) is distinct from
        (o.property_id, o.next_readjustment, o.status, o.deleted_at)
      and change.listed and p.type = 'RENT'
    group by 3 having sum(change.n) <> 0;
  end if;
  return null;
end $$;

create trigger readjustment_list_total_insert after insert on proposal referencing new table as new_rows
  for each statement execute function readjustment_list_total();
create trigger readjustment_list_total_delete after delete on proposal referencing old table as old_rows
  for each statement execute function readjustment_list_total();
create trigger readjustment_list_total_update after update on proposal referencing old table as old_rows new table as new_rows
  for each statement execute function readjustment_list_total();

-- Contracts are made under their property's lock: neither misses the other.
create function readjustment_kind_list_total() returns trigger language plpgsql as $$
begin
  insert into list_total
  select 'readjustment', 'RENT', c.next_readjustment, sum(case new_type.type when 'RENT' then 1 else -1 end), 0
  from (select n.id, n.type from new_rows n join old_rows o on o.id = n.id where (n.type = 'RENT') <> (o.type = 'RENT')) new_type
    join proposal c on c.property_id = new_type.id
  where c.status = 'APPROVED' and c.deleted_at is null
  group by 3;
  return null;
end $$;
create trigger readjustment_kind_list_total_update after update on property referencing old table as old_rows new table as new_rows
  for each statement execute function readjustment_kind_list_total();

insert into list_total
select 'readjustment', 'RENT', c.next_readjustment, count(*), 0
from proposal c join property p on p.id = c.property_id
where c.status = 'APPROVED' and c.deleted_at is null and p.type = 'RENT' group by 3;

-- The one of migration 0016 holds its columns too.
drop index proposal_readjusting;

-- What is on offer, by number and by price: among properties that were let long ago it may lie anywhere.
create index property_available on property (id) where status = 'AVAILABLE' and deleted_at is null;
create index property_available_price on property (price, id) where status = 'AVAILABLE' and deleted_at is null;
