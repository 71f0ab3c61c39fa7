-- How a visit ended, said with its check-out.
alter table schedule
  add column result text check (result in ('INTERESTED', 'THINKING', 'DECLINED', 'ABSENT')),
  add column result_note text,
  add constraint schedule_result check (status = 'RETURNED' or result is null);
