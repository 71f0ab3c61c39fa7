-- What visitors ask about a listing: where in the building, of which condominium, a video or tour, and a person to talk to.
alter table property
  add column floor smallint check (floor between -9 and 199),
  add column condominium text,
  add column video_url text check (video_url ~ '^https://'),
  add column contact_name text,
  add column contact_phone text;
