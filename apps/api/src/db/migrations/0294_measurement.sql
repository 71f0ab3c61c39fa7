-- Measurement of the site by others, for an agency that asks for it, and the campaign that a lead came by.
alter table agency
  add column analytics_id text check (analytics_id ~ '^G-[A-Z0-9]{4,20}$'),
  add column ads_id text check (ads_id ~ '^AW-[0-9]{6,15}$'),
  add column meta_pixel text check (meta_pixel ~ '^[0-9]{8,20}$');
alter table contact_message add column campaign text;
alter table schedule add column campaign text;
