-- How often WhatsApp was opened from the site, once a visitor and day: a press alone says nothing about a person.
create table whatsapp_opening (
  day date not null,
  -- Null: from a page that is about no listing.
  property_id bigint references property,
  openings integer not null default 1 check (openings > 0),
  unique nulls not distinct (day, property_id)
);
create index whatsapp_opening_property on whatsapp_opening (property_id) where property_id is not null;

-- Listings that a person looked at last before a form, where she agreed that they are kept with it.
create table lead_seen (
  lead_id bigint not null references lead,
  property_id bigint not null references property,
  seen_at timestamptz not null default now(),
  -- The one looked at last is the first.
  place smallint not null,
  primary key (lead_id, property_id)
);
create index lead_seen_property on lead_seen (property_id);

-- Words by which the person of an alert asked to be called about the search, too; null: for the listings alone.
alter table search_alert add contact_consent text;
