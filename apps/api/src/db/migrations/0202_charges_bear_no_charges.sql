-- Fine and interest that an invoice holds from another one bear none again: all of an invoice made of them alone, else those
-- of a balance. An agreement's instalment is a new debt as a whole.
create function old_charges(lines jsonb) returns bigint language sql immutable parallel safe as $$
  select case when bool_and(late) then sum(amount) else coalesce(sum(amount) filter (where late and not agreed), 0) end::bigint
  from (select (line ->> 'amount')::bigint as amount, coalesce((line ->> 'late')::boolean, false) as late, line ? 'of_invoice' as agreed
    from jsonb_array_elements(lines) line) as held
$$;
alter table invoice drop column only_charges;
alter table invoice add column old_charges bigint not null generated always as (coalesce(old_charges(lines), 0)) stored;
