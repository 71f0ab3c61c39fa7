-- First moment at which the bank's files or the list of a payment were given out: from then on the bank may pay it, whatever is
-- decided here.
alter table payment_batch add column given_out_at timestamptz;
update payment_batch b set given_out_at = given.at
from (select record_id, min(at) as at from trail where record = 'payment_batch' and action = 'export' group by record_id) given
where given.record_id = b.id;

-- Whether the order was paid through the bank, after the safeguards let it go out. An account that such an order paid is known.
alter table payment_batch_transfer add column paid boolean not null default false;
update payment_batch_transfer o set paid = true
from payment_batch b left join payment_approval a on a.batch_id = b.id
where b.id = o.batch_id and o.live and coalesce(a.state, 'APPROVED') = 'APPROVED'
  and exists (select from transfer t where t.id = o.transfer_id and t.status = 'DONE')
  and (a.batch_id is null or (a.means = 'FILE' and b.given_out_at is not null) or exists (
    select from payout p where p.batch_id = o.batch_id and p.identifier = o.identifier and p.state = 'PAID'));

-- Day on which the payment left, whose limit it uses.
alter table payout add column sent_on date;
update payout set sent_on = (sent_at at time zone 'America/Sao_Paulo')::date where sent_at is not null;
create index payout_sent_on on payout (sent_on) where state in ('SENT', 'PAID', 'RETURNED');
