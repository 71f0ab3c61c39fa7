-- A run over a bank's file carries its chosen lines in lanes, each in blocks one after another. The lanes of a file are worked on
-- at the same time; the file's row has the progress of all of them.
create table bank_file_lane (
  file_id bigint not null references bank_file on delete cascade,
  -- Places among the chosen lines, from 1.
  first integer not null,
  last integer not null check (last >= first),
  done integer not null default 0,
  primary key (file_id, first)
);
