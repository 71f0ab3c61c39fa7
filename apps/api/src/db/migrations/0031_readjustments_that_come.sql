-- The day a contract is readjusted on; null: it ends at its term before that (decision 50). The same rule as `readjustsOn` in
-- packages/domain/src/lease/lease-term.ts, and a test compares them.
alter table proposal add column readjusts_on date generated always as (
  case when ends_at_term and next_readjustment >= end_date then null else next_readjustment end) stored;

create index proposal_readjusts on proposal (readjusts_on, id) include (property_id) where status = 'APPROVED' and deleted_at is null;
drop index proposal_readjusted;

-- The counts of migration 0018, by that day.
create or replace function readjustment_list_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into list_total
    select 'readjustment', 'RENT', n.readjusts_on, count(*), 0
    from new_rows n join property p on p.id = n.property_id
    where n.status = 'APPROVED' and n.deleted_at is null and n.readjusts_on is not null and p.type = 'RENT' group by 3;
  elsif tg_op = 'DELETE' then
    insert into list_total
    select 'readjustment', 'RENT', o.readjusts_on, -count(*), 0
    from old_rows o join property p on p.id = o.property_id
    where o.status = 'APPROVED' and o.deleted_at is null and o.readjusts_on is not null and p.type = 'RENT' group by 3;
  else
    -- Billing touches every contract and moves none of this.
    insert into list_total
    select 'readjustment', 'RENT', change.day, sum(change.n), 0
    from new_rows n join old_rows o on o.id = n.id,
      lateral (values
        (n.property_id, n.readjusts_on, 1, n.status = 'APPROVED' and n.deleted_at is null),
        (o.property_id, o.readjusts_on, -1, o.status = 'APPROVED' and o.deleted_at is null)
      ) change (property_id, day, n, listed)
      join property p on p.id = change.property_id
    where (n.property_id, n.readjusts_on, n.status, n.deleted_at) is distinct from
        (o.property_id, o.readjusts_on, o.status, o.deleted_at)
      and change.listed and change.day is not null and p.type = 'RENT'
    group by 3 having sum(change.n) <> 0;
  end if;
  return null;
end $$;

create or replace function readjustment_kind_list_total() returns trigger language plpgsql as $$
begin
  insert into list_total
  select 'readjustment', 'RENT', c.readjusts_on, sum(case new_type.type when 'RENT' then 1 else -1 end), 0
  from (select n.id, n.type from new_rows n join old_rows o on o.id = n.id where (n.type = 'RENT') <> (o.type = 'RENT')) new_type
    join proposal c on c.property_id = new_type.id
  where c.status = 'APPROVED' and c.deleted_at is null and c.readjusts_on is not null
  group by 3;
  return null;
end $$;

insert into list_total
select 'readjustment', 'RENT', c.next_readjustment, -count(*), 0
from proposal c join property p on p.id = c.property_id
where c.status = 'APPROVED' and c.deleted_at is null and c.readjusts_on is null and p.type = 'RENT' group by 3;
