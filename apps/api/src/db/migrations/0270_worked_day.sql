-- The last day whose automatic work was done. A day far ahead of it waits for a person, since a clock that jumped would bill
-- and dun the months between.
create table worked_day (
  only_row boolean primary key default true check (only_row),
  day date not null
);
