import { type InvoiceDetail, invoiceProblems } from '@morada/contract/invoices';
import type { Problem } from '@morada/contract/problem';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import { takeDebits } from '@morada/domain/rent/settlement';
import { transferDueDate } from '@morada/domain/rent/transfer';
import { present } from '../../base/present.ts';
import type { Context } from '../../context.ts';
import { keepPlans } from '../../db/plans.ts';
import { seenBy } from '../../db/search.ts';
import { snapshot } from '../../db/transaction.ts';
import { linksOf } from '../boletos/links.service.ts';
import { withholdingOfPayments } from '../fiscal/withholding.service.ts';
import * as transfers from '../transfers/transfers.service.ts';
import * as queries from './invoices.queries.ts';
import { type Agency, chargesOn, divide } from './settling.service.ts';

/** An invoice asked for, with the amount owed on `pay_day` (default: today) and the owners' shares of `paid_amount`. */
export type Asked = { ctx: Context; id: number; pay_day?: CalendarDate | undefined; paid_amount?: number | undefined };
export type Shown = { invoice: InvoiceDetail; version: number };

/** Invoices as their screen shows them, from one snapshot. Answers each in order. */
export async function showInvoices(ctx: Context, asked: readonly Asked[]): Promise<(Shown | Problem)[]> {
  const read = await snapshot(ctx.db, async (trx) => {
    await keepPlans(trx);
    const found = await queries.findWholeInvoices(trx, [...new Set(asked.map(({ id }) => id))]);
    const paid = found.filter(({ status }) => status === 'PAID').map(({ id }) => id);
    const owners = pendingOf(found).flatMap((invoice) => invoice.owners.map(({ client_id }) => client_id));
    const transfersOf = await transfers.ofInvoices(trx, paid);
    // Charges and transfers of a paid invoice are settled: the agency's terms matter for pending ones.
    if (pendingOf(found).length === 0) return { found, transfersOf };
    const agency = await queries.findAgency(trx);
    const debits = await transfers.findDebits(trx, owners);
    const payments = found.flatMap((invoice) =>
      asked
        .filter(({ id }) => invoice.status === 'PENDING' && invoice.id === id)
        .map(({ pay_day }) => ({ invoice, pay_day: pay_day ?? ctx.today() })),
    );
    const taxes = await withholdingOfPayments(trx, agency, payments);
    return { found, transfersOf, terms: { agency, debits, taxes } };
  });
  const link = await linksOf(ctx, ctx.db, read.found.map(billedOf));
  const invoices = new Map(read.found.map((invoice) => [invoice.id, invoice]));
  return asked.map((one) => {
    const invoice = invoices.get(one.id);
    if (!invoice) return invoiceProblems.INVOICE_NOT_FOUND();
    return { invoice: shownAs(one, invoice, { ...read, link }), version: invoice.version };
  });
}

const pendingOf = (found: readonly queries.FoundInvoice[]) => found.filter(({ status }) => status === 'PENDING');

const billedOf = ({ id, proposal_id }: { id: number; proposal_id: number }) => ({ invoice_id: id, proposal_id });

/** What the charges and transfers of a pending invoice depend on. */
type Terms = {
  agency: Agency;
  debits: readonly transfers.Debit[];
  taxes: Awaited<ReturnType<typeof withholdingOfPayments>>;
};

type Known = {
  transfersOf: Awaited<ReturnType<typeof transfers.ofInvoices>>;
  /** Absent when all invoices are paid. */
  terms?: Terms;
  link: Awaited<ReturnType<typeof linksOf>>;
};

function shownAs(asked: Asked, found: queries.FoundInvoice, { transfersOf, terms, link }: Known): InvoiceDetail {
  const { tenant, street, number, complement, proposal_status, contract_start: _, commission, ...invoice } = found;
  const { rest_fate: fate, rest_amount: rest, rest_reason: reason, balance_id: invoice_id } = found;
  const { late, transfers } =
    invoice.status === 'PAID'
      ? {
          late: { days: 0, fine: invoice.fine ?? 0, interest: invoice.interest ?? 0 },
          transfers: transfersOf(invoice.id),
        }
      : invoice.status === 'REPLACED'
        ? { late: { days: 0, fine: 0, interest: 0 }, transfers: [] }
        : planned(asked, found, present(terms, 'the terms of pending invoices'));
  return {
    ...invoice,
    rest: fate !== null && rest !== null ? { fate, amount: rest, reason, invoice_id } : null,
    url: link(billedOf(invoice)),
    phone: seenBy(asked.ctx) === 'names' ? null : invoice.phone,
    user: { id: invoice.user_id, name: tenant },
    proposal: { id: invoice.proposal_id, status: proposal_status, commission },
    property: { id: invoice.property_id, address: addressLine({ street, number, complement }) },
    late: { ...late, total: invoice.amount + late.fine + late.interest },
    transfers,
  };
}

/** Charges of a pending invoice on the day asked for, and the transfers that a payment would create. */
function planned(
  { ctx, pay_day, paid_amount }: Asked,
  invoice: queries.FoundInvoice,
  { agency, debits, taxes }: Terms,
) {
  const payDay = pay_day ?? ctx.today();
  const late = chargesOn(invoice, agency, payDay);
  if (invoice.owners.length === 0) return { late, transfers: [] };
  const charges = late.fine + late.interest;
  const withhold = taxes.of(invoice, payDay);
  const divided = divide(invoice, agency, paid_amount ?? invoice.amount + charges, { charges, withhold });
  const due_date = transferDueDate(payDay, agency.transfer_business_days);
  return {
    late,
    transfers: takeDebits(divided.transfers, debits).map(({ client_id, amount, lines }) => {
      const name = invoice.owners.find((owner) => owner.client_id === client_id)?.name ?? '';
      return { id: null, user: { id: client_id, name }, amount, due_date, status: 'PLANNED' as const, lines };
    }),
  };
}
