-- A lease past its end runs on without a term unless it says that it ends there (decision 50). --------------------------

alter table proposal add column ends_at_term boolean not null default false;

-- Until now a contract past its end billed nothing more. What that left uncharged is listed once, to be billed or waived.
create table lapsed_lease (
  proposal_id bigint primary key references proposal,
  -- References that no invoice charged, both included; null: none.
  from_reference text check (from_reference ~ '^\d{4}-\d{2}$'),
  to_reference text check (to_reference ~ '^\d{4}-\d{2}$'),
  -- The month of its end was issued by days: the rest of it is on no invoice.
  by_days boolean not null,
  decision text check (decision in ('BILLED', 'WAIVED')),
  decided_on date,
  admin_user_id bigint references admin_user
);
create index lapsed_lease_open on lapsed_lease (proposal_id) where decision is null;

-- The first month that the hourly job bills of a contract that is past its end: the one of this upgrade, or the next where
-- that one is due already, since an invoice issued after its due date would begin with a fine.
create temporary table lapse on commit drop as
with day as (select (now() at time zone 'America/Sao_Paulo')::date as today),
leases as (
  select x.id, x.end_date < day.today as past, x.billed_through,
    greatest(to_char(x.start_date + interval '1 month', 'YYYY-MM'), to_char(x.registered_on, 'YYYY-MM'),
      to_char(to_date(x.billed_through, 'YYYY-MM') + interval '1 month', 'YYYY-MM')) as first,
    case when extract(day from day.today) <= least(x.transfer_date, extract(day from date_trunc('month', day.today) + interval '1 month - 1 day'))
      then to_char(day.today - interval '1 month', 'YYYY-MM') else to_char(day.today, 'YYYY-MM') end as last,
    x.prorate and extract(day from x.end_date + 1) <> 1 and exists (select from invoice i where i.proposal_id = x.id
      and i.deleted_at is null and i.reference = to_char(x.end_date + interval '1 month', 'YYYY-MM')) as by_days
  from proposal x join property p on p.id = x.property_id and p.type = 'RENT', day
  where x.deleted_at is null
    and (x.status = 'APPROVED' or exists (select from termination t where t.proposal_id = x.id and t.undone_at is null))
)
select id, past, first, last, past and first <= last as months, by_days from leases where past or by_days;

insert into lapsed_lease (proposal_id, from_reference, to_reference, by_days)
select id, case when months then first end, case when months then last end, by_days from lapse where months or by_days;

update proposal x set billed_through = lapse.last from lapse where lapse.id = x.id and lapse.months;
