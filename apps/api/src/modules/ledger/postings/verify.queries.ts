import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** A consistency check of the books; `query` returns the offending rows. */
export type Check = { says: string; query: string };

const STANDING = `select * from ledger_entry e where kind <> 'REVERSAL' and not exists (select from ledger_entry u where u.reverses = e.id)`;

export const CHECKS: readonly Check[] = [
  {
    says: 'lançamento que não fecha',
    query: `select entry_id as id, sum(amount) as difference from ledger_line group by entry_id having sum(amount) <> 0`,
  },
  {
    says: 'lançamento sem linhas',
    query: `select id from ledger_entry e where not exists (select from ledger_line l where l.entry_id = e.id)
      and not (kind in ('PAYOUT', 'MANUAL_TRANSFER', 'REFUND', 'REVERSAL') and exists (select from transfer t where t.id = e.transfer_id and t.amount = 0))
      and not exists (select from invoice i where i.id = e.invoice_id and i.amount = 0)
      -- Nothing was received, and the deductions of the invoice alone paid what is counted as rent.
      and not exists (select from invoice i, lateral (select coalesce(sum((line ->> 'amount')::bigint), 0) as amount
          from jsonb_array_elements(i.lines) line where (line ->> 'amount')::bigint < 0) deducted
        where i.id = e.invoice_id and abs(e.rent) <= -deducted.amount)`,
  },
  {
    says: 'estorno que não espelha o lançamento',
    query: `select undo.id from ledger_entry undo where undo.reverses is not null and exists (
      select account, client_id, sum(amount) from ledger_line
      where entry_id in (undo.id, undo.reverses) group by account, client_id having sum(amount) <> 0)`,
  },
  {
    says: 'fatura paga sem um lançamento de recebimento do mesmo valor',
    query: `with standing as (${STANDING}) select i.id, i.paid_amount, sum(l.amount) as cash, count(distinct s.id) as entries
      from invoice i left join standing s on s.invoice_id = i.id and s.kind = 'SETTLEMENT'
      left join ledger_line l on l.entry_id = s.id and l.account = 'CASH'
      where i.status = 'PAID' and i.deleted_at is null
      group by i.id having count(distinct s.id) <> 1 or coalesce(sum(l.amount), 0) <> i.paid_amount`,
  },
  {
    says: 'fatura pendente ou deletada com recebimento lançado',
    query: `with standing as (${STANDING}) select i.id from invoice i join standing s on s.invoice_id = i.id and s.kind = 'SETTLEMENT'
      where i.status <> 'PAID' or i.deleted_at is not null`,
  },
  {
    says: 'repasses de uma fatura diferentes do que o lançamento deve aos proprietários',
    query: `with standing as (${STANDING}),
      owed as (select s.invoice_id, l.client_id, -sum(l.amount) as amount from standing s join ledger_line l on l.entry_id = s.id and l.account = 'OWNERS'
        where s.kind = 'SETTLEMENT' group by 1, 2),
      taken as (select taken_by as id, sum(amount) as amount from transfer where taken_by is not null group by 1),
      created as (select t.invoice_id, t.user_id as client_id, sum(t.amount - coalesce(taken.amount, 0)) as amount
        from transfer t left join taken on taken.id = t.id
        where (t.deleted_at is null or t.taken_by is not null) and t.invoice_id is not null and t.purpose <> 'REFUND' group by 1, 2
        having sum(t.amount - coalesce(taken.amount, 0)) <> 0)
      select coalesce(owed.invoice_id, created.invoice_id) as id, owed.amount as owed, created.amount as created
      from owed full join created using (invoice_id, client_id) where owed.amount is distinct from created.amount`,
  },
  {
    says: 'fatura paga sem repasse',
    query: `select i.id from invoice i where i.status = 'PAID' and i.deleted_at is null
      and not exists (select from transfer t where t.invoice_id = i.id and (t.deleted_at is null or t.taken_by is not null))`,
  },
  {
    says: 'repasse efetuado sem um pagamento lançado do mesmo valor',
    query: `with standing as (${STANDING}) select t.id, t.amount, -sum(l.amount) as cash from transfer t
      left join standing s on s.transfer_id = t.id and s.kind = 'PAYOUT'
      left join ledger_line l on l.entry_id = s.id and l.account = 'CASH'
      where t.status = 'DONE' and t.deleted_at is null
      group by t.id having count(distinct s.id) <> 1 or coalesce(-sum(l.amount), 0) <> t.amount`,
  },
  {
    says: 'repasse pendente ou deletado com pagamento lançado',
    query: `with standing as (${STANDING}) select t.id from transfer t join standing s on s.transfer_id = t.id and s.kind = 'PAYOUT'
      where t.status <> 'DONE' or t.deleted_at is not null`,
  },
  {
    says: 'valores de proprietários diferentes da soma dos repasses pendentes',
    query: `with held as (select client_id, -sum(amount) as amount from ledger_line where account = 'OWNERS' group by 1),
      pending as (select user_id as client_id, sum(amount) as amount from transfer
        where status = 'PENDING' and deleted_at is null and purpose <> 'REFUND' group by 1)
      select coalesce(held.client_id, pending.client_id) as id, held.amount as held, pending.amount as pending
      from held full join pending using (client_id) where coalesce(held.amount, 0) <> coalesce(pending.amount, 0)`,
  },
  {
    says: 'valores de inquilinos diferentes da soma das devoluções pendentes',
    query: `with held as (select client_id, -sum(amount) as amount from ledger_line where account = 'TENANTS' group by 1),
      pending as (select user_id as client_id, sum(amount) as amount from transfer
        where status = 'PENDING' and deleted_at is null and purpose = 'REFUND' group by 1)
      select coalesce(held.client_id, pending.client_id) as id, held.amount as held, pending.amount as pending
      from held full join pending using (client_id) where coalesce(held.amount, 0) <> coalesce(pending.amount, 0)`,
  },
  {
    says: 'devolução sem um lançamento do mesmo valor',
    query: `with standing as (${STANDING}) select t.id, t.purpose, t.amount, -sum(l.amount) as posted from transfer t
      left join standing s on (s.transfer_id = t.id and s.kind = 'REFUND')
        or (t.purpose = 'REFUND' and s.invoice_id = t.invoice_id and s.kind = 'SETTLEMENT')
      left join ledger_line l on l.entry_id = s.id and l.client_id = t.user_id
        and l.account = case t.purpose when 'REFUND' then 'TENANTS' else 'OWNERS' end
      where t.purpose <> 'OWNER' and (t.deleted_at is null or t.taken_by is not null)
      group by t.id having count(distinct s.id) <> 1 or coalesce(-sum(l.amount), 0) <> case
        when t.purpose = 'REFUND' and t.invoice_id is not null then (select sum(o.amount) from transfer o
          where o.invoice_id = t.invoice_id and o.user_id = t.user_id and o.purpose = 'REFUND' and o.deleted_at is null)
        else t.amount end`,
  },
  {
    says: 'débito de proprietário em um repasse que não existe mais, ou que não o mostra',
    query: `select d.id, d.taken_by from transfer d join transfer t on t.id = d.taken_by
      where d.status <> 'PENDING' or d.user_id <> t.user_id or (t.deleted_at is not null and t.taken_by is null)
        or (select coalesce(sum((line ->> 'amount')::bigint), 0) from jsonb_array_elements(t.lines) line where line ->> 'kind' = 'DEBIT')
          <> (select sum(amount) from transfer where taken_by = t.id)`,
  },
  {
    // Rent of a month is given back once, and only as much as an invoice charged and this sheet counts.
    says: 'rescisão que devolve mais aluguel do que as faturas cobraram',
    query: `select t.id, t.proposal_id, given.amount as given, charged.amount as charged
      from termination t,
        lateral (select coalesce(-sum((line ->> 'amount')::bigint), 0) as amount from jsonb_array_elements(t.sheet -> 'lines') line
          where line ->> 'kind' = 'RENT' and (line ->> 'amount')::bigint < 0) given,
        lateral (select coalesce(sum(price), 0) as amount from invoice
          where id = any(t.counted) or (id = any(t.withdrawn) and reference <= to_char(t.left_on + interval '1 month', 'YYYY-MM'))) charged
      where t.undone_at is null and given.amount > charged.amount`,
  },
  {
    says: 'rescisão que devolve mais taxas do que as faturas cobraram',
    query: `select t.id, t.proposal_id, given.amount as given, charged.amount as charged
      from termination t,
        lateral (select coalesce(-sum((line ->> 'amount')::bigint), 0) as amount from jsonb_array_elements(t.sheet -> 'lines') line
          where line ->> 'kind' = 'FEE' and (line ->> 'amount')::bigint < 0) given,
        lateral (select coalesce(sum((line ->> 'amount')::bigint), 0) as amount from invoice, jsonb_array_elements(lines) line
          where line ->> 'kind' = 'FEE' and (id = any(t.counted)
            or (id = any(t.withdrawn) and reference <= to_char(t.left_on + interval '1 month', 'YYYY-MM')))) charged
      where t.undone_at is null and given.amount > charged.amount`,
  },
  {
    says: 'rescisão diferente da última fatura e da devolução',
    query: `select t.id, t.total, i.amount as invoice, r.amount as refund from termination t
      left join invoice i on i.id = t.invoice_id left join transfer r on r.id = t.transfer_id
      where t.undone_at is null and (t.total <> coalesce(i.amount, 0) - coalesce(r.amount, 0)
        or r.deleted_at is not null)`,
  },
  {
    says: 'fatura paga que a rescisão conta e que não está mais paga',
    query: `select t.id, i.id as invoice_id from termination t join invoice i on i.id = any(t.counted)
      where t.undone_at is null and (i.status <> 'PAID' or i.deleted_at is not null)`,
  },
  {
    says: 'lançamento com mais de uma linha de caixa',
    query: `select entry_id as id from ledger_line where account = 'CASH' group by entry_id having count(*) > 1`,
  },
  {
    says: 'estorno que não é do mesmo registro, departamento ou aluguel',
    query: `select undo.id from ledger_entry undo join ledger_entry e on e.id = undo.reverses
      where (undo.invoice_id, undo.transfer_id, undo.movimentation_id, undo.darf_id, undo.department, -undo.rent, undo.fee_rate)
          is distinct from (e.invoice_id, e.transfer_id, e.movimentation_id, e.darf_id, e.department, e.rent, e.fee_rate)
        or (e.movimentation_id is not null and undo.day <> e.day)`,
  },
  {
    says: 'aluguel do lançamento diferente do que a fatura recebeu',
    // The rent comes first, and deductions pay like money. Before differences were asked for, fees came before the rent.
    query: `select e.id, e.rent, least(i.price, paid + deducted) as received
      from ledger_entry e join invoice i on i.id = e.invoice_id,
        lateral (select coalesce(sum(amount), 0) as paid from ledger_line where entry_id = e.id and account = 'CASH') cash,
        lateral (select coalesce(-sum((line ->> 'amount')::bigint), 0) as deducted from jsonb_array_elements(i.lines) line
          where line ->> 'kind' <> 'RENT' and (line ->> 'amount')::bigint < 0) credits
      where e.kind = 'SETTLEMENT' and e.rent <> least(i.price, paid + deducted)
        and not (e.created_at < (select applied_at from migration where name like '0027%')
          and e.rent = greatest(0, paid - greatest(0, paid - i.price - i.fees) - i.fees))`,
  },
  {
    says: 'aluguel dos repasses de uma fatura diferente do aluguel do lançamento',
    query: `with standing as (${STANDING}) select i.id, s.rent, t.rent as transfers from invoice i
      join standing s on s.invoice_id = i.id and s.kind = 'SETTLEMENT',
        lateral (select sum(rent) as rent from transfer where invoice_id = i.id and received_on is not null and (deleted_at is null or taken_by is not null)) t
      where i.status = 'PAID' and i.deleted_at is null and t.rent is distinct from s.rent`,
  },
  {
    says: 'repasse cujo dia de recebimento não é o da fatura',
    query: `select t.id from transfer t join invoice i on i.id = t.invoice_id
      where t.received_on is not null and (t.deleted_at is null or t.taken_by is not null) and t.received_on is distinct from i.pay_day`,
  },
  {
    says: 'imposto retido de um proprietário diferente do lançamento',
    query: `with standing as (${STANDING}),
      posted as (select s.invoice_id, l.client_id, -sum(l.amount) as tax from standing s
        join ledger_line l on l.entry_id = s.id and l.account = 'WITHHELD_TAX' and l.amount < 0
        where s.kind = 'SETTLEMENT' group by 1, 2),
      withheld as (select invoice_id, user_id as client_id, sum(tax - tax_undeducted) as tax from transfer
        where tax_by in ('TENANT', 'AGENCY') and tax <> tax_undeducted and (deleted_at is null or taken_by is not null) group by 1, 2)
      select coalesce(posted.invoice_id, withheld.invoice_id) as id, posted.tax as posted, withheld.tax as withheld
      from posted full join withheld using (invoice_id, client_id) where posted.tax is distinct from withheld.tax`,
  },
  {
    says: 'IBS e CBS de um proprietário diferentes do que a fatura cobrou dele',
    // Of late charges the tax is a part, where the invoice says how its rent was taxed.
    query: `with standing as (${STANDING}),
      posted as (select s.invoice_id, -sum(l.amount) filter (where l.client_id = i.user_id) as tax, sum(l.amount) as left_over
        from standing s join ledger_line l on l.entry_id = s.id and l.account = 'LEASE_TAX' join invoice i on i.id = s.invoice_id
        where s.kind = 'SETTLEMENT' group by 1)
      select i.id, posted.tax, posted.left_over from invoice i join posted on posted.invoice_id = i.id
      where posted.left_over <> 0 or posted.tax > coalesce((select sum(case line ->> 'kind' when 'LEASE_TAX' then (line ->> 'amount')::bigint
          else (select sum((part ->> 'amount')::bigint) from jsonb_array_elements(line -> 'included') part) end)
        from jsonb_array_elements(i.lines) line where line ->> 'kind' = 'LEASE_TAX' or line ? 'included'), 0)
        + case when i.lines @? '$[*].taxed_by' then coalesce(i.fine, 0) + coalesce(i.interest, 0)
          + coalesce((select sum((line ->> 'amount')::bigint) from jsonb_array_elements(i.lines) line where (line ->> 'late')::boolean), 0)
          else 0 end`,
  },
  {
    says: 'DARF pago sem um lançamento do mesmo valor',
    query: `with standing as (${STANDING}) select d.id from darf d left join standing s on s.darf_id = d.id and s.kind = 'DARF'
      left join ledger_line l on l.entry_id = s.id and l.account = 'CASH'
      group by d.id having coalesce(-sum(l.amount), 0) <> case when d.undone_at is null then d.amount else 0 end`,
  },
  {
    says: 'baixa cuja diferença não fecha com o devido e o recebido',
    query: `select id, amount, fine, interest, paid_amount, rest_amount from invoice where deleted_at is null and rest_amount is not null
      and rest_amount <> amount + fine + interest - paid_amount`,
  },
  {
    // A termination takes an open balance into its sheet.
    says: 'saldo em aberto diferente da diferença da baixa',
    query: `select i.id, i.rest_amount, sum(b.amount) as balance from invoice i left join invoice b on b.balance_of = i.id
        and (b.deleted_at is null or exists (select from termination t where t.undone_at is null and b.id = any(t.withdrawn)))
      where i.deleted_at is null and i.status <> 'REPLACED' group by i.id
      having coalesce(sum(b.amount), 0) <> case i.rest_fate when 'OPEN_BALANCE' then i.rest_amount else 0 end`,
  },
  {
    says: 'diferença levada à próxima fatura que não é a da baixa',
    query: `select i.id, i.rest_amount, sum(case x.type when 'DEBIT' then x.amount else -x.amount end) as carried
      from invoice i left join extra_value x on x.settled_by = i.id and x.deleted_at is null group by i.id
      having coalesce(sum(case x.type when 'DEBIT' then x.amount else -x.amount end), 0)
        <> case when i.deleted_at is null and i.rest_fate in ('NEXT_INVOICE', 'CREDIT') then i.rest_amount else 0 end`,
  },
  {
    says: 'valor pago a mais que não é devolvido ao inquilino',
    query: `select i.id, i.rest_amount, sum(t.amount) as returned from invoice i left join transfer t
        on t.invoice_id = i.id and t.purpose = 'REFUND' and t.deleted_at is null
      group by i.id having coalesce(sum(t.amount), 0) <> case when i.deleted_at is null and i.rest_fate = 'RETURN' then -i.rest_amount else 0 end`,
  },
  {
    says: 'crédito de inquilino diferente do que foi pago a mais e ainda não foi usado',
    query: `with made as (select s.invoice_id, -sum(l.amount) as amount from (${STANDING}) s join ledger_line l on l.entry_id = s.id and l.account = 'DEPOSITS'
        and l.amount < 0 where s.kind = 'SETTLEMENT' group by 1)
      select i.id, made.amount, i.rest_amount from invoice i join made on made.invoice_id = i.id
      where made.amount <> case i.rest_fate when 'CREDIT' then -i.rest_amount else 0 end`,
  },
  {
    says: 'movimentação sem um lançamento do mesmo dia, tipo e valor',
    query: `with standing as (${STANDING}),
      posted as (select s.movimentation_id, s.id, s.day, s.department, s.description, cash.amount, other.account
        from standing s join ledger_line cash on cash.entry_id = s.id and cash.account = 'CASH'
        join ledger_line other on other.entry_id = s.id and other.account <> 'CASH' where s.kind = 'MOVIMENTATION')
      select m.id from movimentation m left join posted on posted.movimentation_id = m.id where m.deleted_at is null and not m.planned
      group by m.id having count(posted.id) <> 1 or not bool_and(
        (posted.day, posted.department, posted.description) = (m.date, m.subtype, m.description)
        and posted.amount = case m.type when 'INPUT' then m.price else -m.price end
        and posted.account = case when m.of_people then 'PEOPLE_COMMISSIONS' when m.type = 'OUTPUT' then 'EXPENSES' when m.subtype = 'SALE' then 'SALES' else 'OTHER_INCOME' end)`,
  },
  {
    says: 'pagamento de comissões sem uma saída do caixa do mesmo dia e valor',
    query: `select p.id from commission_payment p left join movimentation m on m.id = p.movimentation_id and m.deleted_at is null
      where (p.undone_at is null) <> (m.id is not null)
        or (m.id is not null and (m.date, m.price, m.of_people) is distinct from (p.paid_on, p.amount - p.inss - p.irrf - p.iss, true))`,
  },
  {
    says: 'pagamento de comissões diferente das comissões que paga',
    query: `select p.id, p.amount from commission_payment p
      left join lateral (select sum(amount) as amount from people_commission where payment_id = p.id) paid on true
      left join lateral (select sum(amount) as amount from people_commission where collected_by = p.id) back on true
      where p.undone_at is null and p.amount <> coalesce(paid.amount, 0) - coalesce(back.amount, 0)`,
  },
  {
    says: 'comissão de pessoa em um estado que o recebimento ou o pagamento não confirma',
    query: `select c.id, c.state from people_commission c join commission_receipt r on r.id = c.receipt_id
      left join commission_payment p on p.id = c.payment_id left join commission_payment b on b.id = c.collected_by
      where (r.undone_on is null) <> (c.state in ('EARNED', 'PAID')) or p.undone_at is not null or b.undone_at is not null
        or p.admin_user_id <> c.admin_user_id or b.admin_user_id <> c.admin_user_id`,
  },
  {
    says: 'partes de um recebimento que passam do recebido',
    query: `select r.id, r.amount, sum(c.amount) as parts from commission_receipt r join people_commission c on c.receipt_id = r.id
      group by r.id having abs(sum(c.amount)) > abs(r.amount) + 10`,
  },
  {
    says: 'movimentação deletada ou ainda a pagar com lançamento em vigor',
    query: `with standing as (${STANDING}) select m.id from movimentation m join standing s on s.movimentation_id = m.id
      where m.deleted_at is not null or m.planned`,
  },
  {
    says: 'fatura substituída que não está em acordo',
    query: `select i.id from invoice i where i.status = 'REPLACED' and i.deleted_at is null
      and not exists (select from debt_agreement_invoice d join debt_agreement a on a.id = d.agreement_id
        where d.invoice_id = i.id and a.accepted_at is not null and (a.state in ('ACCEPTED', 'KEPT') or d.paid <> 0))
      and not exists (select from debt_agreement a where a.id = i.debt_agreement_id and a.state in ('BROKEN', 'CANCELLED'))`,
  },
  {
    says: 'fatura de um acordo em vigor ou cumprido que não foi substituída',
    query: `select a.id, d.invoice_id from debt_agreement a join debt_agreement_invoice d on d.agreement_id = a.id
      join invoice i on i.id = d.invoice_id where a.state in ('ACCEPTED', 'KEPT') and (i.status <> 'REPLACED' or i.deleted_at is not null)`,
  },
  {
    says: 'acordo em vigor ou cumprido cujas parcelas não somam o total',
    query: `select a.id, a.total, sum(i.amount) as instalments from debt_agreement a left join invoice i on i.debt_agreement_id = a.id
        and i.deleted_at is null and i.balance_of is null
      where a.state in ('ACCEPTED', 'KEPT') group by a.id having coalesce(sum(i.amount), 0) <> a.total`,
  },
  {
    says: 'acordo com parcelas abertas fora de vigor, ou em vigor sem nenhuma aberta',
    query: `select a.id, a.state from debt_agreement a where (a.state = 'ACCEPTED') <> exists (select from invoice i
      where i.debt_agreement_id = a.id and i.status = 'PENDING' and i.deleted_at is null)`,
  },
  {
    // The returned debt has the due date of its invoice, and no more rent.
    says: 'acordo desfeito cuja dívida voltou com outro aluguel',
    query: `select a.id, d.invoice_id, i.price, r.price as returned from debt_agreement a join debt_agreement_invoice d on d.agreement_id = a.id
        join invoice i on i.id = d.invoice_id join invoice r on r.id = d.returned_id
      where a.state in ('BROKEN', 'CANCELLED') and (r.price > i.price or r.balance_of <> i.id or r.due_date <> i.due_date)`,
  },
  {
    says: 'linhas da fatura que não somam o valor',
    query: `select id from invoice where price + fees <> (select coalesce(sum((line->>'amount')::bigint), 0) from jsonb_array_elements(lines) line)`,
  },
  {
    says: 'linhas do repasse que não somam o valor',
    query: `select id from transfer where amount <> (select coalesce(sum((line->>'amount')::bigint), 0) from jsonb_array_elements(lines) line)`,
  },
  {
    says: 'linha de arquivo de banco em vigor diferente do recebimento da fatura',
    query: `select s.id from bank_settlement s join invoice i on i.id = s.invoice_id where s.undone_at is null
      and (i.status <> 'PAID' or i.deleted_at is not null or i.paid_amount <> s.paid_amount or i.pay_day <> s.paid_on)`,
  },
  {
    says: 'duas faturas vivas do mesmo mês',
    query: `select proposal_id as id, reference, count(*) from invoice where deleted_at is null and balance_of is null
      and debt_agreement_id is null group by 1, 2 having count(*) > 1`,
  },
  {
    says: 'dedução ou acréscimo presa a fatura ou repasse que não existe mais',
    query: `select x.id from extra_value x left join invoice i on i.id = x.invoice_id left join transfer t on t.id = x.transfer_id
      where i.deleted_at is not null or t.deleted_at is not null or (x.deleted_at is not null and (x.invoice_id is not null or x.transfer_id is not null))`,
  },
  {
    says: 'boleto em aberto de uma fatura paga ou deletada',
    query: `select b.id, b.invoice_id from boleto b join invoice i on i.id = b.invoice_id
      where b.status = 'OPEN' and (i.status <> 'PENDING' or i.deleted_at is not null)`,
  },
  {
    says: 'dois boletos em aberto da mesma fatura',
    query: `select invoice_id as id, count(*) from boleto where status = 'OPEN' group by 1 having count(*) > 1`,
  },
  {
    says: 'boleto pago de uma fatura que não está paga',
    query: `select b.id, b.invoice_id from boleto b join invoice i on i.id = b.invoice_id
      where b.status = 'PAID' and (i.status <> 'PAID' or i.deleted_at is not null)`,
  },
  {
    says: 'totais do dia diferentes dos lançamentos',
    query: `with counted as (
        select e.day, l.account, e.department, coalesce(e.payment_method, '') as payment_method, e.reverses is not null as reversal,
          l.amount > 0 as debit, count(*) as entries, sum(l.amount) as amount
        from ledger_line l join ledger_entry e on e.id = l.entry_id group by 1, 2, 3, 4, 5, 6
        union all select day, 'RENT_RECEIVED', department, coalesce(payment_method, ''), reverses is not null, true, count(*), sum(rent)
        from ledger_entry where rent is not null group by 1, 2, 3, 4, 5),
      kept as (select day, account, department, payment_method, reversal, debit, sum(entries) as entries, sum(amount) as amount
        from ledger_day_total group by 1, 2, 3, 4, 5, 6 having sum(entries) <> 0 or sum(amount) <> 0)
      select day as id, account from counted full join kept using (day, account, department, payment_method, reversal, debit)
      where counted.entries is distinct from kept.entries or counted.amount is distinct from kept.amount`,
  },
  {
    says: 'totais de uma lista diferentes das suas linhas',
    query: `with rows (list, kind, day, amount) as (
        select 'client', type || case when active then '' else ':INACTIVE' end, null::date, 0 from client where deleted_at is null
        union all select 'property', status || ':' || type, null, 0 from property where deleted_at is null
        union all select 'proposal', status, null, 0 from proposal where deleted_at is null
        union all select 'invoice', 'PENDING', due_date, price + fees from invoice where status = 'PENDING' and deleted_at is null
        union all select 'invoice', status, null, 0 from invoice where status <> 'PENDING' and deleted_at is null
        union all select 'open_invoice', amount::text, due_date, 0 from invoice where status = 'PENDING' and deleted_at is null
        union all select 'transfer', status, due_date, amount from transfer where status = 'PENDING' and deleted_at is null
        union all select 'boleto', 'OPEN:' || registration, due_date, amount from boleto where status = 'OPEN'
        union all select 'boleto', status, null, 0 from boleto where status <> 'OPEN'
        union all select 'schedule', status, null, 0 from schedule
        union all select 'ticket', status, null, 0 from ticket where deleted_at is null
        union all select 'contact_message', 'ALL', null, 0 from contact_message
        union all select 'trail', 'ALL', null, 0 from trail
        union all select 'readjustment', 'RENT', c.readjusts_on, 0 from proposal c join property p on p.id = c.property_id
          where c.status = 'APPROVED' and c.deleted_at is null and c.readjusts_on is not null and p.type = 'RENT'
        union all select 'received_rent', coalesce(fee_rate::text, ''), day, coalesce(rent, 0) from ledger_entry where invoice_id is not null
        union all select 'received_fee', coalesce(e.fee_rate::text, ''), e.day, -l.amount
          from ledger_line l join ledger_entry e on e.id = l.entry_id where l.account = 'ADMIN_FEES' and e.invoice_id is not null),
      counted as (select list, kind, coalesce(day, '-infinity') as day, count(*) as n, sum(amount) as amount from rows group by 1, 2, 3),
      kept as (select list, kind, coalesce(day, '-infinity') as day, sum(rows) as n, sum(amount) as amount from list_total group by 1, 2, 3
        having sum(rows) <> 0 or sum(amount) <> 0)
      select list as id, kind, nullif(day, '-infinity') as day from counted full join kept using (list, kind, day)
      where (counted.n, counted.amount) is distinct from (kept.n, kept.amount)`,
  },
];

/** Offending rows of one check; none where the books agree. */
export const findDisagreeing = async (trx: Db, { query }: Check) =>
  (await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(trx)).rows;
