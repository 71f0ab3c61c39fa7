import { formatMoney } from '@morada/domain/base/money';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import * as extras from '#api/modules/lease/contracts/extras.service.ts';
import * as transfers from '../transfers/transfers.service.ts';
import * as queries from './invoices.queries.ts';

const IN_PART = 'só uma parte foi devolvida: combine o resto com o inquilino';

/**
 * Settles with the tenant the part of a payment that its bank has given back, while the invoice stays paid. What was paid
 * too much is not given a second time: the planned return counts as made, a part of it by itself, and credits that no invoice has
 * taken go.
 * @returns what is left for a person to do; null: nothing.
 */
export async function giveBackOverpaid(trx: Db, ctx: Context, id: number, amount: number): Promise<string | null> {
  await queries.lockContractsOfInvoices(trx, [id]);
  const invoice = await queries.findInvoice(trx, id);
  if (invoice?.status !== 'PAID') return null;
  if (invoice.rest_fate === 'RETURN') return giveBackReturn(trx, ctx, id, amount);
  if (invoice.rest_fate === 'CREDIT') return giveBackCredits(trx, ctx, invoice, amount);
  return IN_PART;
}

async function giveBackReturn(trx: Db, ctx: Context, invoiceId: number, amount: number) {
  const { transfers: live } = (await transfers.lockOfInvoices(trx, ctx, [invoiceId]))(invoiceId);
  const planned = live.find(({ purpose, status }) => purpose === 'REFUND' && status === 'PENDING');
  if (!planned) return IN_PART;
  const words = formatMoney(planned.amount);
  const part = Math.min(amount, planned.amount);
  const { held } = await transfers.takeBackReturn(trx, ctx, planned, part);
  if (held)
    return `o banco já devolveu ${formatMoney(part)} dos ${words} do repasse ${planned.id}, que está em um pagamento: cancele-o, e só o resto fica por pagar`;
  return amount > planned.amount ? IN_PART : null;
}

async function giveBackCredits(
  trx: Db,
  ctx: Context,
  { id, user_id, property_id, proposal_id }: queries.FoundInvoice,
  amount: number,
) {
  const free = (await queries.lockCarried(trx, [id])).filter(
    ({ invoice_id, transfer_id }) => invoice_id === null && transfer_id === null,
  );
  let left = amount;
  const taken: number[] = [];
  // The last credit first: the next invoice takes the first one.
  for (const credit of free.toReversed()) {
    if (left === 0) break;
    if (credit.amount > left) {
      await extras.reduceExtra(trx, credit.id, left);
      const { description } = credit;
      const [part] = await extras.insertExtras(trx, [
        {
          ...{ proposal_id, settled_by: id, description, amount: left, type: 'CREDIT', influence: 'EXPENSE' },
          ...{ boleto: true, transfer: false, stands_for: 'DEPOSIT' },
        },
      ]);
      taken.push(...(part ? [part.id] : []));
      left = 0;
    } else {
      taken.push(credit.id);
      left -= credit.amount;
    }
  }
  const given = amount - left;
  if (given > 0) {
    const { refund } = await transfers.createAtEnd(
      trx,
      ctx,
      { user_id, property_id, proposal_id, due_date: ctx.today() },
      {
        ...{ amount: given, deposit: given, agency: 0, owners: [], income: 0, fee: 0, taxes: [] },
        lines: [{ kind: 'EXTRA', name: 'Pago a mais', note: `fatura ${id}, devolvido pelo banco`, amount: given }],
      },
      [],
    );
    const transferId = present(refund, 'the refund');
    await extras.giveBackExtras(trx, taken, transferId);
    const refusal = await transfers.concludeReturned(trx, ctx, transferId);
    if (refusal) throw refusal;
  }
  if (left === 0) return null;
  return given > 0 || free.length > 0
    ? IN_PART
    : `o banco devolveu ${formatMoney(amount)} que já viraram crédito em outra fatura: combine com o inquilino`;
}
