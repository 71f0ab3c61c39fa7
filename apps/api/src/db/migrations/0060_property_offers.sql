-- Properties that their owners offer on the site: the life of an offer, and the link by which its owner follows it.
alter table property_request
  add column state text not null default 'RECEIVED'
    check (state in ('RECEIVED', 'REVIEWING', 'VISIT', 'ACCEPTED', 'REFUSED', 'WITHDRAWN')),
  -- Civil day of the visit to the property.
  add column visit_on date,
  add column decided_at timestamptz,
  -- Key of the form, so that one sent twice is stored once.
  add column submission text,
  -- Raised to revoke the link, which is derived from it.
  add column link_version integer not null default 1,
  -- Last day on which the link opens; offers from before have none.
  add column link_until date;

update property_request r set
  state = case
    when p.status = 'PENDING' and p.deleted_at is null then 'RECEIVED'
    when p.status = 'UNAVAILABLE' or p.deleted_at is not null then 'REFUSED'
    else 'ACCEPTED' end,
  decided_at = case when p.status = 'PENDING' and p.deleted_at is null then null else p.updated_at end
from property p where p.id = r.property_id;

alter table property_request
  add check ((state in ('ACCEPTED', 'REFUSED', 'WITHDRAWN')) = (decided_at is not null)),
  add check (state <> 'VISIT' or visit_on is not null);

create unique index property_request_submission on property_request (submission) where submission is not null;
create index property_request_state on property_request (state, property_id desc);
-- Offers whose data is to be erased.
create index property_request_kept on property_request (decided_at) where state in ('REFUSED', 'WITHDRAWN');
