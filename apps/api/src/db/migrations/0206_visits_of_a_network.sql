-- Visits that a network took on the site, by day, so that one machine can't take every hour. `network` is a hash; rows of past
-- days are deleted.
create table visit_network (
  day date not null,
  network bytea not null,
  visits integer not null,
  primary key (day, network)
);
