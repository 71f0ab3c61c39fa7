-- What the tax office is told of a contract, however its property changes afterwards: its kind, the sellers of a sale, and the
-- owners of the months before a change of owner.

-- The property's transaction when the contract was made. A contract with invoices was a lease.
alter table proposal add column kind text check (kind in ('RENT', 'SALE', 'PRE_SALE', 'EXCHANGE'));
update proposal c set kind = case
    when exists (select from invoice i where i.proposal_id = c.id) then 'RENT'
    else coalesce((select t.changes #>> '{type,0}' from trail t
      where t.record = 'property' and t.record_id = c.property_id and t.changes -> 'type' is not null and t.at > c.created_at
        and t.changes #>> '{type,0}' in ('RENT', 'SALE', 'PRE_SALE', 'EXCHANGE')
      order by t.id limit 1), p.type) end
  from property p where p.id = c.property_id;
alter table proposal alter column kind set not null, alter column kind set default 'RENT';

-- Sellers of a contract that is no lease: the property's owners until the buyer is one of them or the contract is closed.
create table proposal_seller (
  proposal_id bigint not null references proposal on delete cascade,
  client_id bigint not null references client on delete cascade,
  position integer not null,
  share integer check (share between 0 and 10000),
  primary key (proposal_id, client_id)
);
create index proposal_seller_client on proposal_seller (client_id);

insert into proposal_seller (proposal_id, client_id, position, share)
select c.id, o.client_id, o.position, o.share
from proposal c join property_owner o on o.property_id = c.property_id
where c.kind <> 'RENT' and o.client_id <> c.user_id;

-- Sales whose buyer is the only owner by now: those who were removed as owners afterwards.
insert into proposal_seller (proposal_id, client_id, position)
select c.id, (t.changes ->> 'client_id')::bigint, row_number() over (partition by c.id order by min(t.id))
from proposal c join trail t on t.record = 'property' and t.record_id = c.property_id and t.action = 'remove-owner' and t.at > c.created_at
  join client gone on gone.id = (t.changes ->> 'client_id')::bigint
where c.kind <> 'RENT' and gone.id <> c.user_id and not exists (select from proposal_seller s where s.proposal_id = c.id)
group by 1, 2;

-- Owners of a property up to the day before `until`, when they changed.
create table former_owner (
  property_id bigint not null references property on delete cascade,
  until date not null,
  client_id bigint not null references client on delete cascade,
  position integer not null,
  share integer check (share between 0 and 10000),
  primary key (property_id, until, client_id)
);
create index former_owner_client on former_owner (client_id);
